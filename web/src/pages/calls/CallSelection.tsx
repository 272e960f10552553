import { BlockNumbers } from '../../parts/tables/BlockNumbers.tsx'
import type { Selection } from '../../parts/tables/selection.ts'
import { SelectionBar } from '../../parts/tables/SelectionBar.tsx'
import type { CallsQuery } from './Calls.gql.ts'

/** What can be done with the selected calls: their contacts' numbers can be blocked. */
export function CallSelection({ selection }: { selection: Selection<CallsQuery['calls']['nodes'][number]> }) {
  const numbers = selection.rows.flatMap(({ direction, fromNumber, toNumber }) => (direction === 'inbound' ? fromNumber : toNumber) || [])
  return (
    <SelectionBar selection={selection}>
      <BlockNumbers numbers={numbers} onDone={selection.clear} />
    </SelectionBar>
  )
}
