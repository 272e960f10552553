import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { type CombinedError, useClient } from 'urql'
import { pipe, subscribe } from 'wonka'
import { onReconnected } from '../../api/connection.ts'
import { LiveCallIdsDocument, LiveCallsDocument } from './Live.gql.ts'
import { type Board, type LiveRow, openBoard } from './liveBoard.ts'

/** What is announced may be lost on its way: so often the board is held against the calls that are under way. */
const SETTLE_MS = 30_000

/** Every call under way, from now on; `isReady` once it is known which they are. */
export function useLiveBoard() {
  const client = useClient()
  const [board] = useState(openBoard)
  const [underWay, setUnderWay] = useState<number | null>(null)
  const [error, setError] = useState<CombinedError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const list = useSyncExternalStore(board.watchList, board.list)

  useEffect(() => {
    const settle = async () => {
      const askedAt = Date.now()
      const { data, error: failure } = await client.query(LiveCallIdsDocument, {}, { requestPolicy: 'network-only' }).toPromise()
      setError(failure ?? null)
      if (!data) return
      board.settle(new Set(data.activeCalls.map(({ id }) => id)), askedAt)
      setUnderWay(data.activeCalls.length)
    }
    const { unsubscribe } = pipe(
      client.subscription(LiveCallsDocument, {}),
      subscribe(({ data, error: failure }) => {
        if (failure) setError(failure)
        if (data) board.tell(data.activeCallsUpdated)
      }),
    )
    const stop = onReconnected(() => void settle())
    const timer = setInterval(() => void settle(), SETTLE_MS)
    void settle()
    return () => {
      unsubscribe()
      stop()
      clearInterval(timer)
      board.close()
    }
  }, [client, board, attempt])

  const isReady = list.length > 0 || underWay === 0
  return { board, list, isReady, error: list.length > 0 ? null : error, retry: () => setAttempt(attempt + 1) }
}

/** A call of the board as it is now; null when it is not on the board any more. */
export function useLiveRow(board: Board, id: string): LiveRow | null {
  return useSyncExternalStore(
    useCallback((told) => board.watchRow(id, told), [board, id]),
    () => board.row(id) ?? null,
  )
}
