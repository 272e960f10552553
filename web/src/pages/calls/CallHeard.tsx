import { Alert, Button, Group, Text, UnstyledButton } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import type { WholeCall } from './wholeCall.ts'
import classes from './CallFacts.module.css'
import { CallPart } from './CallPart.tsx'
import { CallPlayer } from './CallPlayer.tsx'
import { DeleteRecordingDocument } from './Calls.gql.ts'
import { type Player, usePlayer } from './usePlayer.ts'

/** What was said in a call that is over, to be heard and read together: the line that is heard is marked, and a click on one plays it. */
export function CallHeard({ call }: { call: WholeCall }) {
  const t = useMessages('calls')
  const player = usePlayer(call.id, call.durationSeconds ?? 0)
  return (
    <>
      <CallPart title={t('recording')} actions={call.recordingUrl && <DeleteRecording callId={call.id} />}>
        {call.recordingUrl ? <CallPlayer player={player} /> : <NoRecording call={call} />}
      </CallPart>
      <CallPart title={t('transcript')}>
        {call.transcript.length > 0 ? (
          <Lines lines={call.transcript} player={call.recordingUrl ? player : null} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('nothingSaid')}
          </Text>
        )}
      </CallPart>
    </>
  )
}

function NoRecording({ call: { recordingAdvisory: advisory, recordingDeletedAt } }: { call: WholeCall }) {
  const t = useMessages('calls')
  const format = useFormat()
  const text = recordingDeletedAt ? t('recordingDeleted', { when: format.moment(recordingDeletedAt) }) : advisory.recorded ? t('noRecording') : advisory.message
  return (
    <Alert color="gray" role="note">
      {text}
    </Alert>
  )
}

function Lines({ lines, player }: { lines: WholeCall['transcript']; player: Player | null }) {
  const word = useWords()
  const format = useFormat()
  const heard = player?.hasBegun ? lines.findLastIndex(({ startSeconds }) => startSeconds != null && startSeconds <= player.seconds) : -1
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const line = list.current?.children[heard] as HTMLElement | undefined
    if (line && list.current && player?.isPlaying) list.current.scrollTop = line.offsetTop - list.current.offsetTop - list.current.clientHeight / 3
  }, [heard, player?.isPlaying])
  return (
    <ol ref={list} className={classes.lines} tabIndex={0}>
      {lines.map(({ role, text, startSeconds }, index) => {
        const what = (
          <>
            <Group gap="xs" component="span">
              <Text span size="xs" fw={700}>
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
        const isHeard = index === heard
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
    if (isSure) await remove({ callId }, { done: t('deleted') })
  }
  if (!canDelete) return null
  return (
    <Button size="xs" variant="default" leftSection={<Trash2 size={14} aria-hidden />} loading={isRunning} onClick={() => void ask()}>
      {t('deleteRecording')}
    </Button>
  )
}
