import { Alert, Checkbox, NumberInput, type NumberInputProps, SimpleGrid, Stack, TagsInput } from '@mantine/core'
import { ALERT_KINDS, AlertSettingsInput } from '../../../../src/inputs/alerts.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { allowBlanks, blanksToNull } from '../../parts/forms/blanks.ts'
import { useAction } from '../../parts/useAction.ts'
import { FieldGrid } from '../../parts/forms/FormRow.tsx'
import { FieldGroup } from '../../parts/forms/FieldGroup.tsx'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { type AlertSettingsQuery, UpdateAlertSettingsDocument } from './Settings.gql.ts'

type Current = AlertSettingsQuery['alertSettings']

const Input = allowBlanks(AlertSettingsInput)

/** Thresholds of alerts and their email recipients. A blank threshold turns the alert off. */
export function AlertThresholds({ current }: { current: Current }) {
  const t = useMessages('settings')
  const common = useMessages('common')
  const word = useWords()
  const format = useFormat()
  const form = useAppForm(fieldsOf(current), Input)
  const [update, isRunning] = useAction(UpdateAlertSettingsDocument)
  const send = form.onSubmit(async (values) => {
    if (await update({ input: blanksToNull(values) as never }, { success: common('saved'), handleError: form.showServerErrors })) form.resetDirty()
  })
  const toldKinds = ALERT_KINDS.filter((kind) => !form.values.mutedTypes.includes(kind))
  const tell = (kinds: string[]) =>
    form.setFieldValue(
      'mutedTypes',
      ALERT_KINDS.filter((kind) => !kinds.includes(kind)),
    )
  const wrongEmail = Object.entries(form.errors).find(([path]) => path.startsWith('emails'))?.[1]
  return (
    <FormLayout onSubmit={send} isRunning={isRunning} isDisabled={!form.isDirty()}>
      <FieldGroup title={t('failureRate')}>
        <FieldGrid cols={{ base: 1, xs: 2 }}>
          <Limit label={t('percent')} suffix={format.percentSuffix} placeholder={t('never')} {...form.getInputProps('failureRatePercent')} />
          <Limit label={t('latestCalls')} {...form.getInputProps('failureRateCalls')} />
        </FieldGrid>
      </FieldGroup>
      <FieldGroup title={t('unanswered')}>
        <FieldGrid cols={{ base: 1, xs: 2 }}>
          <Limit label={t('percent')} suffix={format.percentSuffix} placeholder={t('never')} {...form.getInputProps('numberUnansweredPercent')} />
          <Limit label={t('latestCallsOfNumber')} {...form.getInputProps('numberUnansweredCalls')} />
        </FieldGrid>
      </FieldGroup>
      <FieldGroup title={t('webhookFailures')}>
        <Limit label={t('eventsInARow')} placeholder={t('never')} {...form.getInputProps('webhookFailures')} />
      </FieldGroup>
      <FieldGroup title={t('byEmail')}>
        <Stack>
          {!current.canSendEmail && <Alert color="warn">{t('cannotMail')}</Alert>}
          <TagsInput
            label={t('emails')}
            description={t('emailsAbout')}
            placeholder={form.values.emails.length === 0 ? 'ops@example.com' : ''}
            splitChars={[',', ' ', ';']}
            acceptValueOnBlur
            {...form.getInputProps('emails')}
            error={wrongEmail}
          />
          <Checkbox.Group label={t('emailTypes')} value={toldKinds} onChange={tell}>
            <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs" mt="xs">
              {ALERT_KINDS.map((kind) => (
                <Checkbox key={kind} value={kind} label={word('alert', kind)} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        </Stack>
      </FieldGroup>
    </FormLayout>
  )
}

const Limit = (props: NumberInputProps) => <NumberInput allowDecimal={false} allowNegative={false} hideControls {...props} />

const fieldsOf = (limits: Current) => ({
  failureRatePercent: limits.failureRatePercent ?? '',
  failureRateCalls: limits.failureRateCalls,
  numberUnansweredPercent: limits.numberUnansweredPercent ?? '',
  numberUnansweredCalls: limits.numberUnansweredCalls,
  webhookFailures: limits.webhookFailures ?? '',
  emails: limits.emails,
  mutedTypes: limits.mutedTypes,
})
