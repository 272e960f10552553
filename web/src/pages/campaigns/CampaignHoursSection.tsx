import { Alert, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { CampaignSettingsInput } from '../../../../src/inputs/campaignSettings.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useViewer } from '../../parts/viewer.tsx'
import { CampaignClosedDates } from './CampaignClosedDates.tsx'
import { SectionForm, optional, useManner, useSection } from './CampaignSection.tsx'
import { isOpen } from './campaignSteps.ts'
import { CampaignWindows, type Window } from './CampaignWindows.tsx'
import { localIn } from '../../parts/localTime.ts'

const Fields = CampaignSettingsInput.pick({ callingWindows: true, quietHours: true, legalHours: true, skipHolidays: true, excludedDates: true })
const ZONES = Intl.supportedValuesOf('timeZone')

/** When it may call: from which day to which, in which hours of the lead's own day, and on which days not. */
export function CampaignHoursSection() {
  const t = useMessages('campaigns')
  const word = useWords()
  const { campaign } = useManner()
  const zone = useViewer().workspace.timezone
  const { schedule, settings, status } = campaign
  const timezone = schedule?.timezone ?? zone
  const section = useSection(
    {
      callingWindows: settings.callingWindows as Window[],
      quietHours: settings.quietHours as Window[],
      legalHours: settings.legalHours,
      skipHolidays: settings.skipHolidays,
      excludedDates: settings.excludedDates,
      timezone,
      startDate: localIn(schedule?.startDate, timezone) as string | null,
      endDate: localIn(schedule?.endDate, timezone) as string | null,
    },
    Fields,
    ({ timezone: tz, startDate, endDate, ...chosen }) => ({
      settings: chosen,
      changes: { schedule: startDate || endDate ? { timezone: tz, start_date: startDate, end_date: endDate } : null },
    }),
  )
  const { form } = section
  const isFixed = !isOpen(status)
  return (
    <SectionForm section={section}>
      <CampaignWindows
        label={t('callingWindows')}
        addLabel={t('addCallingHours')}
        description={t('callingWindowsAbout')}
        name="callingWindows"
        windows={form.values.callingWindows}
        errors={form.errors}
        onChange={(windows) => form.setFieldValue('callingWindows', windows)}
      />
      <CampaignWindows
        label={t('quietHours')}
        addLabel={t('addQuietHours')}
        description={t('quietHoursAbout')}
        name="quietHours"
        windows={form.values.quietHours}
        errors={form.errors}
        onChange={(windows) => form.setFieldValue('quietHours', windows)}
      />
      <Select
        label={t('legalHours')}
        description={t('legalHoursAbout')}
        allowDeselect={false}
        data={['by_purpose', 'always'].map((value) => ({ value, label: word('legalHours', value) }))}
        {...form.getInputProps('legalHours')}
      />
      <Switch label={t('skipHolidays')} description={t('skipHolidaysAbout')} {...form.getInputProps('skipHolidays', { type: 'checkbox' })} />
      <CampaignClosedDates dates={form.values.excludedDates} onChange={(dates) => form.setFieldValue('excludedDates', dates)} />
      <div>
        <Text size="sm" fw={600}>
          {t('schedule')}
        </Text>
        <Text size="xs" c="dimmed" mb="xs">
          {t('scheduleAbout')}
        </Text>
        {isFixed && <Alert mb="sm">{t('fixedWhileRunning')}</Alert>}
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Dated label={t('startDate')} isFixed={isFixed} props={optional(form, 'startDate')} />
          <Dated label={t('endDate')} isFixed={isFixed} props={optional(form, 'endDate')} />
          <Select
            label={t('timezone')}
            searchable
            allowDeselect={false}
            disabled={isFixed}
            limit={100}
            data={ZONES.includes(timezone) ? ZONES : [timezone, ...ZONES]}
            {...form.getInputProps('timezone')}
          />
        </SimpleGrid>
      </div>
    </SectionForm>
  )
}

function Dated({ label, isFixed, props }: { label: string; isFixed: boolean; props: ReturnType<typeof optional> }) {
  return <TextInput type="datetime-local" label={label} disabled={isFixed} {...props} onChange={({ target }) => props.onChange(target.value)} />
}
