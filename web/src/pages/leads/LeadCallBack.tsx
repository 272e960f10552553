import { Stack, Text, TextInput, Title } from '@mantine/core'
import { useMessages } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { FormRow } from '../../parts/forms/FormRow.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { useFormat } from '../../format.ts'
import { ScheduleCallbackDocument, type LeadQuery } from './Leads.gql.ts'

/** Schedules a callback. Legal calling hours and the do-not-call list still apply. */
export function LeadCallback({ lead: { id } }: { lead: Pick<LeadQuery['lead'], 'id'> }) {
  const t = useMessages('leads')
  const common = useMessages('common')
  const format = useFormat()
  const form = useAppForm({ at: '' })
  const [callBack, isRunning] = useAction(ScheduleCallbackDocument)
  const send = form.onSubmit(async ({ at }) => {
    if (!at) return form.setFieldError('at', common('required'))
    const moment = new Date(at).toISOString()
    const done = await callBack({ leadId: id, at: moment }, { success: t('callBackSet', { moment: format.moment(moment) }) })
    if (done) form.reset()
  })
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {t('callBack')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('callBackAbout')}
      </Text>
      <FormRow onSubmit={send} action={t('callBackAction')} isRunning={isRunning}>
        <TextInput label={t('callBackAt')} type="datetime-local" required {...form.getInputProps('at')} />
      </FormRow>
    </Stack>
  )
}
