import { AsyncResource } from 'node:async_hooks'
import { onTestFinished } from 'vitest'
import { clock, nowMs } from '../../../src/kernel/lib/clock.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

interface PendingTimer {
  at: number
  call(): void
  timer?: NodeJS.Timeout
}

/** Longest timer of Node. */
const MAX_TIMER_MS = 2 ** 31 - 1

const systemNow = clock.now
const pendingTimers = new Set<PendingTimer>()

// Timers of the product follow the tests' clock, and their calls are the work of the product. It runs with real time until a test stops it, and then only moves when a test moves it.
clock.after = (ms, call) => {
  const pending: PendingTimer = { at: nowMs() + ms, call: AsyncResource.bind(call) }
  pendingTimers.add(pending)
  schedule(pending)
  return () => cancel(pending)
}

/** Stops the clock at that time, and runs the timers that are due. It runs again after the test. */
export function stopClock(at: Date) {
  setClock(() => at)
  onTestFinished(() => setClock(systemNow))
}

/** Moves the clock forward by that many milliseconds and stops it there. */
export const advanceClock = (ms: number) => stopClock(new Date(nowMs() + ms))

function setClock(now: () => Date) {
  clock.now = now
  for (const pending of pendingTimers) schedule(pending)
}

function schedule(pending: PendingTimer) {
  clearTimeout(pending.timer)
  const remainingMs = pending.at - nowMs()
  // A longer timer, from a test that stopped the clock in the future, would run at once.
  if (remainingMs > (clock.now === systemNow ? MAX_TIMER_MS : 0)) return
  pending.timer = setTimeout(() => {
    cancel(pending)
    pending.call()
  }, remainingMs)
}

function cancel(pending: PendingTimer) {
  clearTimeout(pending.timer)
  pendingTimers.delete(pending)
}
