import type { Failure } from './errors.ts'

/** Maximum queued items. Above it the oldest is dropped. */
const MAX_QUEUED = 10_000

/** A queue between event callbacks and an async reader. `end` makes the reader return a value, `fail` makes it throw. */
export function createMailbox<Item>() {
  const waiting: Item[] = []
  let ending: { failure: Failure; isThrown: boolean } | undefined
  let wake = () => {}
  const finish = (failure: Failure, isThrown: boolean) => {
    ending ??= { failure, isThrown }
    wake()
  }
  return {
    push(item: Item) {
      if (ending) return
      waiting.push(item)
      if (waiting.length > MAX_QUEUED) waiting.shift()
      wake()
    },
    end: (failure: Failure) => finish(failure, false),
    /** Drops the queued items and makes the reader throw. */
    fail(failure: Failure) {
      waiting.length = 0
      finish(failure, true)
    },
    async *read(): AsyncGenerator<Item, Failure> {
      for (;;) {
        if (waiting.length > 0) yield waiting.shift()!
        else if (ending?.isThrown) throw ending.failure
        else if (ending) return ending.failure
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
  }
}
