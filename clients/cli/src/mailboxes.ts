import type { Failure } from './errors.ts'

/** Maximum queued items. Above it the oldest is dropped. */
const MAX_QUEUED = 10_000

/** A queue between event callbacks and an async reader. `end` makes the reader return a value, `fail` makes it throw. */
export function createMailbox<Item>() {
  const queue: Item[] = []
  let outcome: { failure: Failure; isThrown: boolean } | undefined
  let wake = () => {}
  const finish = (failure: Failure, isThrown: boolean) => {
    outcome ??= { failure, isThrown }
    wake()
  }
  return {
    push(item: Item) {
      if (outcome) return
      queue.push(item)
      if (queue.length > MAX_QUEUED) queue.shift()
      wake()
    },
    end: (failure: Failure) => finish(failure, false),
    /** Drops the queued items and makes the reader throw. */
    fail(failure: Failure) {
      queue.length = 0
      finish(failure, true)
    },
    async *read(): AsyncGenerator<Item, Failure> {
      for (;;) {
        if (queue.length > 0) yield queue.shift()!
        else if (outcome?.isThrown) throw outcome.failure
        else if (outcome) return outcome.failure
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
  }
}
