import { IANAZone } from 'luxon'
import { type Span, join } from './spans.ts'

export const DAY = 86_400_000
const HOUR = 3_600_000

/** What a clock on the wall shows, counted in milliseconds as if it were UTC. */
export const wallTime = (zone: string, at: number) => at + offset(zone, at)

const offset = (zone: string, at: number) => IANAZone.create(zone).offset(at) * 60_000

/** The day that a wall time is in, counted from 1 January 1970. */
export const dayOf = (wall: number) => Math.floor(wall / DAY)

/** The date of a counted day, such as "2026-12-25". */
export const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)

/**
 * The moments of `span` at which a zone's clocks show a time that `hours` allows: spans within a day, in milliseconds, for
 * each local day. Exact where clocks are changed: an hour that is left out has no moments, and one that comes twice has two.
 */
export function momentsOf(zone: string, span: Span, hours: (day: number) => readonly Span[]): Span[] {
  const moments: Span[] = []
  for (const { from, to, shift } of steady(zone, span))
    for (let day = dayOf(from + shift); day <= dayOf(to + shift - 1); day++)
      for (const hour of hours(day)) {
        const start = day * DAY - shift
        moments.push({ from: Math.max(from, start + hour.from), to: Math.min(to, start + hour.to) })
      }
  return join(moments)
}

/** The first moment of a counted day, as a zone's clocks have it; of a day that they leave out, that of the next. */
export const startOfDay = (zone: string, day: number): number =>
  momentsOf(zone, { from: day * DAY - 16 * HOUR, to: day * DAY + 14 * HOUR }, (one) => (one >= day ? [{ from: 0, to: DAY }] : []))[0]!.from

/** A span of any length in parts during which the clocks are not changed, each with what they are ahead of UTC. */
export function shiftsOf(zone: string, { from, to }: Span): (Span & { shift: number })[] {
  const parts: (Span & { shift: number })[] = []
  for (let at = from; at < to; at += DAY)
    for (const part of steady(zone, { from: at, to: Math.min(to, at + DAY) })) {
      const last = parts.at(-1)
      if (last?.shift === part.shift) last.to = part.to
      else parts.push({ ...part })
    }
  return parts
}

/** The span in parts during which the clocks are not changed. At most one change is looked for, so it is about a day. */
function steady(zone: string, { from, to }: Span): (Span & { shift: number })[] {
  const before = offset(zone, from)
  const after = offset(zone, to - 1)
  if (before === after) return [{ from, to, shift: before }]
  let last = from
  let change = to - 1
  while (change - last > 1) {
    const middle = Math.floor((last + change) / 2)
    if (offset(zone, middle) === before) last = middle
    else change = middle
  }
  return [
    { from, to: change, shift: before },
    { from: change, to, shift: after },
  ]
}
