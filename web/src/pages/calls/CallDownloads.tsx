import { Button, Group } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useClient } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { downloadFile } from '../../parts/tables/downloadFile.ts'
import { useErrorToast } from '../../parts/useAction.ts'
import { CallRecordingLinkDocument } from './Call.gql.ts'
import type { FullCall } from './fullCall.ts'

/** Downloads a transcript as text or JSON. */
export function TranscriptDownload({ call: { id, transcript } }: { call: FullCall }) {
  const t = useMessages('calls')
  const word = useWords()
  const format = useFormat()
  if (transcript.length === 0) return null
  const lineOf = ({ role, text, startSeconds }: FullCall['transcript'][number]) =>
    `${startSeconds == null ? '' : `[${format.duration(startSeconds)}] `}${word('speaker', role)}: ${text}\n`
  // The names of the REST API.
  const entryOf = ({ role, text, startSeconds }: FullCall['transcript'][number]) => ({ role, text, start_seconds: startSeconds })
  return (
    <Group gap="xs">
      <DownloadButton label={t('downloadText')} onClick={() => downloadFile(`call-${id}-transcript.txt`, transcript.map(lineOf).join(''), 'text/plain')} />
      <DownloadButton
        label={t('downloadJson')}
        onClick={() => downloadFile(`call-${id}-transcript.json`, `${JSON.stringify(transcript.map(entryOf), null, 2)}\n`, 'application/json')}
      />
    </Group>
  )
}

/** Downloads a recording. Its link is secret and expires, so it is requested on the click. */
export function RecordingDownload({ callId }: { callId: string }) {
  const t = useMessages('calls')
  const client = useClient()
  const showError = useErrorToast()
  const [isRunning, setRunning] = useState(false)
  const download = async () => {
    setRunning(true)
    const { data, error } = await client.query(CallRecordingLinkDocument, { id: callId }, { requestPolicy: 'network-only' }).toPromise()
    setRunning(false)
    if (!data) return showError(error!)
    const link = document.createElement('a')
    link.href = new URL(data.recordingLink.url).pathname
    link.download = `call-${callId}.wav`
    link.click()
  }
  return <DownloadButton label={t('downloadRecording')} isRunning={isRunning} onClick={() => void download()} />
}

function DownloadButton({ label, isRunning, onClick }: { label: string; isRunning?: boolean; onClick: () => void }) {
  return (
    <Button size="xs" variant="default" leftSection={<Download size={14} aria-hidden />} loading={isRunning} onClick={onClick}>
      {label}
    </Button>
  )
}
