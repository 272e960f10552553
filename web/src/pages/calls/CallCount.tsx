import { useQuery } from 'urql'
import { RowCount } from '../../parts/tables/RowCount.tsx'
import { needsCount, type Pages } from '../../parts/tables/usePages.ts'
import { CallCountDocument, type CallCountQueryVariables } from './Calls.gql.ts'

/** How many calls match the filters. The server counts only what the list hasn't loaded completely. */
export function CallCount({ variables, pages }: { variables: CallCountQueryVariables; pages: Pages<unknown> }) {
  const [{ data }] = useQuery({ query: CallCountDocument, variables, pause: !needsCount(pages) })
  return <RowCount count={needsCount(pages) ? data?.callCount : pages.total} kind="calls" />
}
