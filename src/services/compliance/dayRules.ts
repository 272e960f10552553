import { DAYS, type CampaignSettings, type DayWindow } from '../../inputs/campaignSettings.ts'
import { findHoliday } from './holidays.ts'
import { hoursOn, rulesFor, type LegalRule } from './legalHours.ts'
import type { Location } from './leadLocations.ts'
import { intersectSpans, mergeSpans, subtractSpans, type Span } from '../../kernel/lib/spans.ts'
import { DAY_MS, dateOf } from '../../kernel/lib/zoneDays.ts'

/** Campaign settings that limit calling times. */
export type HourSettings = Pick<CampaignSettings, 'callingWindows' | 'quietHours' | 'excludedDates' | 'skipHolidays'>

/** A rule for a local day, and the hours it permits. Spans are milliseconds of the day. */
export interface DayRule {
  code: 'legal_hours' | 'legal_holiday' | 'campaign_hours' | 'quiet_hours' | 'closed_date' | 'holiday'
  /** The legal rule's ID. */
  rule?: string
  /** The holiday's name. */
  name?: string
  hours: Span[]
}

const WHOLE_DAY: Span = { from: 0, to: DAY_MS }

/** Lists all rules of a location for a local day (counted from 1970). */
export function rulesOn(place: Location, settings: HourSettings, isLegal: boolean, day: number): DayRule[] {
  const date = dateOf(day)
  const holiday = (of = date) => findHoliday(place.country, place.region, of)
  const rules = isLegal ? rulesFor(place).flatMap((rule) => legalRules(rule, day, holiday)) : []
  const windows = settings.callingWindows.length ? mergeSpans(onDay(settings.callingWindows, day)) : [WHOLE_DAY]
  rules.push({ code: 'campaign_hours', hours: windows }, { code: 'quiet_hours', hours: subtractSpans(WHOLE_DAY, onDay(settings.quietHours, day)) })
  if (settings.excludedDates.includes(date)) rules.push({ code: 'closed_date', hours: [] })
  const name = settings.skipHolidays ? holiday() : null
  if (name) rules.push({ code: 'holiday', name, hours: [] })
  return rules
}

/** Returns the spans of a local day in which all rules permit calls. */
export const windowsOn = (place: Location, settings: HourSettings, isLegal: boolean, day: number): Span[] =>
  rulesOn(place, settings, isLegal, day).reduce<Span[]>((open, { hours }) => intersectSpans(open, hours), [WHOLE_DAY])

function legalRules(rule: LegalRule, day: number, holiday: (date?: string) => string | null): DayRule[] {
  const weekday = weekdayOf(day)
  const isEve = rule.holidayEveIs && weekday !== 'sat' && weekday !== 'sun' && holiday(dateOf(day + 1))
  const hours = hoursOn(rule, isEve ? 'sat' : weekday).map(([from, to]) => ({ from: msOfDay(from), to: msOfDay(to) }))
  const name = rule.holidays ? null : holiday()
  return [{ code: 'legal_hours', rule: rule.id, hours }, ...(name ? [{ code: 'legal_holiday' as const, rule: rule.id, name, hours: [] }] : [])]
}

const onDay = (windows: readonly DayWindow[], day: number): Span[] =>
  windows.filter(({ days }) => days?.includes(weekdayOf(day)) ?? true).map(({ from, to }) => ({ from: msOfDay(from), to: msOfDay(to) }))

/** Converts a time such as "09:30" to milliseconds of the day. */
const msOfDay = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000

// January 1, 1970 was a Thursday, the fourth day of the week.
const weekdayOf = (day: number) => DAYS[(day + 3) % 7]!
