import type { Exchange, OperationResult } from 'urql'
import { fromArray, mergeMap, pipe, tap } from 'wonka'

/** The subscriptions whose results the cache takes as the state of an object. Taking one twice changes nothing. */
const UPDATES = /^(callUpdated|leadImportUpdated|messagesUpdated|reportUpdated)$/

/**
 * Sends the updates that arrived during a request again after its response. The response may have been read before them, and the cache prefers what was
 * requested to what was not. Without it, an import that ends at once would seem to run forever.
 */
export const keepUpdates: Exchange = ({ forward }) => {
  /** The updates since each request that has no response yet. */
  const requests = new Map<number, OperationResult[]>()

  const withUpdates = (result: OperationResult): OperationResult[] => {
    const { kind, key } = result.operation
    if (kind === 'subscription') {
      if (isUpdate(result)) for (const updates of requests.values()) updates.push(result)
      return [result]
    }
    const updates = requests.get(key) ?? []
    requests.delete(key)
    return [result, ...updates]
  }

  return (operations) =>
    pipe(
      operations,
      tap(({ kind, key }) => {
        if (kind === 'teardown') requests.delete(key)
        else if (kind !== 'subscription') requests.set(key, [])
      }),
      forward,
      mergeMap((result) => fromArray(withUpdates(result))),
    )
}

const isUpdate = ({ data }: OperationResult) => Object.keys((data as object | null | undefined) ?? {}).some((field) => UPDATES.test(field))
