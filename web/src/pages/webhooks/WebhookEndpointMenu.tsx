import { ActionIcon, Menu } from '@mantine/core'
import { EllipsisVertical } from 'lucide-react'
import { useNavigate } from '../../router/index.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { DeleteWebhookEndpointDocument, SendTestWebhookDocument, UpdateWebhookEndpointDocument, type WebhookEndpointFieldsFragment } from './Webhooks.gql.ts'

interface MenuProps {
  endpoint: WebhookEndpointFieldsFragment
  onEdit: () => void
  onCheck: () => void
  onSecret: (secret: string) => void
}

/** What a member can do with an endpoint. */
export function WebhookEndpointMenu({ endpoint: { id, url, isEnabled, secretSet }, onEdit, onCheck, onSecret }: MenuProps) {
  const t = useMessages('webhooks')
  const common = useMessages('common')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const canChange = useCan('webhooks:write')
  const [sendTest] = useAction(SendTestWebhookDocument)
  const [update] = useAction(UpdateWebhookEndpointDocument)
  const [remove] = useAction(DeleteWebhookEndpointDocument)
  const name = url ?? t('endpoint')
  const test = async () => {
    const sent = await sendTest({ endpointId: id }, { success: t('testSent') })
    if (sent) void navigate({ to: '/webhooks', search: { delivery: sent.sendTestWebhook.id } })
  }
  const rotate = async () => {
    if (!(await confirm({ title: t('rotateTitle'), body: t('rotateBody'), action: t('rotate'), danger: true }))) return
    const done = await update({ id, input: { rotateSecret: true } })
    if (done?.updateWebhookEndpoint.secret) onSecret(done.updateWebhookEndpoint.secret)
  }
  const drop = async () => {
    if (!(await confirm({ title: t('deleteTitle', { url: name }), body: t('deleteBody'), action: t('delete'), danger: true }))) return
    await remove({ id }, { success: t('deleted') })
  }
  if (!canChange && !secretSet) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actionsFor', { name })}>
          <EllipsisVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canChange && <Menu.Item onClick={onEdit}>{common('edit')}</Menu.Item>}
        {canChange && isEnabled && <Menu.Item onClick={() => void test()}>{t('test')}</Menu.Item>}
        {secretSet && <Menu.Item onClick={onCheck}>{t('checkOpen')}</Menu.Item>}
        {canChange && <Menu.Item onClick={() => void rotate()}>{t('rotate')}</Menu.Item>}
        {canChange && (
          <Menu.Item color="bad" onClick={() => void drop()}>
            {t('delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
