import type { Failure } from './errors.ts'

/** So much may wait to be read; the oldest is dropped beyond it. */
const MAX = 10_000

/** What comes by itself, to be read in its order. It ends by `end`, which answers a value, or by `fail`, which throws it. */
export function mailboxOf<Item>() {
  const waiting: Item[] = []
  let ended: { failure: Failure; isThrown: boolean } | undefined
  let wake = () => {}
  const finish = (failure: Failure, isThrown: boolean) => {
    ended ??= { failure, isThrown }
    wake()
  }
  return {
    push(item: Item) {
      if (ended) return
      waiting.push(item)
      if (waiting.length > MAX) waiting.shift()
      wake()
    },
    end: (failure: Failure) => finish(failure, false),
    /** Ends it at once: what still waits is not read any more. */
    fail(failure: Failure) {
      waiting.length = 0
      finish(failure, true)
    },
    async *read(): AsyncGenerator<Item, Failure> {
      for (;;) {
        if (waiting.length > 0) yield waiting.shift()!
        else if (ended?.isThrown) throw ended.failure
        else if (ended) return ended.failure
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
  }
}
