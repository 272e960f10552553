import { Checkbox, Group, NumberInput, TextInput } from '@mantine/core'
import { CampaignSettingsInput, RETRIED, type Retried } from '../../../../../src/inputs/campaignSettings.ts'
import { useFormat } from '../../../format.ts'
import { useMessages, useWords } from '../../../messages.ts'
import { toAmount } from '../../../parts/forms/amounts.ts'
import { FieldGrid } from '../../../parts/forms/FormRow.tsx'
import { FieldGroup } from '../../../parts/forms/FieldGroup.tsx'
import { SimulatedPace } from '../SimulatedPace.tsx'
import { DelayInput } from './DelayInput.tsx'
import { type CampaignFields, SectionForm, optionalProps, useSectionContext, useSection } from './CampaignSection.tsx'

const MINUTES = {
  busy: 'retryBusyMinutes',
  no_answer: 'retryNoAnswerMinutes',
  voicemail: 'retryVoicemailMinutes',
  failed: 'retryFailedMinutes',
} as const satisfies Record<Retried, string>

const Fields = CampaignSettingsInput.omit({
  callingWindows: true,
  quietHours: true,
  legalHours: true,
  consentRequired: true,
  skipHolidays: true,
  excludedDates: true,
  numberIds: true,
  knowledgeBaseIds: true,
})

/** Form section: attempts, dialing rate, budget, and failure limit. */
export function CampaignLimitsSection() {
  const t = useMessages('campaigns')
  const word = useWords()
  const format = useFormat()
  const { campaign } = useSectionContext()
  const section = useSection(limitsOf(campaign), Fields, (settings) => ({ settings }))
  const { form } = section
  const isTried = (outcome: Retried) => form.values.retryOutcomes.includes(outcome)
  const minutes = t('minutesSuffix')
  return (
    <SectionForm section={section}>
      <FieldGroup title={t('attempts')}>
        <FieldGrid cols={{ base: 1, sm: 2 }}>
          <NumberInput label={t('maxAttempts')} description={t('maxAttemptsAbout')} allowDecimal={false} {...optionalProps(form, 'maxAttempts')} />
          <NumberInput
            label={t('maxAttemptsPerDay')}
            description={t('maxAttemptsPerDayAbout')}
            placeholder={t('noLimit')}
            allowDecimal={false}
            {...optionalProps(form, 'maxAttemptsPerDay')}
          />
        </FieldGrid>
        <FieldGroup
          order={4}
          title={t('retries')}
          about={
            <>
              {t('retriesAbout')} <SimulatedPace />
            </>
          }
        >
          {RETRIED.map((outcome) => (
            <Group key={outcome} gap="sm">
              <Checkbox
                w={180}
                label={word('call', outcome)}
                checked={isTried(outcome)}
                onChange={({ target }) =>
                  form.setFieldValue(
                    'retryOutcomes',
                    RETRIED.filter((each) => (each === outcome ? target.checked : isTried(each))),
                  )
                }
              />
              <NumberInput
                aria-label={t('retryAfter', { outcome: word('call', outcome) })}
                size="xs"
                w={150}
                suffix={minutes}
                allowDecimal={false}
                disabled={!isTried(outcome)}
                {...optionalProps(form, MINUTES[outcome])}
              />
            </Group>
          ))}
        </FieldGroup>
        <DelayInput label={t('callbackMinutes')} description={t('callbackMinutesAbout')} {...optionalProps(form, 'callbackMinutes')} />
      </FieldGroup>
      <FieldGroup title={t('speed')}>
        <FieldGrid cols={{ base: 1, sm: 2 }}>
          <NumberInput
            label={t('concurrency')}
            description={t('concurrencyAbout')}
            placeholder={t('asPlan')}
            allowDecimal={false}
            {...optionalProps(form, 'concurrency')}
          />
          <NumberInput
            label={t('callsPerSecond')}
            description={t('callsPerSecondAbout')}
            placeholder={t('asFast')}
            decimalScale={2}
            step={0.1}
            {...optionalProps(form, 'callsPerSecond')}
          />
        </FieldGrid>
      </FieldGroup>
      <FieldGroup title={t('safety')}>
        <FieldGrid cols={{ base: 1, sm: 3 }}>
          <Budget props={optionalProps(form, 'budget')} />
          <NumberInput
            label={t('failureRateThreshold')}
            description={t('failureRateThresholdAbout')}
            suffix={format.percentSuffix}
            allowDecimal={false}
            {...optionalProps(form, 'failureRateThreshold')}
          />
          <NumberInput
            label={t('failureRateWindow')}
            description={t('failureRateWindowAbout')}
            allowDecimal={false}
            {...optionalProps(form, 'failureRateWindow')}
          />
        </FieldGrid>
      </FieldGroup>
    </SectionForm>
  )
}

const limitsOf = ({ settings }: CampaignFields) => ({
  maxAttempts: settings.maxAttempts,
  maxAttemptsPerDay: settings.maxAttemptsPerDay,
  retryBusyMinutes: settings.retryBusyMinutes,
  retryNoAnswerMinutes: settings.retryNoAnswerMinutes,
  retryVoicemailMinutes: settings.retryVoicemailMinutes,
  retryFailedMinutes: settings.retryFailedMinutes,
  retryOutcomes: settings.retryOutcomes,
  callbackMinutes: settings.callbackMinutes,
  concurrency: settings.concurrency,
  callsPerSecond: settings.callsPerSecond,
  budget: settings.budget?.replace(/(\.\d\d)0+$/, '$1') ?? null,
  failureRateThreshold: settings.failureRateThreshold,
  failureRateWindow: settings.failureRateWindow,
})

function Budget({ props }: { props: ReturnType<typeof optionalProps> }) {
  const t = useMessages('campaigns')
  return (
    <TextInput
      label={t('budget')}
      description={t('budgetAbout')}
      placeholder={t('noLimit')}
      inputMode="decimal"
      {...props}
      onChange={({ target }) => props.onChange(toAmount(target.value))}
    />
  )
}
