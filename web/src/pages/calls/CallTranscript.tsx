import { Alert, Button, Group, Text, UnstyledButton } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { useRecordingText } from '../../parts/text/useRecordingText.ts'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import type { FullCall } from './fullCall.ts'
import classes from './CallFacts.module.css'
import { CallSection } from './CallSection.tsx'
import { RecordingDownload, TranscriptDownload } from './CallDownloads.tsx'
import { CallPlayer } from './CallPlayer.tsx'
import { DeleteRecordingDocument } from './Call.gql.ts'
import { type Player, usePlayer } from './usePlayer.ts'

const RecordingCopy = lazy(() => import('./RecordingCopy.tsx').then((module) => ({ default: module.RecordingCopy })))

/** Transcript of a finished call, in sync with the recording: the current line is marked, and clicking a line plays it. */
export function CallTranscript({ call }: { call: FullCall }) {
  const t = useMessages('calls')
  const player = usePlayer(call.id, call.durationSeconds ?? 0)
  return (
    <>
      <CallSection
        title={t('recording')}
        actions={
          call.recordingUrl && (
            <Group gap="xs">
              <RecordingDownload callId={call.id} />
              <DeleteRecording callId={call.id} />
            </Group>
          )
        }
      >
        {call.recordingUrl ? <CallPlayer player={player} /> : <NoRecording call={call} />}
        <Suspense>{call.recordingUrl && <RecordingCopy callId={call.id} />}</Suspense>
      </CallSection>
      <CallSection title={t('transcript')} actions={<TranscriptDownload call={call} />}>
        {call.transcript.length > 0 ? (
          <Lines lines={call.transcript} player={call.recordingUrl ? player : null} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('noTranscript')}
          </Text>
        )}
      </CallSection>
    </>
  )
}

function NoRecording({ call: { recordingAdvisory: advisory, recordingDeletedAt } }: { call: FullCall }) {
  const t = useMessages('calls')
  const format = useFormat()
  const textOf = useRecordingText()
  const text = recordingDeletedAt ? t('recordingDeleted', { when: format.moment(recordingDeletedAt) }) : advisory.recorded ? t('noRecording') : textOf(advisory)
  return (
    <Alert color="gray" role="note">
      {text}
    </Alert>
  )
}

function Lines({ lines, player }: { lines: FullCall['transcript']; player: Player | null }) {
  const word = useWords()
  const format = useFormat()
  const currentIndex = player?.hasStarted ? lines.findLastIndex(({ startSeconds }) => startSeconds != null && startSeconds <= player.seconds) : -1
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const line = list.current?.children[currentIndex] as HTMLElement | undefined
    if (line && list.current && player?.isPlaying) list.current.scrollTop = line.offsetTop - list.current.offsetTop - list.current.clientHeight / 3
  }, [currentIndex, player?.isPlaying])
  return (
    <ol ref={list} className={classes.lines} tabIndex={0}>
      {lines.map(({ role, text, startSeconds }, index) => {
        const what = (
          <>
            <Group gap="xs" component="span">
              <Text span size="xs" fw={600}>
                {word('speaker', role)}
              </Text>
              <Text span size="xs" c="dimmed">
                {startSeconds == null ? '' : format.duration(startSeconds)}
              </Text>
            </Group>
            <Text span size="sm" display="block" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          </>
        )
        const isHeard = index === currentIndex
        return (
          <li key={index} aria-current={isHeard || undefined}>
            {player && startSeconds != null ? (
              <UnstyledButton className={classes.line} data-plays={isHeard || undefined} onClick={() => player.seek(startSeconds, true)}>
                {what}
              </UnstyledButton>
            ) : (
              <div className={classes.line} data-plays={isHeard || undefined}>
                {what}
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function DeleteRecording({ callId }: { callId: string }) {
  const t = useMessages('calls')
  const canDelete = useCan('calls:write')
  const confirm = useConfirm()
  const [remove, isRunning] = useAction(DeleteRecordingDocument)
  const ask = async () => {
    const isSure = await confirm({ title: t('deleteTitle'), body: t('deleteBody'), action: t('deleteRecording'), danger: true })
    if (isSure) await remove({ callId }, { success: t('deleted') })
  }
  if (!canDelete) return null
  return (
    <Button size="xs" variant="default" leftSection={<Trash2 size={14} aria-hidden />} loading={isRunning} onClick={() => void ask()}>
      {t('deleteRecording')}
    </Button>
  )
}
