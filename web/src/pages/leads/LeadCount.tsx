import { useQuery } from 'urql'
import { RowCount } from '../../parts/tables/RowCount.tsx'
import { needsCount, type Pages } from '../../parts/tables/usePages.ts'
import { LeadCountDocument, type LeadCountQueryVariables } from './Leads.gql.ts'

/** How many leads match the filters. The server counts only what the list hasn't loaded completely. */
export function LeadCount({ variables, pages }: { variables: LeadCountQueryVariables; pages: Pages<unknown> }) {
  const [{ data }] = useQuery({ query: LeadCountDocument, variables, pause: !needsCount(pages) })
  return <RowCount count={needsCount(pages) ? data?.leadCount : pages.total} kind="leads" />
}
