import { pbkdf2Sync } from 'node:crypto'

const IDLE_MS = 50
const ROUNDS = 200_000

/** How many times slower this machine is now than an idle one. At least 1. */
export function measureSlowness(): number {
  const startedAt = performance.now()
  pbkdf2Sync('some work', 'of a known size', ROUNDS, 32, 'sha256')
  return Math.max(1, (performance.now() - startedAt) / IDLE_MS)
}

/** A timeout in milliseconds of an idle machine, multiplied by the slowness at the start of the run. */
export const scaledTimeout = (ms: number) => Math.ceil(ms * Number(process.env.SLOWNESS ?? 1))
