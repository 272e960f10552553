import { Button, Group, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { LeadRow } from '../../../../src/inputs/leads.ts'
import { useMessages } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { useAppForm } from '../../parts/useAppForm.ts'
import { AddOneLeadDocument } from './LeadUpload.gql.ts'

/** One lead, typed in; why it is not taken stands at its field. */
export function LeadByHand({ campaignId }: { campaignId: string }) {
  const t = useMessages('leads')
  const common = useMessages('common')
  const form = useAppForm({ phone_number: '', name: '', external_id: '' }, LeadRow)
  const [add, isRunning] = useAction(AddOneLeadDocument)
  const send = form.onSubmit(async ({ phone_number, name, external_id }) => {
    const lead = { phone_number: phone_number.replace(/[\s().-]/g, ''), name: name || null, external_id: external_id || null }
    const done = await add({ campaignId, input: { leads: [lead] } }, { refused: form.refused })
    const [refused] = done?.addLeads.errors ?? []
    if (!done) return
    if (refused) return form.setFieldError(fieldOf(refused.error), refused.error)
    form.reset()
    notifications.show({ color: 'teal', message: t('addedOne', { number: lead.phone_number }) })
  })
  return (
    <form onSubmit={send} noValidate aria-label={t('byHand')}>
      <Group align="flex-start" gap="sm">
        <TextInput label={t('phone')} placeholder="+14155550123" type="tel" required {...form.getInputProps('phone_number')} />
        <TextInput label={common('name')} {...form.getInputProps('name')} />
        <TextInput label={t('externalId')} {...form.getInputProps('external_id')} />
        <Button type="submit" variant="default" loading={isRunning} mt={25}>
          {t('addOne')}
        </Button>
      </Group>
    </form>
  )
}

/** The field that an error of a row is about. */
const fieldOf = (error: string) => (/external_id/.test(error) ? 'external_id' : error.startsWith('name') ? 'name' : 'phone_number')
