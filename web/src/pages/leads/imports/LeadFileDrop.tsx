import { Alert, Button, FileButton, Paper, Progress, Stack, Text } from '@mantine/core'
import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { MAX_CONTENT, MAX_ROWS } from '../../../../../src/inputs/leadFiles.ts'
import { useFormat } from '../../../format.ts'
import { useMessages } from '../../../messages.ts'
import { getErrorMessage } from '../../../api/problems.ts'
import { sendUpload, prepareUpload } from '../../../api/upload.ts'
import classes from './LeadFileDrop.module.css'
import { UploadLeadsDocument } from './LeadUpload.gql.ts'

const MEGABYTE = 1024 * 1024

/** Uploads a dropped or chosen CSV or JSON file. Nothing is imported yet. */
export function LeadFileDrop({ campaignId, onUploaded }: { campaignId: string; onUploaded: (importId: string) => void }) {
  const t = useMessages('leads')
  const format = useFormat()
  const { sent, problem, take } = useUpload(campaignId, onUploaded)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0] ?? null)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <Stack gap="sm">
      <Paper withBorder p="xl" className={classes.drop} data-over={isOver || undefined} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
        <Stack align="center" gap="xs" ta="center">
          <FileSpreadsheet aria-hidden />
          <Text fw={600}>{t('dropHere')}</Text>
          <FileButton
            onChange={(file) => void take(file)}
            accept=".csv,.tsv,.txt,.json,text/csv,application/json"
            inputProps={{ 'aria-label': t('chooseFile') }}
          >
            {(props) => (
              <Button {...props} loading={sent !== null}>
                {t('chooseFile')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" maw={520}>
            {t('fileLimits', { megabytes: format.number(MAX_CONTENT / MEGABYTE), rows: format.number(MAX_ROWS) })}
          </Text>
        </Stack>
      </Paper>
      {sent !== null && (
        <Stack gap={4} role="status">
          <Text size="sm">{sent < 1 ? t('uploading', { share: format.percent(sent) }) : t('reading')}</Text>
          <Progress value={sent * 100} animated={sent >= 1} aria-label={t('uploadProgress')} />
        </Stack>
      )}
      {problem && (
        <Alert role="alert" color="bad" title={t('uploadFailed')}>
          {problem}
        </Alert>
      )}
    </Stack>
  )
}

/** Reads and uploads a file. Returns the sent share, or null while idle. */
function useUpload(campaignId: string, onUploaded: (importId: string) => void) {
  const t = useMessages('leads')
  const common = useMessages('common')
  const format = useFormat()
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | null) => {
    if (!file || sent !== null) return
    const limit = format.number(MAX_CONTENT / MEGABYTE)
    if (file.size === 0) return setProblem(t('fileEmpty'))
    if (file.size > MAX_CONTENT) return setProblem(t('fileTooLarge', { megabytes: limit }))
    setProblem(null)
    setSent(0)
    try {
      const content = await file.text()
      const upload = prepareUpload(UploadLeadsDocument, {
        campaignId,
        input: { fileName: file.name.slice(-200), format: formatOf(file.name, content), content },
      })
      if (upload.body.size > MAX_CONTENT) setProblem(t('fileTooLarge', { megabytes: limit }))
      else onUploaded((await sendUpload(upload, setSent)).uploadLeads.import.id)
    } catch (error) {
      setProblem(getErrorMessage(error as Error, common('offline')))
    } finally {
      setSent(null)
    }
  }
  return { sent, problem, take }
}

/** Detects JSON by the file name or the first character. */
const formatOf = (name: string, content: string) => (/\.json$/i.test(name) || /^\s*[[{]/.test(content.slice(0, 100)) ? 'json' : 'csv')
