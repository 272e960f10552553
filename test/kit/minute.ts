import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE } from './clock.ts'

/** Returns while so many milliseconds are left of the real clock's minute, so that what is counted by the minute is counted in one. */
export async function roomInMinute(ms: number) {
  const left = MINUTE - (Date.now() % MINUTE)
  if (left < ms) await sleep(left + 20)
}
