import { Group, Stack, Text } from '@mantine/core'
import { useSubscription } from 'urql'
import { useFormat } from '../../format.ts'
import { useWords } from '../../messages.ts'
import { CallTranscriptDocument, type CallTranscriptSubscription } from './transcript.gql.ts'

type TranscriptUpdate = CallTranscriptSubscription['callTranscript']
export type TranscriptLine = TranscriptUpdate['lines'][number]

/** Transcript lines with speaker and time. */
export function Transcript({ lines }: { lines: readonly TranscriptLine[] }) {
  const word = useWords()
  const format = useFormat()
  return (
    <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {lines.map(({ role, text, startSeconds }, index) => (
        <li key={index}>
          <Group gap="xs">
            <Text size="xs" fw={600}>
              {word('speaker', role)}
            </Text>
            <Text size="xs" c="dimmed">
              {startSeconds == null ? '' : format.duration(startSeconds)}
            </Text>
          </Group>
          <Text size="sm">{text}</Text>
        </li>
      ))}
    </Stack>
  )
}

/** A call's live transcript, complete from the first update, and whether the call has ended. */
export function useTranscript(callId: string, isEnabled = true): TranscriptUpdate | undefined {
  const [{ data }] = useSubscription<{ callTranscript: TranscriptUpdate }, TranscriptUpdate, { callId: string }>(
    { query: CallTranscriptDocument, variables: { callId }, pause: !isEnabled },
    (before, { callTranscript: part }) => ({ ...part, startIndex: 0, lines: [...(before?.lines ?? []).slice(0, part.startIndex), ...part.lines] }),
  )
  return data
}
