import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE } from './clock.ts'

/** Waits for the next minute of the real clock unless this one has that many milliseconds left, so that counts by the minute stay in one minute. */
export async function ensureTimeLeftInMinute(ms: number) {
  const remainingMs = MINUTE - (Date.now() % MINUTE)
  if (remainingMs < ms) await sleep(remainingMs + 20)
}
