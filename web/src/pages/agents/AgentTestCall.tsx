import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { PhoneOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useQuery, useSubscription } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { TimingNote } from '../../parts/text/TimingNote.tsx'
import { Transcript, useTranscript } from '../../parts/text/Transcript.tsx'
import { useAction } from '../../parts/useAction.ts'
import { EndTestCallDocument, TestCallDocument, TestCallUpdatedDocument, type TestCallFieldsFragment } from './Agent.gql.ts'
import { PhoneNumber } from '../../parts/text/PhoneNumber.tsx'

/** A live call: its status and transcript. */
export function AgentTestCall({ id }: { id: string }) {
  const result = useQuery({ query: TestCallDocument, variables: { id } })
  useSubscription({ query: TestCallUpdatedDocument, variables: { id } })
  return <QueryResult result={result}>{({ call }) => <LiveTestCall call={call} />}</QueryResult>
}

function LiveTestCall({ call }: { call: TestCallFieldsFragment }) {
  const t = useMessages('agents')
  const isOver = call.endedAt !== null
  const live = useTranscript(call.id, !isOver)
  const lines = call.transcript.length > 0 && isOver ? call.transcript : (live?.lines ?? call.transcript)
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Group gap="xs" role="status">
          <Status kind="call" value={call.status} />
          <Text size="sm">
            <PhoneNumber number={call.toNumber} />
          </Text>
          <Elapsed call={call} />
        </Group>
        {isOver ? (
          <TextLink to="/calls" search={{ call: call.id }}>
            {t('toCall')}
          </TextLink>
        ) : (
          <End call={call} />
        )}
      </Group>
      <TimingNote advisory={call.timingAdvisory} />
      {/* There before its first line, so that a screen reader says each. */}
      <Stack mah={420} style={{ overflowY: 'auto' }} tabIndex={0} role="log" aria-label={t('transcript')}>
        {lines.length > 0 ? (
          <Transcript lines={lines} />
        ) : (
          <Group gap="xs">
            {!isOver && <Loader size="xs" type="dots" />}
            <Text size="sm" c="dimmed">
              {t(isOver ? 'noTranscript' : 'waitingForTranscript')}
            </Text>
          </Group>
        )}
      </Stack>
      {isOver && <Result call={call} />}
    </Stack>
  )
}

function Elapsed({ call: { startedAt, endedAt, durationSeconds } }: { call: TestCallFieldsFragment }) {
  const format = useFormat()
  const isRunning = startedAt !== null && endedAt === null
  const [now, tick] = useState(Date.now)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => tick(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  if (startedAt === null) return null
  const seconds = isRunning ? Math.max(0, (now - Date.parse(startedAt)) / 1000) : durationSeconds
  return (
    <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }} aria-live="off">
      {format.duration(seconds)}
    </Text>
  )
}

function End({ call }: { call: TestCallFieldsFragment }) {
  const t = useMessages('agents')
  const [end, isRunning] = useAction(EndTestCallDocument)
  return (
    <Button
      size="xs"
      color="bad"
      leftSection={<PhoneOff size={14} aria-hidden />}
      loading={isRunning || call.endRequestedAt !== null}
      onClick={() => void end({ id: call.id })}
    >
      {t('endCall')}
    </Button>
  )
}

/** Results of the call, once the provider has reported them. */
function Result({ call }: { call: TestCallFieldsFragment }) {
  const t = useMessages('agents')
  const word = useWords()
  const format = useFormat()
  const answers = Object.entries((call.structuredData ?? {}) as Record<string, unknown>)
  return (
    <Alert color="gray" title={call.endedReason ? t('endedBecause', { reason: word('endedReason', call.endedReason) }) : undefined}>
      <Stack gap={4}>
        {call.summary && <Text size="sm">{call.summary}</Text>}
        {answers.map(([name, value]) => (
          <Text size="sm" key={name}>
            <b>{name}</b>: {typeof value === 'string' ? value : JSON.stringify(value)}
          </Text>
        ))}
        {call.cost !== null && (
          <Text size="sm" c="dimmed">
            {t('cost', { cost: format.money(call.cost, call.currency) })}
          </Text>
        )}
      </Stack>
    </Alert>
  )
}
