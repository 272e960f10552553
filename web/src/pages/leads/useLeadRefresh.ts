import { useThrottledCallback } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useSubscription } from 'urql'
import { LeadProgressDocument } from './Leads.gql.ts'

/** Minimum interval between refetches during calls. */
const MIN_REFETCH_INTERVAL_MS = 4_000

/** Refetches a list as its campaign progresses, unless the page is hidden. */
export function useLeadRefresh(campaignId: string, refetch: () => void) {
  const [{ data }] = useSubscription({ query: LeadProgressDocument, variables: { campaignId } })
  const counts = data && JSON.stringify([data.campaignProgress.stats.leads, data.campaignProgress.activeCalls])
  const lastState = useRef(counts)
  const refetchThrottled = useThrottledCallback(refetch, MIN_REFETCH_INTERVAL_MS)
  useEffect(() => {
    if (lastState.current !== undefined && lastState.current !== counts && document.visibilityState === 'visible') refetchThrottled()
    lastState.current = counts
  }, [counts, refetchThrottled])
}
