import { useEffect } from 'react'
import { useQuery, useSubscription } from 'urql'
import { NoticeRaisedDocument, OpenNoticesDocument, type OpenNoticesQuery } from './notices.gql.ts'

export type OpenNotice = OpenNoticesQuery['alerts']['nodes'][number]

/** What is cleared because its cause is gone is not announced: so often it is looked. */
const POLL_INTERVAL_MS = 60_000

/** The notices that stand, newest first; a new one is there at once. */
export function useOpenNotices(): { notices: readonly OpenNotice[]; hasMore: boolean; look: () => void } {
  const [{ data }, again] = useQuery({ query: OpenNoticesDocument })
  const [{ data: raised }] = useSubscription({ query: NoticeRaisedDocument })
  const notices = data?.alerts.nodes
  const newest = raised?.alertRaised.id
  const isUnknown = newest !== undefined && notices !== undefined && !notices.some(({ id }) => id === newest)
  useEffect(() => {
    if (isUnknown) again({ requestPolicy: 'network-only' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each that comes
  }, [newest])
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && again({ requestPolicy: 'network-only' }), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [again])
  return { notices: notices ?? [], hasMore: data?.alerts.pageInfo.hasNextPage ?? false, look: () => again({ requestPolicy: 'network-only' }) }
}
