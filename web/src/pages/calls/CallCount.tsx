import { useQuery } from 'urql'
import { RowCount } from '../../parts/tables/RowCount.tsx'
import { CallCountDocument, type CallCountQueryVariables } from './Calls.gql.ts'

/** How many calls match the filters. The server counts only what the list hasn't loaded completely. */
export function CallCount({ variables, shown }: { variables: CallCountQueryVariables; shown?: number }) {
  const [{ data }] = useQuery({ query: CallCountDocument, variables, pause: shown !== undefined })
  return <RowCount count={shown ?? data?.callCount} kind="calls" />
}
