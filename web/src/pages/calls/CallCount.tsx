import { useQuery } from 'urql'
import { RowCount } from '../../parts/tables/RowCount.tsx'
import type { Pages } from '../../parts/tables/usePages.ts'
import { CallCountDocument, type CallCountQueryVariables } from './Calls.gql.ts'

/** How many calls match the filters. The server counts only what the list hasn't loaded completely. */
export function CallCount({ variables, pages: { total, rows } }: { variables: CallCountQueryVariables; pages: Pages<unknown> }) {
  const [{ data }] = useQuery({ query: CallCountDocument, variables, pause: total !== undefined || rows.length === 0 })
  return <RowCount count={total ?? (rows.length > 0 ? data?.callCount : undefined)} kind="calls" />
}
