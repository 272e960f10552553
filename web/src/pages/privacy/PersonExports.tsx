import { Anchor, Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { Download } from 'lucide-react'
import { useQuery, useSubscription } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FormRow } from '../../parts/forms/FormRow.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import {
  DeletePersonExportDocument,
  ExportPersonDocument,
  PersonExportProgressDocument,
  PersonExportsDocument,
  type PersonExportsQuery,
} from './Privacy.gql.ts'
import { PhoneNumber } from '../../parts/text/PhoneNumber.tsx'

type Export = PersonExportsQuery['reports']['nodes'][number]

/** Exports everything held about one phone number, for the person who requests it. */
export function PersonExports() {
  const t = useMessages('privacy')
  const result = useQuery({ query: PersonExportsDocument })
  const form = useAppForm({ phoneNumber: '' })
  const [make, isRunning] = useAction(ExportPersonDocument)
  const send = form.onSubmit(async ({ phoneNumber }) => {
    const done = await make({ input: { type: 'person', phoneNumber: phoneNumber.trim() } }, { handleError: form.showServerErrors })
    if (done) form.reset()
  })
  return (
    <Section title={t('export')} about={t('exportAbout')}>
      <FormRow onSubmit={send} action={t('exportAction')} isRunning={isRunning} isDisabled={form.values.phoneNumber.trim() === ''}>
        <TextInput label={t('numberToExport')} placeholder="+14155550123" type="tel" autoComplete="off" {...form.getInputProps('phoneNumber')} />
      </FormRow>
      <QueryResult result={result}>
        {({ reports }) => (
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('exports')}>
            {reports.nodes
              .filter(({ type }) => type === 'person')
              .map((report) => (
                <ExportRow key={report.id} report={report} />
              ))}
          </Stack>
        )}
      </QueryResult>
    </Section>
  )
}

const ACTIVE_STATUSES = ['queued', 'running']

function ExportRow({ report }: { report: Export }) {
  const t = useMessages('privacy')
  const format = useFormat()
  const { id, status, progress, error, filter, createdAt } = report
  const isUnderWay = ACTIVE_STATUSES.includes(status)
  useSubscription({ query: PersonExportProgressDocument, variables: { id }, pause: !isUnderWay })
  const number = filter.phoneNumber ?? ''
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text size="sm">
            <PhoneNumber number={number} />
          </Text>
          <Text size="xs" c="dimmed">
            {format.moment(createdAt)}
          </Text>
        </div>
        <Group gap="sm" wrap="nowrap">
          {status === 'done' ? <DownloadLink report={report} number={number} /> : <Status kind="report" value={status} />}
          <Remove id={id} number={number} />
        </Group>
      </Group>
      {isUnderWay && <Progress value={progress ?? 100} animated={progress === null} mt={4} size="sm" aria-label={t('progress', { number })} />}
      {error && (
        <Text size="xs" c="dimmed" lang="en">
          {error}
        </Text>
      )}
    </li>
  )
}

function DownloadLink({ report: { downloadUrl, expiresAt, bytes }, number }: { report: Export; number: string }) {
  const t = useMessages('privacy')
  const format = useFormat()
  if (!downloadUrl) return null
  return (
    <Stack gap={0} align="flex-start">
      <Anchor href={downloadUrl} download size="sm" aria-label={t('downloadOf', { number })}>
        <Group gap={4} wrap="nowrap" component="span">
          <Download size={14} aria-hidden />
          {t('download', { size: format.bytes(bytes) })}
        </Group>
      </Anchor>
      <Text size="xs" c="dimmed">
        {t('until', { moment: format.moment(expiresAt) })}
      </Text>
    </Stack>
  )
}

function Remove({ id, number }: { id: string; number: string }) {
  const t = useMessages('privacy')
  const common = useMessages('common')
  const confirm = useConfirm()
  const [remove, isRunning] = useAction(DeletePersonExportDocument)
  const ask = async () => {
    const isSure = await confirm({ title: t('deleteTitle'), body: t('deleteBody', { number }), action: t('deleteAction'), danger: true })
    if (isSure) await remove({ id }, { success: t('deleted') })
  }
  return (
    <Button size="compact-xs" variant="default" loading={isRunning} onClick={() => void ask()} aria-label={t('deleteOf', { number })}>
      {common('delete')}
    </Button>
  )
}
