import { KeyRound } from 'lucide-react'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { usePages } from '../../parts/tables/usePages.ts'
import { useCan } from '../../parts/viewer.tsx'
import { CredentialMenu } from './CredentialMenu.tsx'
import { CredentialState, Expires, isActive, LastUsed, MaskedSecret, Scopes } from './Credentials.tsx'
import type { NewSecret } from './SecretNotice.tsx'
import { ApiKeysDocument, type ApiKeysQuery, RevokeApiKeyDocument, RotateApiKeyDocument } from './Keys.gql.ts'

type ApiKey = ApiKeysQuery['apiKeys']['nodes'][number]

/** The workspace's API keys, by their first and last characters. */
export function ApiKeyList({ onSecret }: { onSecret: (secret: NewSecret) => void }) {
  const t = useMessages('keys')
  const common = useMessages('common')
  const canChange = useCan('keys:write')
  const pages = usePages(ApiKeysDocument, {}, (data) => data.apiKeys)
  const columns: Column<ApiKey>[] = [
    { key: 'name', header: common('name'), width: 'minmax(140px, 1.5fr)', cell: ({ name }) => name },
    {
      key: 'key',
      header: t('key'),
      cell: (key) => <MaskedSecret {...key} />,
      isMinor: true,
    },
    {
      key: 'state',
      header: t('status'),
      cell: (key) => <CredentialState kind="keyStatus" credential={key} />,
    },
    { key: 'scopes', header: t('scopes'), width: 'minmax(120px, 1fr)', cell: ({ scopes }) => <Scopes scopes={scopes} />, isExtra: true },
    { key: 'used', header: t('lastUsed'), cell: (key) => <LastUsed {...key} />, isMinor: true },
    { key: 'expires', header: t('expires'), cell: (key) => <Expires {...key} />, isExtra: true },
    ...(canChange ? [{ key: 'actions', header: common('actions'), cell: (key: ApiKey) => <Actions apiKey={key} onKey={onSecret} /> }] : []),
  ]
  return (
    <DataTable
      label={t('api')}
      columns={columns}
      rows={pages.rows}
      rowKey={({ id }) => id}
      pages={pages}
      empty={
        <EmptyState icon={KeyRound} title={t('empty')}>
          {t('emptyAbout')}
        </EmptyState>
      }
    />
  )
}

function Actions({ apiKey, onKey: onSecret }: { apiKey: ApiKey; onKey: (secret: NewSecret) => void }) {
  const t = useMessages('keys')
  const confirm = useConfirm()
  const [rotate] = useAction(RotateApiKeyDocument)
  const [revoke] = useAction(RevokeApiKeyDocument)
  const { id, name } = apiKey
  const askRotate = async (overlapSeconds: number) => {
    const body = t(overlapSeconds ? 'rotateBody' : 'rotateNowBody')
    if (!(await confirm({ title: t('rotateTitle', { name }), body, action: t('rotateAction'), danger: overlapSeconds === 0 }))) return
    const result = await rotate({ id, overlapSeconds })
    if (result) onSecret({ name, key: result.rotateApiKey.key })
  }
  const askRevoke = async () => {
    if (await confirm({ title: t('revokeTitle', { name }), body: t('revokeBody'), action: t('revokeAction'), danger: true }))
      await revoke({ id }, { success: t('revokedNow') })
  }
  if (!isActive(apiKey)) return null
  return (
    <CredentialMenu
      name={name}
      actions={[
        { name: t('rotate'), run: () => void askRotate(86_400) },
        { name: t('rotateNow'), run: () => void askRotate(0) },
        { name: t('revoke'), run: () => void askRevoke(), danger: true },
      ]}
    />
  )
}
