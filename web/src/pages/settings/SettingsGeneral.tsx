import { Alert, Progress, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { z } from 'zod'
import { TimeZone } from '../../../../src/inputs/analytics.ts'
import { Name } from '../../../../src/inputs/common.ts'
import { useFormat } from '../../format.ts'
import { useLanguage } from '../../languages.ts'
import { useMessages, useWords } from '../../messages.ts'
import { CopyableText } from '../../parts/text/Copy.tsx'
import { listTimezones } from '../../parts/forms/timezones.ts'
import { Facts } from '../../parts/page/Facts.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { useCan } from '../../parts/viewer.tsx'
import { BillingDetails } from './BillingDetails.tsx'
import { SettingsCalls } from './SettingsCalls.tsx'
import { SettingsDisclosure } from './SettingsDisclosure.tsx'
import { GeneralSettingsDocument, type GeneralSettingsQuery, RenameWorkspaceDocument, SetWorkspaceTimezoneDocument } from './Settings.gql.ts'

type Workspace = GeneralSettingsQuery['workspace']

/** Workspace name, statistics time zone, and plan limits. */
export function SettingsGeneral() {
  const result = useQuery({ query: GeneralSettingsDocument })
  const canChange = useCan('workspace:write')
  return (
    <QueryResult result={result}>
      {({ workspace, billingUsage }) => (
        <Stack>
          {canChange ? <Form key={workspace.id} workspace={workspace} /> : <GeneralSummary workspace={workspace} />}
          <SettingsCalls timing={workspace.callTiming} consent={workspace.callConsent} />
          <SettingsDisclosure mode={workspace.disclosure} />
          <BillingDetails key={`details-${workspace.id}`} details={workspace} canChange={canChange} />
          <Plan workspace={workspace} usage={billingUsage} />
        </Stack>
      )}
    </QueryResult>
  )
}

const Input = z.object({ name: Name, timezone: TimeZone })

function Form({ workspace }: { workspace: Workspace }) {
  const t = useMessages('settings')
  const common = useMessages('common')
  const form = useAppForm({ name: workspace.name, timezone: workspace.timezone }, Input)
  const [rename, isRenaming] = useAction(RenameWorkspaceDocument)
  const [setZone, isSettingZone] = useAction(SetWorkspaceTimezoneDocument)
  const send = form.onSubmit(async ({ name, timezone }) => {
    const options = { success: common('saved'), handleError: form.showServerErrors }
    if (name !== workspace.name && !(await rename({ name }, options))) return
    if (timezone !== workspace.timezone && !(await setZone({ timezone }, options))) return
    form.resetDirty()
  })
  return (
    <Section title={t('workspace')}>
      <FormLayout onSubmit={send} isRunning={isRenaming || isSettingZone} isDisabled={!form.isDirty()}>
        <TextInput label={common('name')} required autoComplete="off" {...form.getInputProps('name')} />
        <Select
          label={t('timezone')}
          description={t('timezoneAbout')}
          searchable
          limit={60}
          nothingFoundMessage={t('noZone')}
          data={listTimezones(workspace.timezone)}
          allowDeselect={false}
          inputWrapperOrder={['label', 'description', 'input', 'error']}
          {...form.getInputProps('timezone')}
        />
        <Text size="xs" c="dimmed">
          <Clock timezone={form.values.timezone} />
        </Text>
      </FormLayout>
    </Section>
  )
}

function GeneralSummary({ workspace }: { workspace: Workspace }) {
  const t = useMessages('settings')
  const common = useMessages('common')
  return (
    <Section title={t('workspace')} about={t('ownersOnly')}>
      <Facts
        facts={[
          { name: common('name'), value: workspace.name },
          { name: t('timezone'), value: workspace.timezone, about: <Clock timezone={workspace.timezone} /> },
        ]}
      />
    </Section>
  )
}

/** Current time in a time zone. */
function Clock({ timezone }: { timezone: string }) {
  const t = useMessages('settings')
  const language = useLanguage()
  const [now] = useState(() => new Date())
  return t('timeThere', { time: new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: timezone }).format(now) })
}

/** Returns the browser's time zones and the current value. */

function Plan({ workspace, usage }: { workspace: Workspace; usage: GeneralSettingsQuery['billingUsage'] }) {
  const t = useMessages('settings')
  const word = useWords()
  const format = useFormat()
  const { includedMinutes, usedMinutes } = usage
  const { used, limit } = workspace.storage
  const minutes = t('minutesUsed', { used: format.number(Math.round(usedMinutes)), included: format.number(includedMinutes) })
  return (
    <Section title={t('plan')} about={t('planAbout')} actions={<TextLink to="/billing">{t('toBilling')}</TextLink>}>
      <Facts
        facts={[
          { name: t('plan'), value: word('plan', workspace.plan) },
          {
            name: t('includedMinutes'),
            value: includedMinutes === 0 ? t('noMinutes') : minutes,
            about: includedMinutes > 0 && <Progress value={(100 * usedMinutes) / includedMinutes} mt={4} maw={240} aria-label={minutes} />,
          },
          {
            name: t('storage'),
            value: t('storageUsed', { used: format.bytes(used), limit: format.bytes(limit) }),
            about: <StorageUse used={used} limit={limit} />,
          },
          { name: t('concurrentCalls'), value: format.number(workspace.limits.concurrentCalls) },
          { name: t('requests'), value: t('requestsValue', { rpm: format.number(workspace.limits.rpm), rpd: format.number(workspace.limits.rpd) }) },
          { name: t('since'), value: format.day(workspace.createdAt) },
          { name: t('workspaceId'), value: <CopyableText value={workspace.id} name={t('workspaceId')} /> },
        ]}
      />
    </Section>
  )
}

/** Share of the storage limit at which a warning appears. */
const NEARLY_FULL = 0.9

/** Storage use, what counts, and what to do when it is nearly full. */
function StorageUse({ used, limit }: Workspace['storage']) {
  const t = useMessages('settings')
  const isLow = used >= NEARLY_FULL * limit
  return (
    <>
      <Progress value={(100 * used) / limit} color={isLow ? 'bad' : undefined} my={4} maw={240} aria-label={t('storage')} />
      {t('storageAbout')}
      {isLow && (
        <Alert color="warn" mt="xs" maw={480} role="status">
          {t(used >= limit ? 'storageFull' : 'storageLow')}
        </Alert>
      )}
    </>
  )
}
