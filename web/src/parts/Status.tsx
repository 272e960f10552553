import { Badge } from '@mantine/core'
import { useWords, type WordKind } from '../messages.ts'
import { toneOf } from '../theme/statusTones.ts'

/** Badge of a status. `kind` is its message group: call, campaign, lead, … */
export function Status({ kind, value }: { kind: WordKind; value: string }) {
  const word = useWords()
  return (
    <Badge variant="light" color={toneOf(value)} data-status={value}>
      {word(kind, value)}
    </Badge>
  )
}
