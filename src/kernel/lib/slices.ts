import { setImmediate as breath } from 'node:timers/promises'

/** Others are served after so many milliseconds. */
const TURN_MS = 8

/** What slices come to, with others served between them. */
export async function inTurns<T>(slices: Generator<void, T>): Promise<T> {
  for (let begun = performance.now(); ;) {
    const { done, value } = slices.next()
    if (done) return value
    if (performance.now() - begun < TURN_MS) continue
    await breath()
    begun = performance.now()
  }
}
