import { DAYS, type CampaignSettings, type DayWindow } from '../../inputs/campaignSettings.ts'
import { holidayOn } from './holidays.ts'
import { hoursOn, rulesFor, type LegalRule } from './legalHours.ts'
import type { Place } from './leadPlaces.ts'
import { intersect, join, without, type Span } from '../../kernel/lib/spans.ts'
import { DAY, dateOf } from '../../kernel/lib/zoneDays.ts'

/** What of a campaign's settings says when calls may begin. */
export type HourSettings = Pick<CampaignSettings, 'callingWindows' | 'quietHours' | 'excludedDates' | 'skipHolidays'>

/** One of the things that have to hold on a local day, and when on that day it does. Spans are milliseconds of the day. */
export interface DayRule {
  code: 'legal_hours' | 'legal_holiday' | 'campaign_hours' | 'quiet_hours' | 'closed_date' | 'holiday'
  /** The legal rule's id. */
  rule?: string
  /** The holiday's name. */
  name?: string
  hours: Span[]
}

const WHOLE: Span = { from: 0, to: DAY }

/** Everything that has to hold on a local day (counted from 1970) for a call to begin at a place. */
export function rulesOn(place: Place, settings: HourSettings, isLegal: boolean, day: number): DayRule[] {
  const date = dateOf(day)
  const holiday = (of = date) => holidayOn(place.country, place.region, of)
  const rules = isLegal ? rulesFor(place).flatMap((rule) => legalRules(rule, day, holiday)) : []
  const windows = settings.callingWindows.length ? join(onDay(settings.callingWindows, day)) : [WHOLE]
  rules.push({ code: 'campaign_hours', hours: windows }, { code: 'quiet_hours', hours: without(WHOLE, onDay(settings.quietHours, day)) })
  if (settings.excludedDates.includes(date)) rules.push({ code: 'closed_date', hours: [] })
  const name = settings.skipHolidays ? holiday() : null
  if (name) rules.push({ code: 'holiday', name, hours: [] })
  return rules
}

/** When calls may begin on a local day: where all its rules hold. */
export const windowsOn = (place: Place, settings: HourSettings, isLegal: boolean, day: number): Span[] =>
  rulesOn(place, settings, isLegal, day).reduce<Span[]>((open, { hours }) => intersect(open, hours), [WHOLE])

function legalRules(rule: LegalRule, day: number, holiday: (date?: string) => string | null): DayRule[] {
  const weekday = weekdayOf(day)
  const isEve = rule.holidayEveIs && weekday !== 'sat' && weekday !== 'sun' && holiday(dateOf(day + 1))
  const hours = hoursOn(rule, isEve ? 'sat' : weekday).map(([from, to]) => ({ from: ofDay(from), to: ofDay(to) }))
  const name = rule.holidays ? null : holiday()
  return [{ code: 'legal_hours', rule: rule.id, hours }, ...(name ? [{ code: 'legal_holiday' as const, rule: rule.id, name, hours: [] }] : [])]
}

const onDay = (windows: readonly DayWindow[], day: number): Span[] =>
  windows.filter(({ days }) => days?.includes(weekdayOf(day)) ?? true).map(({ from, to }) => ({ from: ofDay(from), to: ofDay(to) }))

/** Milliseconds into the day of a time such as "09:30". */
const ofDay = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000

// The first of January 1970 was a Thursday, the fourth day of a week that begins on Monday.
const weekdayOf = (day: number) => DAYS[(day + 3) % 7]!
