import { LRUCache } from 'lru-cache'
import { rulesOn, windowsOn, type DayRule, type HourSettings } from './dayRules.ts'
import type { Place } from './leadPlaces.ts'
import { contains, intersect, type Span } from '../../kernel/lib/spans.ts'
import { DAY, dayOf, momentsOf, wallTime } from '../../kernel/lib/zoneDays.ts'

export { capsOf, ruleFor } from './legalHours.ts'

/** So far ahead is looked for a moment at which calls may begin. */
const DAYS_AHEAD = 35

/** Why no call may begin: which rule does not hold, in which of the place's zones, and what the clocks there show. */
export interface HoursReason {
  code: DayRule['code']
  zone: string
  /** Such as "2026-07-04T07:59". */
  localTime: string
  /** The legal rule's id, such as `US-FL`. */
  rule?: string
  /** The holiday's name. */
  name?: string
}

export type Openness = { open: true; closesAt: Date } | { open: false; opensAt: Date | null; reasons: readonly HoursReason[] }

interface Question {
  place: Place
  settings: HourSettings
  /** Whether the legal calling hours have to be kept. */
  isLegal: boolean
}

/**
 * Whether a call may begin now: in every zone of the place the local time is within the campaign's windows, outside its
 * quiet hours and closed days, and within the legal hours where they have to be kept. If it may: until when, looking 35 days
 * ahead. If not: from when, null when that is not within 35 days, and every reason. Settings must not be changed after they were
 * asked about: answers are remembered by day.
 */
export function openness({ now, ...question }: Question & { now: Date }): Openness {
  const at = now.getTime()
  const today = dayOf(at)
  const last = today + DAYS_AHEAD
  const key = keyOf(question)
  const current = momentsOn(key, question, today).find(({ from, to }) => from <= at && at < to)
  if (current) return { open: true, closesAt: new Date(endOf(current, (day) => momentsOn(key, question, day), last)) }
  let reasons = reasonsBefore.get(`${key}${at}`)
  if (!reasons) reasonsBefore.set(`${key}${at}`, (reasons = reasonsAt(at, question)))
  return { open: false, opensAt: nextAfter(at, (day) => momentsOn(key, question, day), last), reasons }
}

function endOf({ to }: Span, moments: (day: number) => Span[], last: number): number {
  let end = to
  while (end % DAY === 0 && dayOf(end) <= last) {
    const next = moments(dayOf(end))[0]
    if (next?.from !== end) break
    end = next.to
  }
  return end
}

function nextAfter(at: number, moments: (day: number) => Span[], last: number): Date | null {
  for (let day = dayOf(at); day <= last; day++) {
    const next = moments(day).find(({ from }) => from > at)
    if (next) return new Date(next.from)
  }
  return null
}

function reasonsAt(at: number, { place, settings, isLegal }: Question): HoursReason[] {
  // Zones whose clocks show the same are in the same situation: one of them stands for all.
  const clocks = new Map(place.zones.toReversed().map((zone) => [wallTime(zone, at), zone]))
  return [...clocks].toReversed().flatMap(([wall, zone]) => {
    const localTime = new Date(wall).toISOString().slice(0, 16)
    const broken = rulesOn(place, settings, isLegal, dayOf(wall)).filter(({ hours }) => !contains(hours, wall - dayOf(wall) * DAY))
    return broken.map(({ code, rule, name }) => ({ code, zone, localTime, ...(rule && { rule }), ...(name && { name }) }))
  })
}

// Many leads of one place are asked about at one moment.
const reasonsBefore = new LRUCache<string, readonly HoursReason[]>({ max: 1_000 })
const remembered = new LRUCache<string, Span[]>({ max: 20_000 })

/** The moments of a day in UTC at which calls may begin, in all zones at once. */
function momentsOn(key: string, { place, settings, isLegal }: Question, day: number): Span[] {
  const known = remembered.get(`${key}${day}`)
  if (known) return known
  const whole = { from: day * DAY, to: (day + 1) * DAY }
  const hours = (local: number) => windowsOn(place, settings, isLegal, local)
  const moments = place.zones.reduce<Span[]>((open, zone) => (open.length ? intersect(open, momentsOf(zone, whole, hours)) : open), [whole])
  remembered.set(`${key}${day}`, moments)
  return moments
}

const keys = new WeakMap<object, string>()
const settingNames = new LRUCache<string, string>({ max: 5_000 })
let named = 0

/** What an answer depends on besides the moment, as a short text. */
function keyOf({ place, settings, isLegal }: Question): string {
  let where = keys.get(place)
  if (!where) keys.set(place, (where = `${place.country}|${place.region}|${place.zones.join()}`))
  let what = keys.get(settings)
  if (!what) keys.set(settings, (what = nameOf(settings)))
  return `${where}|${isLegal}|${what}|`
}

/** A name that equal settings share, since they may be long. */
function nameOf({ callingWindows, quietHours, excludedDates, skipHolidays }: HourSettings): string {
  const text = JSON.stringify([callingWindows, quietHours, excludedDates, skipHolidays])
  let name = settingNames.get(text)
  if (!name) settingNames.set(text, (name = String(++named)))
  return name
}
