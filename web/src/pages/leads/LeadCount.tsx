import { useQuery } from 'urql'
import { RowCount } from '../../parts/tables/RowCount.tsx'
import { LeadCountDocument, type LeadCountQueryVariables } from './Leads.gql.ts'

/** How many leads match the filters. The server counts only what the list hasn't loaded completely. */
export function LeadCount({ variables, shown }: { variables: LeadCountQueryVariables; shown?: number }) {
  const [{ data }] = useQuery({ query: LeadCountDocument, variables, pause: shown !== undefined })
  return <RowCount count={shown ?? data?.leadCount} kind="leads" />
}
