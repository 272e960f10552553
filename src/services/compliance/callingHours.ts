import { LRUCache } from 'lru-cache'
import { rulesOn, windowsOn, type DayRule, type HourSettings } from './dayRules.ts'
import { hoursVersion } from './legalHours.ts'
import type { Location } from './leadLocations.ts'
import { contains, intersectSpans, type Span } from '../../kernel/lib/spans.ts'
import { DAY_MS, dayOf, momentsOf, wallTime } from '../../kernel/lib/zoneDays.ts'

export { legalCapsOf, ruleFor } from './legalHours.ts'

/** How far ahead to search for permitted calling times, in days. */
const MAX_DAYS_AHEAD = 35

/** Reason why calls are not permitted: the violated rule, the time zone and the local time there. */
export interface HoursReason {
  code: DayRule['code']
  zone: string
  /** Such as "2026-07-04T07:59". */
  localTime: string
  /** The legal rule's ID, such as `US-FL`. */
  rule?: string
  /** The holiday's name. */
  name?: string
}

export type Openness = { open: true; closesAt: Date } | { open: false; opensAt: Date | null; reasons: readonly HoursReason[] }

interface Question {
  place: Location
  settings: HourSettings
  /** Whether the legal calling hours have to be kept. */
  isLegal: boolean
}

/**
 * Determines whether a call may start now. In every zone of the location, the local time must be within the calling hours of the campaign,
 * outside its quiet hours and excluded dates, and within the legal calling hours if they apply. Returns until when, or from when (null if not
 * within 35 days) with all reasons. Callers must not change the settings object afterwards: results are cached by day.
 */
export function findOpenness({ now, ...question }: Question & { now: Date }): Openness {
  const at = now.getTime()
  const today = dayOf(at)
  const last = today + MAX_DAYS_AHEAD
  const key = keyOf(question)
  const current = momentsOn(key, question, today).find(({ from, to }) => from <= at && at < to)
  if (current) return { open: true, closesAt: new Date(findEnd(current, (day) => momentsOn(key, question, day), last)) }
  let reasons = reasonsCache.get(`${key}${at}`)
  if (!reasons) reasonsCache.set(`${key}${at}`, (reasons = findReasons(at, question)))
  return { open: false, opensAt: findNext(at, (day) => momentsOn(key, question, day), last), reasons }
}

function findEnd({ to }: Span, moments: (day: number) => Span[], last: number): number {
  let end = to
  while (end % DAY_MS === 0 && dayOf(end) <= last) {
    const next = moments(dayOf(end))[0]
    if (next?.from !== end) break
    end = next.to
  }
  return end
}

function findNext(at: number, moments: (day: number) => Span[], last: number): Date | null {
  for (let day = dayOf(at); day <= last; day++) {
    const next = moments(day).find(({ from }) => from > at)
    if (next) return new Date(next.from)
  }
  return null
}

function findReasons(at: number, { place, settings, isLegal }: Question): HoursReason[] {
  // Zones with the same local time have the same reasons, so one represents all.
  const clocks = new Map(place.zones.toReversed().map((zone) => [wallTime(zone, at), zone]))
  return [...clocks].toReversed().flatMap(([wall, zone]) => {
    const localTime = new Date(wall).toISOString().slice(0, 16)
    const broken = rulesOn(place, settings, isLegal, dayOf(wall)).filter(({ hours }) => !contains(hours, wall - dayOf(wall) * DAY_MS))
    return broken.map(({ code, rule, name }) => ({ code, zone, localTime, ...(rule && { rule }), ...(name && { name }) }))
  })
}

// Many leads of one location are checked at the same time.
const reasonsCache = new LRUCache<string, readonly HoursReason[]>({ max: 1_000 })
const momentsCache = new LRUCache<string, Span[]>({ max: 20_000 })

/** Returns the permitted spans of a UTC day, common to all zones. */
function momentsOn(key: string, { place, settings, isLegal }: Question, day: number): Span[] {
  const known = momentsCache.get(`${key}${day}`)
  if (known) return known
  const whole = { from: day * DAY_MS, to: (day + 1) * DAY_MS }
  const hours = (local: number) => windowsOn(place, settings, isLegal, local)
  const moments = place.zones.reduce<Span[]>((open, zone) => (open.length ? intersectSpans(open, momentsOf(zone, whole, hours)) : open), [whole])
  momentsCache.set(`${key}${day}`, moments)
  return moments
}

const keys = new WeakMap<object, string>()
const settingNames = new LRUCache<string, string>({ max: 5_000 })
let settingNameCount = 0

/** Returns the cache key: everything the result depends on besides the time. */
function keyOf({ place, settings, isLegal }: Question): string {
  let where = keys.get(place)
  if (!where) keys.set(place, (where = `${place.country}|${place.region}|${place.zones.join()}`))
  let what = keys.get(settings)
  if (!what) keys.set(settings, (what = nameOf(settings)))
  // A rule of the server administrator can begin or end while the server runs.
  return `${where}|${isLegal && hoursVersion()}|${what}|`
}

/** Returns a short name shared by equal settings, which may be long. */
function nameOf({ callingWindows, quietHours, excludedDates, skipHolidays }: HourSettings): string {
  const text = JSON.stringify([callingWindows, quietHours, excludedDates, skipHolidays])
  let name = settingNames.get(text)
  if (!name) settingNames.set(text, (name = String(++settingNameCount)))
  return name
}
