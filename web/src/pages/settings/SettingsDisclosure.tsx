import { SegmentedControl, Text } from '@mantine/core'
import { DISCLOSURE_MODES, type DisclosureMode } from '../../../../src/inputs/disclosure.ts'
import { useMessages } from '../../messages.ts'
import { Facts } from '../../parts/page/Facts.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { SetDisclosureDocument } from './Settings.gql.ts'

/** Whether agents are published that leave out what callers must state. A choice is saved at once. */
export function SettingsDisclosure({ mode }: { mode: DisclosureMode }) {
  const t = useMessages('settings')
  const common = useMessages('common')
  const [save, isRunning] = useAction(SetDisclosureDocument)
  const canChange = useCan('privacy:write')
  return (
    <Section title={t('disclosure')} about={canChange ? t('disclosureAbout') : t('adminsOnly')}>
      {canChange ? (
        <div>
          <SegmentedControl
            aria-label={t('disclosure')}
            disabled={isRunning}
            data={DISCLOSURE_MODES.map((value) => ({ value, label: t(`disclosure_${value}`) }))}
            value={mode}
            onChange={(value) => void save({ mode: value }, { success: common('saved') })}
          />
          <Text size="sm" c="dimmed" mt="xs">
            {t(`disclosureAbout_${mode}`)}
          </Text>
        </div>
      ) : (
        <Facts facts={[{ name: t('disclosure'), value: t(`disclosure_${mode}`), about: t(`disclosureAbout_${mode}`) }]} />
      )}
    </Section>
  )
}
