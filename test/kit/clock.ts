import { onTestFinished } from 'vitest'
import { clock, nowMs } from '../../src/kernel/lib/clock.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

interface Waiting {
  at: number
  call(): void
  timer?: NodeJS.Timeout
}

const running = clock.now
const waiting = new Set<Waiting>()

// What waits for the clock waits for the one of the tests: it runs with time until it is stopped, and then as far as it is moved.
clock.after = (ms, call) => {
  const one: Waiting = { at: nowMs() + ms, call }
  waiting.add(one)
  wind(one)
  return () => forget(one)
}

/** Stops the clock at that moment, and has whatever waited for it go on; after the test it runs again. */
export function stopClock(at: Date) {
  setClock(() => at)
  onTestFinished(() => setClock(running))
}

/** Stops the clock so many milliseconds after what it says now. */
export const pass = (ms: number) => stopClock(new Date(nowMs() + ms))

function setClock(now: () => Date) {
  clock.now = now
  for (const one of waiting) wind(one)
}

function wind(one: Waiting) {
  clearTimeout(one.timer)
  const left = one.at - nowMs()
  if (clock.now !== running && left > 0) return
  one.timer = setTimeout(() => {
    forget(one)
    one.call()
  }, left)
}

function forget(one: Waiting) {
  clearTimeout(one.timer)
  waiting.delete(one)
}
