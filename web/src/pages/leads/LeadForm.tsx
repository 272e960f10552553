import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { LeadRow } from '../../../../src/inputs/leads.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { FormRow } from '../../parts/forms/FormRow.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { AddLeadDocument } from './imports/LeadUpload.gql.ts'

/** Form for a single lead, with errors at their fields. */
export function LeadForm({ campaignId }: { campaignId: string }) {
  const t = useMessages('leads')
  const common = useMessages('common')
  const word = useWords()
  const form = useAppForm({ phone_number: '', name: '', external_id: '' }, LeadRow)
  const [add, isRunning] = useAction(AddLeadDocument)
  const send = form.onSubmit(async ({ phone_number, name, external_id }) => {
    const lead = { phone_number: phone_number.replace(/[\s().-]/g, ''), name: name || null, external_id: external_id || null }
    const result = await add({ campaignId, input: { leads: [lead] } }, { handleError: form.showServerErrors })
    const [rejected] = result?.addLeads.errors ?? []
    if (!result) return
    if (rejected) return form.setFieldError(fieldOf(rejected.error), word('leadError', rejected.error))
    form.reset()
    notifications.show({ color: 'good', message: t('addedOne', { number: lead.phone_number }) })
  })
  return (
    <FormRow onSubmit={send} action={t('addOne')} isRunning={isRunning} aria-label={t('byHand')}>
      <TextInput label={t('phone')} placeholder="+14155550123" type="tel" required {...form.getInputProps('phone_number')} />
      <TextInput label={common('name')} {...form.getInputProps('name')} />
      <TextInput label={t('externalId')} {...form.getInputProps('external_id')} />
    </FormRow>
  )
}

/** Returns the field that a row error is about. */
const fieldOf = (error: string) => (/external_id/.test(error) ? 'external_id' : error.startsWith('name') ? 'name' : 'phone_number')
