import { SegmentedControl, Text } from '@mantine/core'
import { CALL_TIMINGS, type CallTiming } from '../../../../src/inputs/callTiming.ts'
import { useMessages } from '../../messages.ts'
import { Facts } from '../../parts/page/Facts.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { SetCallTimingDocument } from './Settings.gql.ts'

/** What happens to single calls outside permitted calling times. A choice is saved at once. */
export function SettingsCalls({ timing }: { timing: CallTiming }) {
  const t = useMessages('settings')
  const common = useMessages('common')
  const [save, isRunning] = useAction(SetCallTimingDocument)
  const canChange = useCan('workspace:write')
  return (
    <Section title={t('callTiming')} about={canChange ? t('callTimingAbout') : t('ownersOnly')}>
      {canChange ? (
        <div>
          <SegmentedControl
            aria-label={t('callTiming')}
            disabled={isRunning}
            data={CALL_TIMINGS.map((value) => ({ value, label: t(`callTiming_${value}`) }))}
            value={timing}
            onChange={(mode) => void save({ mode }, { success: common('saved') })}
          />
          <Text size="sm" c="dimmed" mt="xs">
            {t(`callTimingAbout_${timing}`)}
          </Text>
        </div>
      ) : (
        <Facts facts={[{ name: t('callTiming'), value: t(`callTiming_${timing}`), about: t(`callTimingAbout_${timing}`) }]} />
      )}
    </Section>
  )
}
