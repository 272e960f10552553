import { useEffect } from 'react'
import { useQuery, useSubscription } from 'urql'
import { AlertUpdatesDocument, OpenAlertsDocument, type OpenAlertsQuery } from './alerts.gql.ts'

export type OpenAlert = OpenAlertsQuery['alerts']['nodes'][number]

/** Cleared alerts aren't announced, so the list is polled. */
const POLL_INTERVAL_MS = 60_000

/** The open alerts, newest first, updated live. */
export function useOpenAlerts(): { alerts: readonly OpenAlert[]; hasMore: boolean; refetch: () => void } {
  const [{ data }, refetchQuery] = useQuery({ query: OpenAlertsDocument })
  const [{ data: update }] = useSubscription({ query: AlertUpdatesDocument })
  const alerts = data?.alerts.nodes
  const newest = update?.alertRaised.id
  const isUnknown = newest !== undefined && alerts !== undefined && !alerts.some(({ id }) => id === newest)
  useEffect(() => {
    if (isUnknown) refetchQuery({ requestPolicy: 'network-only' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each new alert
  }, [newest])
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && refetchQuery({ requestPolicy: 'network-only' }), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [refetchQuery])
  return { alerts: alerts ?? [], hasMore: data?.alerts.pageInfo.hasNextPage ?? false, refetch: () => refetchQuery({ requestPolicy: 'network-only' }) }
}
