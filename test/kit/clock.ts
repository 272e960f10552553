import { onTestFinished } from 'vitest'
import { clock } from '../../src/clock.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const running = clock.now

/** Stops the clock at that moment; after the test it runs again. */
export function stopClock(at: Date) {
  clock.now = () => at
  onTestFinished(() => {
    clock.now = running
  })
}

/** Stops the clock so many milliseconds after what it says now. */
export const pass = (ms: number) => stopClock(new Date(clock.now().getTime() + ms))
