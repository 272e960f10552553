import { setImmediate as breath } from 'node:timers/promises'

/** Time slice after which other work of the process runs, in milliseconds. */
const TURN_MS = 8

/** Runs a generator to its end, and yields to the event loop between time slices. */
export async function runSliced<T>(slices: Generator<void, T>): Promise<T> {
  for (let startedAt = performance.now(); ;) {
    const { done, value } = slices.next()
    if (done) return value
    if (performance.now() - startedAt < TURN_MS) continue
    await breath()
    startedAt = performance.now()
  }
}
