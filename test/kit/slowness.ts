import { pbkdf2Sync } from 'node:crypto'

const IDLE_MS = 50
const ROUNDS = 200_000

/** How many times longer work takes here and now than on an idle machine; one at least. */
export function slowness(): number {
  const begun = performance.now()
  pbkdf2Sync('some work', 'of a known size', ROUNDS, 32, 'sha256')
  return Math.max(1, (performance.now() - begun) / IDLE_MS)
}

/** So many milliseconds of an idle machine: as many times longer as this one was found to be slower at the start of the run. */
export const patience = (ms: number) => ms * Number(process.env.SLOWNESS ?? 1)
