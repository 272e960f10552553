import { Group, Stack, Text } from '@mantine/core'
import { useSubscription } from 'urql'
import { useFormat } from '../format.ts'
import { useWords } from '../messages.ts'
import { CallTranscriptDocument, type CallTranscriptSubscription } from './transcript.gql.ts'

type Part = CallTranscriptSubscription['callTranscript']
export type Line = Part['lines'][number]

/** What was said, by whom, and when in the call. */
export function Transcript({ lines }: { lines: readonly Line[] }) {
  const word = useWords()
  const format = useFormat()
  return (
    <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {lines.map(({ role, text, startSeconds }, index) => (
        <li key={index}>
          <Group gap="xs">
            <Text size="xs" fw={700}>
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

/** A call's transcript as it is spoken, whole from the first answer on, and whether the call is over. */
export function useTranscript(callId: string, isWatched = true): Part | undefined {
  const [{ data }] = useSubscription<{ callTranscript: Part }, Part, { callId: string }>(
    { query: CallTranscriptDocument, variables: { callId }, pause: !isWatched },
    (before, { callTranscript: part }) => ({ ...part, startIndex: 0, lines: [...(before?.lines ?? []).slice(0, part.startIndex), ...part.lines] }),
  )
  return data
}
