import { SegmentedControl, Text } from '@mantine/core'
import { CALL_TIMINGS, type CallTiming } from '../../../../src/inputs/callTiming.ts'
import { useMessages } from '../../messages.ts'
import { Facts } from '../../parts/page/Facts.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { SetCallConsentDocument, SetCallTimingDocument } from './Settings.gql.ts'

/** What happens to single calls outside permitted calling times, and without a consent. A choice is saved at once. */
export function SettingsCalls({ timing, consent }: { timing: CallTiming; consent: CallTiming }) {
  const [saveTiming, isSavingTiming] = useAction(SetCallTimingDocument)
  const [saveConsent, isSavingConsent] = useAction(SetCallConsentDocument)
  const t = useMessages('settings')
  const common = useMessages('common')
  const done = { success: common('saved') }
  return (
    <>
      <Choice
        name="callTiming"
        value={timing}
        means={t(`callTimingAbout_${timing}`)}
        isSaving={isSavingTiming}
        onChoose={(mode) => void saveTiming({ mode }, done)}
      />
      <Choice
        name="callConsent"
        value={consent}
        means={t(`callConsentAbout_${consent}`)}
        isSaving={isSavingConsent}
        onChoose={(mode) => void saveConsent({ mode }, done)}
      />
    </>
  )
}

interface ChoiceProps {
  name: 'callTiming' | 'callConsent'
  value: CallTiming
  /** What happens with this value. */
  means: string
  isSaving: boolean
  onChoose: (mode: CallTiming) => void
}

function Choice({ name, value, means, isSaving, onChoose }: ChoiceProps) {
  const t = useMessages('settings')
  const canChange = useCan('workspace:write')
  return (
    <Section title={t(name)} about={canChange ? t(`${name}About`) : t('ownersOnly')}>
      {canChange ? (
        <div>
          <SegmentedControl
            aria-label={t(name)}
            disabled={isSaving}
            data={CALL_TIMINGS.map((mode) => ({ value: mode, label: t(`callTiming_${mode}`) }))}
            value={value}
            onChange={onChoose}
          />
          <Text size="sm" c="dimmed" mt="xs">
            {means}
          </Text>
        </div>
      ) : (
        <Facts facts={[{ name: t(name), value: t(`callTiming_${value}`), about: means }]} />
      )}
    </Section>
  )
}
