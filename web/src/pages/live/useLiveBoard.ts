import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { type CombinedError, useClient } from 'urql'
import { pipe, subscribe } from 'wonka'
import { onReconnected } from '../../api/connection.ts'
import { LiveCallIdsDocument, LiveCallsDocument } from './Live.gql.ts'
import { type Board, type LiveRow, createBoard } from './liveBoard.ts'

/** Updates may get lost, so the board is reconciled with the active calls at this interval. */
const RECONCILE_INTERVAL_MS = 30_000

/** The live board. `isReady` once the active calls are loaded. */
export function useLiveBoard() {
  const client = useClient()
  const [board] = useState(createBoard)
  const [activeCount, setActiveCount] = useState<number | null>(null)
  const [error, setError] = useState<CombinedError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const list = useSyncExternalStore(board.watchList, board.list)

  useEffect(() => {
    const reconcile = async () => {
      const askedAt = Date.now()
      const { data, error: failure } = await client.query(LiveCallIdsDocument, {}, { requestPolicy: 'network-only' }).toPromise()
      setError(failure ?? null)
      if (!data) return
      board.settle(new Set(data.activeCalls.map(({ id }) => id)), askedAt)
      setActiveCount(data.activeCalls.length)
    }
    const { unsubscribe } = pipe(
      client.subscription(LiveCallsDocument, {}),
      subscribe(({ data, error: failure }) => {
        if (failure) setError(failure)
        if (data) board.tell(data.activeCallsUpdated)
      }),
    )
    const stop = onReconnected(() => void reconcile())
    const timer = setInterval(() => void reconcile(), RECONCILE_INTERVAL_MS)
    void reconcile()
    return () => {
      unsubscribe()
      stop()
      clearInterval(timer)
      board.close()
    }
  }, [client, board, attempt])

  const isReady = list.length > 0 || activeCount === 0
  return { board, list, isReady, error: list.length > 0 ? null : error, retry: () => setAttempt(attempt + 1) }
}

/** A call of the board, live; null if it has left the board. */
export function useLiveRow(board: Board, id: string): LiveRow | null {
  return useSyncExternalStore(
    useCallback((onChange) => board.watchRow(id, onChange), [board, id]),
    () => board.row(id) ?? null,
  )
}
