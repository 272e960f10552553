import type { DrawnCall } from './randomCalls.ts'
import { dateOf, dayOf, wallTime } from '../../../kernel/lib/zoneDays.ts'

const HOUR_MS = 3_600_000

/** Totals of a simulated campaign. The maps are small: few reasons, and at most a year of days. */
export interface Tally {
  calls: Record<DrawnCall['status'], number>
  talkSeconds: number
  /** Leads by final status. */
  states: Record<string, number>
  /** Leads that are never called, by reason. */
  skipped: Record<string, number>
  /** Total hours that leads wait, by reason. */
  waited: Record<string, number>
  /** Calls by local date in the campaign's time zone. */
  days: Record<string, number>
  peak: number
  firstCallAt: Date | null
  lastCallAt: Date | null
}

export const createTally = (): Tally => ({
  calls: { completed: 0, voicemail: 0, busy: 0, no_answer: 0, failed: 0 },
  talkSeconds: 0,
  states: {},
  skipped: {},
  waited: {},
  days: {},
  peak: 0,
  firstCallAt: null,
  lastCallAt: null,
})

export const increment = (counts: Record<string, number>, name: string, by = 1) => void (counts[name] = (counts[name] ?? 0) + by)

/** Counts a call that begins. */
export function tallyCall(tally: Tally, { status, talkSeconds }: DrawnCall, now: number, zone: string, activeCalls: number) {
  tally.calls[status]++
  tally.talkSeconds += talkSeconds
  tally.peak = Math.max(tally.peak, activeCalls)
  tally.firstCallAt ??= new Date(now)
  tally.lastCallAt = new Date(now)
  increment(tally.days, dateOf(dayOf(wallTime(zone, now))))
}

/** Adds the time that a lead waited. */
export function tallyWait(tally: Tally, reason: string, from: number, to: number) {
  if (to > from) increment(tally.waited, reason, (to - from) / HOUR_MS)
}
