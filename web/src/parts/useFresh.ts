import { useEffect } from 'react'
import type { UseQueryExecute } from 'urql'

const EVERY_MS = 30_000

/** Asks a query again every half minute, as long as somebody looks. */
export function useFresh(again: UseQueryExecute) {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again({ requestPolicy: 'network-only' })
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [again])
}
