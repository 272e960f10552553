import { NumberInput, SimpleGrid, Stack } from '@mantine/core'
import { DataRetentionInput, LEAD_FILE_DAYS } from '../../../../src/inputs/privacySettings.ts'
import { useMessages } from '../../messages.ts'
import { allowBlanks, blanksToNull } from '../../parts/forms/blanks.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { Facts } from '../../parts/page/Facts.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { useCan } from '../../parts/viewer.tsx'
import { type DataSettingsQuery, UpdateDataRetentionDocument } from './Settings.gql.ts'

type RetentionDays = DataSettingsQuery['dataRetention']

const CLASSES = ['recordings', 'transcripts', 'calls', 'messages', 'leadFiles'] as const
type Class = (typeof CLASSES)[number]

/** Retention when the field is blank, in days. Other classes are then kept indefinitely. */
const DEFAULTS: Partial<Record<Class, number>> = { leadFiles: LEAD_FILE_DAYS }
const toDays = (days: Record<Class, number | null>, name: Class) => days[name] ?? DEFAULTS[name] ?? Number.POSITIVE_INFINITY

const Input = allowBlanks(DataRetentionInput)

/** Form of retention periods, in days. */
export function Retention({ retention }: { retention: RetentionDays }) {
  const t = useMessages('settings')
  const canChange = useCan('workspace:write')
  return (
    <Section title={t('retention')} about={canChange ? t('retentionAbout') : t('ownersOnly')}>
      {canChange ? <Form retention={retention} /> : <RetentionFacts retention={retention} />}
    </Section>
  )
}

/** Read-only retention periods. */
export function RetentionFacts({ retention }: { retention: RetentionDays }) {
  const t = useMessages('settings')
  return (
    <Facts
      facts={CLASSES.map((name) => {
        const days = retention[name]
        return { name: t(name), value: days == null ? t('noRetention') : t('days', { count: days }), about: t(`${name}About`) }
      })}
    />
  )
}

function Form({ retention }: { retention: RetentionDays }) {
  const t = useMessages('settings')
  const common = useMessages('common')
  const confirm = useConfirm()
  const initial = Object.fromEntries(CLASSES.map((name) => [name, retention[name] ?? ''])) as Record<Class, number | ''>
  const form = useAppForm(initial, Input)
  const [update, isRunning] = useAction(UpdateDataRetentionDocument)
  const send = form.onSubmit(async (values) => {
    const input = blanksToNull(values)
    const shorter = CLASSES.filter((name) => toDays(input, name) < toDays(retention, name))
    const body = (
      <Stack gap={4}>
        {shorter.map((name) => (
          <div key={name}>{t('olderGoes', { what: t(name), days: toDays(input, name) })}</div>
        ))}
        <div>{t('notBack')}</div>
      </Stack>
    )
    if (shorter.length > 0 && !(await confirm({ title: t('shorterTitle'), body, action: t('shorterAction'), danger: true }))) return
    if (await update({ input }, { success: common('saved'), handleError: form.showServerErrors })) form.resetDirty()
  })
  return (
    <FormLayout onSubmit={send} isRunning={isRunning} isDisabled={!form.isDirty()}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {CLASSES.map((name) => (
          <NumberInput
            key={name}
            label={t(name)}
            description={name === 'leadFiles' ? `${t('leadFilesAbout')} ${t('leadFilesBlank')}` : t(`${name}About`)}
            placeholder={DEFAULTS[name] ? t('days', { count: DEFAULTS[name] }) : t('keptIndefinitely')}
            suffix={t('daysSuffix')}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
    </FormLayout>
  )
}
