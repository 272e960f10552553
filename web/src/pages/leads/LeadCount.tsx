import { useQuery } from 'urql'
import { RowCount } from '../../parts/tables/RowCount.tsx'
import type { Pages } from '../../parts/tables/usePages.ts'
import { LeadCountDocument, type LeadCountQueryVariables } from './Leads.gql.ts'

/** How many leads match the filters. The server counts only what the list hasn't loaded completely. */
export function LeadCount({ variables, pages: { total, rows } }: { variables: LeadCountQueryVariables; pages: Pages<unknown> }) {
  const [{ data }] = useQuery({ query: LeadCountDocument, variables, pause: total !== undefined || rows.length === 0 })
  return <RowCount count={total ?? (rows.length > 0 ? data?.leadCount : undefined)} kind="leads" />
}
