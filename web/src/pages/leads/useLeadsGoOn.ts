import { useThrottledCallback } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useSubscription } from 'urql'
import { LeadsGoOnDocument } from './Leads.gql.ts'

/** A list is read anew no more often than so while calls go on. */
const EVERY_MS = 4_000

/** Has a list read anew as its campaign goes on, unless nobody looks at the page. */
export function useLeadsGoOn(campaignId: string, readAnew: () => void) {
  const [{ data }] = useSubscription({ query: LeadsGoOnDocument, variables: { campaignId } })
  const state = data && JSON.stringify([data.campaignProgress.stats.leads, data.campaignProgress.activeCalls])
  const known = useRef(state)
  const read = useThrottledCallback(readAnew, EVERY_MS)
  useEffect(() => {
    if (known.current !== undefined && known.current !== state && document.visibilityState === 'visible') read()
    known.current = state
  }, [state, read])
}
