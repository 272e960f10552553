import { IANAZone } from 'luxon'
import { type Span, mergeSpans } from './spans.ts'

export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Returns the local time of a zone, in milliseconds as if it were UTC. */
export const wallTime = (zone: string, at: number) => at + offsetOf(zone, at)

const offsetOf = (zone: string, at: number) => IANAZone.create(zone).offset(at) * 60_000

/** Returns the day of a local time, counted from January 1, 1970. */
export const dayOf = (wall: number) => Math.floor(wall / DAY_MS)

/** Returns the date of a counted day, such as "2026-12-25". */
export const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

/**
 * Returns the parts of `span` at which the local time of a zone is within `hours`, which returns spans in milliseconds for each local day.
 * Exact across daylight-saving changes: a skipped hour is left out, and a repeated hour occurs twice.
 */
export function momentsOf(zone: string, span: Span, hours: (day: number) => readonly Span[]): Span[] {
  const moments: Span[] = []
  for (const { from, to, shift } of splitAtShift(zone, span))
    for (let day = dayOf(from + shift); day <= dayOf(to + shift - 1); day++)
      for (const hour of hours(day)) {
        const start = day * DAY_MS - shift
        moments.push({ from: Math.max(from, start + hour.from), to: Math.min(to, start + hour.to) })
      }
  return mergeSpans(moments)
}

/** Returns the start of a day in a zone; for a day that the zone skips, the start of the next one. */
export const startOfDay = (zone: string, day: number): number =>
  momentsOf(zone, { from: day * DAY_MS - 16 * HOUR_MS, to: day * DAY_MS + 14 * HOUR_MS }, (localDay) => (localDay >= day ? [{ from: 0, to: DAY_MS }] : []))[0]!
    .from

/** Splits a span of any length into parts with a constant offset from UTC. */
export function shiftsOf(zone: string, { from, to }: Span): (Span & { shift: number })[] {
  const parts: (Span & { shift: number })[] = []
  for (let at = from; at < to; at += DAY_MS)
    for (const part of splitAtShift(zone, { from: at, to: Math.min(to, at + DAY_MS) })) {
      const last = parts.at(-1)
      if (last?.shift === part.shift) last.to = part.to
      else parts.push({ ...part })
    }
  return parts
}

/** Splits a span of about a day into parts with a constant offset from UTC. Finds at most one change. */
function splitAtShift(zone: string, { from, to }: Span): (Span & { shift: number })[] {
  const before = offsetOf(zone, from)
  const after = offsetOf(zone, to - 1)
  if (before === after) return [{ from, to, shift: before }]
  let last = from
  let change = to - 1
  while (change - last > 1) {
    const middle = Math.floor((last + change) / 2)
    if (offsetOf(zone, middle) === before) last = middle
    else change = middle
  }
  return [
    { from, to: change, shift: before },
    { from: change, to, shift: after },
  ]
}
