import { Alert, Button, FileButton, Paper, Progress, Stack, Text } from '@mantine/core'
import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { MAX_CONTENT, MAX_ROWS } from '../../../../../src/inputs/leadFiles.ts'
import { useFormat } from '../../../format.ts'
import { useMessages } from '../../../messages.ts'
import classes from './LeadFileDrop.module.css'
import { LeadPaste } from './LeadPaste.tsx'
import { MEGABYTE, useLeadUpload } from './useLeadUpload.ts'

/** Uploads a dropped or chosen file, or pasted rows. Nothing is imported yet. */
export function LeadFileDrop({ campaignId, onUploaded }: { campaignId: string; onUploaded: (importId: string) => void }) {
  const t = useMessages('leads')
  const format = useFormat()
  const { sent, problem, takeFile, takeText } = useLeadUpload(campaignId, onUploaded)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void takeFile(event.dataTransfer.files[0] ?? null)
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
            onChange={(file) => void takeFile(file)}
            accept=".csv,.tsv,.txt,.json,.xlsx,text/csv,application/json"
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
      <LeadPaste isRunning={sent !== null} onPaste={(text) => void takeText(text)} />
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
