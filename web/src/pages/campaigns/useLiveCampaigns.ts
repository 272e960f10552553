import { useEffect, useRef } from 'react'
import { useClient, useSubscription } from 'urql'
import type { Pages } from '../../parts/tables/usePages.ts'
import { CampaignListItemDocument, CampaignsUpdatedDocument } from './Campaigns.gql.ts'

/** Minimum interval between refetches of one campaign. */
const MIN_REFETCH_INTERVAL_MS = 2_000

/** Keeps a campaign list current: refetches changed campaigns, and the whole list when one is added or changes status. */
export function useLiveCampaigns(pages: Pages<{ id: string; status: string }>) {
  const client = useClient()
  const [{ data }] = useSubscription({ query: CampaignsUpdatedDocument })
  const due = useRef(new Set<string>())
  const update = data?.campaignsUpdated
  const known = pages.rows.find(({ id }) => id === update?.id)
  const isElsewhere = update !== undefined && !pages.isLoading && (known ? known.status !== update.status : update.status !== 'cancelled')

  useEffect(() => {
    if (isElsewhere) pages.retry()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each update
  }, [update, isElsewhere])

  useEffect(() => {
    if (update) due.current.add(update.id)
  }, [update])

  useEffect(() => {
    const timer = setInterval(() => {
      for (const id of due.current) void client.query(CampaignListItemDocument, { id }, { requestPolicy: 'network-only' }).toPromise()
      due.current.clear()
    }, MIN_REFETCH_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [client])
}
