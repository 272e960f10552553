import { useCallback, useEffect, useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import { CarrierNumbersDocument, type CarrierNumbersQuery } from './ConnectNumber.gql.ts'

type CarrierNumber = CarrierNumbersQuery['carrierNumbers']['numbers'][number]

interface CarrierNumbersState {
  numbers: readonly CarrierNumber[]
  /** Cursor of the next page. `null` at the end, undefined before the first page. */
  next: string | null | undefined
  error: CombinedError | null
  isLoading: boolean
}

/** Loads the numbers of a carrier account, page by page, directly from the carrier. */
export function useCarrierNumbers(connectionId: string) {
  const client = useClient()
  const [state, setState] = useState<CarrierNumbersState>({ numbers: [], next: undefined, error: null, isLoading: true })
  const read = useCallback(
    async (after?: string) => {
      const { data, error } = await client.query(CarrierNumbersDocument, { connectionId, after }, { requestPolicy: 'network-only' }).toPromise()
      return (before: CarrierNumbersState): CarrierNumbersState => {
        if (!data) return { ...before, isLoading: false, error: error ?? null }
        const { numbers, next } = data.carrierNumbers
        return { numbers: after ? [...before.numbers, ...numbers] : numbers, next, error: null, isLoading: false }
      }
    },
    [client, connectionId],
  )
  useEffect(() => void read().then(setState), [read])
  const more = () => {
    setState((before) => ({ ...before, isLoading: true, error: null }))
    void read(state.next ?? undefined).then(setState)
  }
  return { ...state, hasMore: state.next !== null, more }
}
