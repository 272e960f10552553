import { Text } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'

/** Counting stops above this. */
const MAX_COUNT = 10_000

interface RowCountProps {
  /** Number of rows, or more than `MAX_COUNT`. */
  count: number | undefined
  kind: 'calls' | 'leads'
}

/** The size of a list, such as “312 calls” or “10,000+ calls”. Takes its line while it is counted, so that nothing moves. */
export function RowCount({ count, kind }: RowCountProps) {
  const t = useMessages('common')
  const format = useFormat()
  const text = (rows: number) =>
    t(kind === 'calls' ? 'callCount' : 'leadCount', { count: rows, shown: rows > MAX_COUNT ? `${format.number(MAX_COUNT)}+` : format.number(rows) })
  return (
    <Text size="sm" c="dimmed" role="status" mih={20}>
      {count === undefined ? '' : text(count)}
    </Text>
  )
}
