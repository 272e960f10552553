import { useEffect, useRef } from 'react'
import { useClient, useSubscription } from 'urql'
import type { Pages } from '../../parts/usePages.ts'
import { CampaignFreshDocument, CampaignsUpdatedDocument } from './Campaigns.gql.ts'

/** A campaign that changes all the time is asked for so often at most. */
const EVERY_MS = 2_000

/** Keeps a list of campaigns as it is now: those that changed are read again, and all of it once there is another, or one in another state. */
export function useFreshCampaigns(pages: Pages<{ id: string; status: string }>) {
  const client = useClient()
  const [{ data }] = useSubscription({ query: CampaignsUpdatedDocument })
  const due = useRef(new Set<string>())
  const changed = data?.campaignsUpdated
  const known = pages.rows.find(({ id }) => id === changed?.id)
  const isElsewhere = changed !== undefined && !pages.isLoading && (known ? known.status !== changed.status : changed.status !== 'cancelled')

  useEffect(() => {
    if (isElsewhere) pages.retry()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each change
  }, [changed, isElsewhere])

  useEffect(() => {
    if (changed) due.current.add(changed.id)
  }, [changed])

  useEffect(() => {
    const timer = setInterval(() => {
      for (const id of due.current) void client.query(CampaignFreshDocument, { id }, { requestPolicy: 'network-only' }).toPromise()
      due.current.clear()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [client])
}
