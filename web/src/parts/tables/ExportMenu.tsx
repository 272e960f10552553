import { Button, Group, Menu, Progress, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSubscription } from 'urql'
import { REPORT_FORMATS, type ReportFormat } from '../../../../src/inputs/reports.ts'
import { useMessages, useWords } from '../../messages.ts'
import { ExportProgressDocument, ExportRowsDocument, type ExportRowsMutationVariables } from './export.gql.ts'
import { useOpening } from '../page/useOpening.ts'
import { useAction } from '../useAction.ts'

interface ReportMenuProps {
  /** Input of the export without its format, which is chosen here. */
  input: Omit<ExportRowsMutationVariables['input'], 'format'>
  /** What is exported, for screen readers. */
  name: string
}

/** Menu that exports the rows of a report. */
export function ReportMenu({ input, name }: ReportMenuProps) {
  const [start, isRunning] = useAction(ExportRowsDocument)
  const request = async (format: ReportFormat) => (await start({ input: { ...input, format } }))?.exportReport.id
  return <ExportMenu name={name} request={request} isRunning={isRunning} />
}

interface ExportMenuProps {
  /** What is exported, for screen readers. */
  name: string
  /** Requests the export, and resolves to its ID unless it failed. */
  request: (format: ReportFormat) => Promise<string | undefined>
  isRunning: boolean
  /** Whether it opens at once. */
  isOpening?: boolean
}

/** Menu that exports a list of any size, shows the progress, and downloads the file. The button that stays downloads it once more. */
export function ExportMenu({ name, request, isRunning, isOpening = false }: ExportMenuProps) {
  const t = useMessages('common')
  const word = useWords()
  const [isOpen, setOpen] = useOpening(isOpening)
  const [reportId, setReportId] = useState<string | null>(null)
  const startExport = async (format: ReportFormat) => {
    const id = await request(format)
    if (id) setReportId(id)
  }
  return (
    <Group gap="xs">
      {reportId && <ExportProgress key={reportId} reportId={reportId} />}
      <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          <Button variant="default" loading={isRunning} leftSection={<Download size={16} aria-hidden />} aria-label={t('exportOf', { name })}>
            {t('export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {REPORT_FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => void startExport(format)}>
              {word('format', format)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

function ExportProgress({ reportId }: { reportId: string }) {
  const t = useMessages('common')
  const word = useWords()
  const [{ data }] = useSubscription({ query: ExportProgressDocument, variables: { id: reportId } })
  const { status = 'queued', progress = null, downloadUrl, error } = data?.reportUpdated ?? {}
  const url = status === 'done' ? downloadUrl : null
  useEffect(() => {
    if (url) Object.assign(document.createElement('a'), { href: url, download: '' }).click()
  }, [url])
  if (url)
    return (
      <Button component="a" href={url} download>
        {t('downloadFile')}
      </Button>
    )
  if (status === 'queued' || status === 'running') return <Progress w={120} value={progress ?? 100} animated aria-label={t('exportProgress')} role="status" />
  return (
    <Text size="sm" role="alert">
      {error ?? word('report', status)}
    </Text>
  )
}
