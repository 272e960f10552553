import { useCallback, useEffect, useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import { NumbersAtCarrierDocument, type NumbersAtCarrierQuery } from './LinkNumber.gql.ts'

type Owned = NumbersAtCarrierQuery['carrierNumbers']['numbers'][number]

interface Known {
  numbers: readonly Owned[]
  /** What to ask for next; null when all is known, undefined before anything was. */
  next: string | null | undefined
  error: CombinedError | null
  isLoading: boolean
}

/** The numbers that an account has at its carrier, as far as they were asked for: the carrier is asked anew for each page. */
export function useCarrierNumbers(connectionId: string) {
  const client = useClient()
  const [known, keep] = useState<Known>({ numbers: [], next: undefined, error: null, isLoading: true })
  const read = useCallback(
    async (after?: string) => {
      const { data, error } = await client.query(NumbersAtCarrierDocument, { connectionId, after }, { requestPolicy: 'network-only' }).toPromise()
      return (before: Known): Known => {
        if (!data) return { ...before, isLoading: false, error: error ?? null }
        const { numbers, next } = data.carrierNumbers
        return { numbers: after ? [...before.numbers, ...numbers] : numbers, next, error: null, isLoading: false }
      }
    },
    [client, connectionId],
  )
  useEffect(() => void read().then(keep), [read])
  const more = () => {
    keep((before) => ({ ...before, isLoading: true, error: null }))
    void read(known.next ?? undefined).then(keep)
  }
  return { ...known, hasMore: known.next !== null, more }
}
