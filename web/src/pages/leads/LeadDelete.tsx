import { Button, Group } from '@mantine/core'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { useAction } from '../../parts/useAction.ts'
import { DeleteLeadDocument, type LeadQuery } from './Leads.gql.ts'

interface LeadDeleteProps {
  lead: Pick<LeadQuery['lead'], 'id' | 'name' | 'phoneNumber'>
  campaignId: string
  onDeleted: () => void
}

/** Deletes a lead from its campaign after confirmation. */
export function LeadDelete({ lead: { id, name, phoneNumber }, campaignId, onDeleted }: LeadDeleteProps) {
  const t = useMessages('leads')
  const confirm = useConfirm()
  const [remove, isRunning] = useAction(DeleteLeadDocument)
  const ask = async () => {
    const isSure = await confirm({ title: t('deleteTitle'), body: t('deleteBody', { name: name ?? phoneNumber }), action: t('deleteLead'), danger: true })
    if (isSure && (await remove({ campaignId, id }, { success: t('deleted') }))) onDeleted()
  }
  return (
    <Group>
      <Button variant="outline" color="bad" loading={isRunning} onClick={() => void ask()}>
        {t('deleteLead')}
      </Button>
    </Group>
  )
}
