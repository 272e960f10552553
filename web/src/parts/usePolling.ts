import { useEffect } from 'react'
import type { UseQueryExecute } from 'urql'

const POLL_INTERVAL_MS = 30_000

/** Refetches a query every 30 seconds while the page is visible. */
export function usePolling(refetch: UseQueryExecute) {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refetch({ requestPolicy: 'network-only' })
    }, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [refetch])
}
