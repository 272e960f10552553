import { Badge } from '@mantine/core'
import { useWords, type WordKind } from '../messages.ts'

const COLORS: Record<string, string> = {
  in_progress: 'ink',
  dialing: 'ink',
  ringing: 'ink',
  running: 'ink',
  calling: 'ink',
  sent: 'ink',
  publishing: 'ink',
  syncing: 'ink',
  completed: 'teal',
  success: 'teal',
  done: 'teal',
  delivered: 'teal',
  published: 'teal',
  ready: 'teal',
  received: 'teal',
  no_answer: 'yellow',
  busy: 'yellow',
  voicemail: 'yellow',
  paused: 'yellow',
  changed: 'yellow',
  behind: 'yellow',
  pending: 'yellow',
  unknown: 'yellow',
  failed: 'red',
  undelivered: 'red',
  do_not_call: 'red',
}

/** Badge of a status. `kind` is its message group: call, campaign, lead, … */
export function Status({ kind, value }: { kind: WordKind; value: string }) {
  const word = useWords()
  return (
    <Badge variant="light" color={COLORS[value] ?? 'gray'} tt="none" fw={600} data-status={value}>
      {word(kind, value)}
    </Badge>
  )
}
