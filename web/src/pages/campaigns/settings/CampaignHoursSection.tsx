import { Alert, Radio, Select, Stack, Switch, TextInput } from '@mantine/core'
import { CampaignSettingsInput, CONSENT_REQUIRED } from '../../../../../src/inputs/campaignSettings.ts'
import { useMessages, useWords } from '../../../messages.ts'
import { FieldGrid } from '../../../parts/forms/FormRow.tsx'
import { FieldGroup } from '../../../parts/forms/FieldGroup.tsx'
import { useViewer } from '../../../parts/viewer.tsx'
import { CampaignExcludedDates } from './CampaignExcludedDates.tsx'
import { SectionForm, optionalProps, useSectionContext, useSection } from './CampaignSection.tsx'
import { isEditable } from './campaignSteps.ts'
import { CampaignCallingHours, OFFICE_HOURS, type Window } from './CampaignCallingHours.tsx'
import { toLocalInput } from '../../../parts/forms/localTime.ts'

const Fields = CampaignSettingsInput.pick({
  callingWindows: true,
  quietHours: true,
  legalHours: true,
  consentRequired: true,
  skipHolidays: true,
  excludedDates: true,
})
const ZONES = Intl.supportedValuesOf('timeZone')

/** Form section: start and end, calling hours in the lead's local time, quiet hours, and excluded dates. */
export function CampaignHoursSection() {
  const t = useMessages('campaigns')
  const word = useWords()
  const { campaign } = useSectionContext()
  const zone = useViewer().workspace.timezone
  const { schedule, settings, status } = campaign
  const timezone = schedule?.timezone ?? zone
  const section = useSection(
    {
      callingWindows: settings.callingWindows as Window[],
      quietHours: settings.quietHours as Window[],
      legalHours: settings.legalHours,
      consentRequired: settings.consentRequired,
      skipHolidays: settings.skipHolidays,
      excludedDates: settings.excludedDates,
      timezone,
      startDate: toLocalInput(schedule?.startDate, timezone) as string | null,
      endDate: toLocalInput(schedule?.endDate, timezone) as string | null,
    },
    Fields,
    ({ timezone: tz, startDate, endDate, ...chosen }) => ({
      settings: chosen,
      changes: { schedule: startDate || endDate ? { timezone: tz, start_date: startDate, end_date: endDate } : null },
    }),
  )
  const { form } = section
  const isFixed = !isEditable(status)
  return (
    <SectionForm section={section}>
      <Radio.Group
        label={t('whenToCall')}
        value={form.values.callingWindows.length === 0 ? 'any' : 'hours'}
        onChange={(choice) => form.setFieldValue('callingWindows', choice === 'any' ? [] : [OFFICE_HOURS])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="hours" label={t('atHours')} />
          <Radio value="any" label={t('anyTime')} description={t('anyTimeAbout')} />
        </Stack>
      </Radio.Group>
      {form.values.callingWindows.length > 0 && (
        <CampaignCallingHours
          label={t('callingWindows')}
          addLabel={t('addCallingHours')}
          description={t('callingWindowsAbout')}
          name="callingWindows"
          windows={form.values.callingWindows}
          errors={form.errors}
          onChange={(windows) => form.setFieldValue('callingWindows', windows)}
        />
      )}
      <CampaignCallingHours
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
      <Select
        label={t('consentRequired')}
        description={t('consentRequiredAbout')}
        allowDeselect={false}
        data={CONSENT_REQUIRED.map((value) => ({ value, label: t(`consentRequired.${value}`) }))}
        {...form.getInputProps('consentRequired')}
      />
      <Switch label={t('skipHolidays')} description={t('skipHolidaysAbout')} {...form.getInputProps('skipHolidays', { type: 'checkbox' })} />
      <CampaignExcludedDates dates={form.values.excludedDates} onChange={(dates) => form.setFieldValue('excludedDates', dates)} />
      <FieldGroup title={t('schedule')} about={t('scheduleAbout')}>
        {isFixed && <Alert>{t('fixedWhileRunning')}</Alert>}
        <FieldGrid cols={{ base: 1, sm: 3 }}>
          <DateField label={t('startDate')} isFixed={isFixed} props={optionalProps(form, 'startDate')} />
          <DateField label={t('endDate')} isFixed={isFixed} props={optionalProps(form, 'endDate')} />
          <Select
            label={t('timezone')}
            searchable
            allowDeselect={false}
            disabled={isFixed}
            limit={100}
            data={ZONES.includes(timezone) ? ZONES : [timezone, ...ZONES]}
            {...form.getInputProps('timezone')}
          />
        </FieldGrid>
      </FieldGroup>
    </SectionForm>
  )
}

function DateField({ label, isFixed, props }: { label: string; isFixed: boolean; props: ReturnType<typeof optionalProps> }) {
  return <TextInput type="datetime-local" label={label} disabled={isFixed} {...props} onChange={({ target }) => props.onChange(target.value)} />
}
