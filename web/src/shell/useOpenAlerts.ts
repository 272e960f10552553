import { useEffect } from 'react'
import { useQuery, useSubscription } from 'urql'
import { NoticeRaisedDocument, OpenNoticesDocument, type OpenNoticesQuery } from './notices.gql.ts'

export type OpenAlert = OpenNoticesQuery['alerts']['nodes'][number]

/** Cleared alerts aren't announced, so the list is polled. */
const POLL_INTERVAL_MS = 60_000

/** The open alerts, newest first, updated live. */
export function useOpenAlerts(): { alerts: readonly OpenAlert[]; hasMore: boolean; refetch: () => void } {
  const [{ data }, refetchQuery] = useQuery({ query: OpenNoticesDocument })
  const [{ data: update }] = useSubscription({ query: NoticeRaisedDocument })
  const notices = data?.alerts.nodes
  const newest = update?.alertRaised.id
  const isUnknown = newest !== undefined && notices !== undefined && !notices.some(({ id }) => id === newest)
  useEffect(() => {
    if (isUnknown) refetchQuery({ requestPolicy: 'network-only' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each new alert
  }, [newest])
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && refetchQuery({ requestPolicy: 'network-only' }), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [refetchQuery])
  return { alerts: notices ?? [], hasMore: data?.alerts.pageInfo.hasNextPage ?? false, refetch: () => refetchQuery({ requestPolicy: 'network-only' }) }
}
