import type { DrawnCall } from './randomCalls.ts'
import { dateOf, dayOf, wallTime } from '../../../kernel/lib/zoneDays.ts'

const HOUR_MS = 3_600_000

/** What a virtual campaign adds up to. Lists are small: there are few reasons, and at most a year of days. */
export interface Tally {
  calls: Record<DrawnCall['status'], number>
  talkSeconds: number
  /** Leads by the state they end in. */
  states: Record<string, number>
  /** Leads that are never called, by why. */
  skipped: Record<string, number>
  /** Hours that leads wait, added up, by what for. */
  waited: Record<string, number>
  /** Calls by the local date in the campaign's zone. */
  days: Record<string, number>
  peak: number
  firstCallAt: Date | null
  lastCallAt: Date | null
}

export const newTally = (): Tally => ({
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

export const count = (counts: Record<string, number>, name: string, by = 1) => void (counts[name] = (counts[name] ?? 0) + by)

/** A call begins. */
export function noteCall(tally: Tally, { status, talkSeconds }: DrawnCall, now: number, zone: string, underWay: number) {
  tally.calls[status]++
  tally.talkSeconds += talkSeconds
  tally.peak = Math.max(tally.peak, underWay)
  tally.firstCallAt ??= new Date(now)
  tally.lastCallAt = new Date(now)
  count(tally.days, dateOf(dayOf(wallTime(zone, now))))
}

/** A lead has waited from then until then. */
export function noteWait(tally: Tally, why: string, from: number, to: number) {
  if (to > from) count(tally.waited, why, (to - from) / HOUR_MS)
}
