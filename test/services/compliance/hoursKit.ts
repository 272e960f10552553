import type { CampaignSettings } from '../../../src/inputs/campaignSettings.ts'
import { DAYS } from '../../../src/inputs/campaignSettings.ts'
import table from '../../../src/data/calling-hours.json' with { type: 'json' }
import { findHoliday } from '../../../src/services/compliance/holidays.ts'
import type { Location } from '../../../src/services/compliance/leadLocations.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats the local time of a zone with the platform, without any code under test. */
export function formatLocalTime(zone: string, at: Date) {
  let format = formats.get(zone)
  if (!format) formats.set(zone, (format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })))
  const [date = '', time = ''] = format.format(at).split(' ')
  const weekday = DAYS[(new Date(`${date}T12:00Z`).getUTCDay() + 6) % 7]!
  return { date, time, weekday }
}

/** Returns the first time at which a zone has a local time such as "2026-06-01T08:00". */
export function fromLocalTime(zone: string, local: string): Date {
  const guess = Date.parse(`${local}Z`)
  for (let minutes = -15 * 60; minutes <= 15 * 60; minutes += 15) {
    const at = new Date(guess + minutes * 60_000)
    const { date, time } = formatLocalTime(zone, at)
    if (`${date}T${time}` === local) return at
  }
  throw new Error(`${local} is left out in ${zone}`)
}

type Rule = { monFri: string[][]; sat: string[][]; sun: string[][]; holidays: boolean; holidayEveIs?: string }

/** Whether a call may start in a minute, computed again from the table, zone by zone. */
export function isAllowed(
  place: Location,
  settings: Pick<CampaignSettings, 'callingWindows' | 'quietHours' | 'excludedDates' | 'skipHolidays'>,
  isLegal: boolean,
  at: Date,
): boolean {
  return place.zones.every((zone) => {
    const { date, time, weekday } = formatLocalTime(zone, at)
    const within = ({ from, to }: { from: string; to: string }) => from <= time && time < to
    const today = ({ days }: { days?: readonly string[] | null }) => !days || days.includes(weekday)
    const holiday = findHoliday(place.country, place.region, date)
    const tomorrow = new Date(Date.parse(`${date}T12:00Z`) + 86_400_000).toISOString().slice(0, 10)
    if (settings.callingWindows.length && !settings.callingWindows.some((window) => today(window) && within(window))) return false
    if (settings.quietHours.some((window) => today(window) && within(window))) return false
    if (settings.excludedDates.includes(date) || (settings.skipHolidays && holiday)) return false
    const rules = table.rules as Record<string, Rule>
    const matchingRules = [rules[place.country ?? ''], rules[`${place.country}-${place.region}`]].filter((rule) => rule !== undefined)
    return (
      !isLegal ||
      (matchingRules.length ? matchingRules : [table.default as Rule]).every((rule) => {
        if (holiday && !rule.holidays) return false
        const isEve = rule.holidayEveIs === 'sat' && weekday !== 'sat' && weekday !== 'sun' && findHoliday(place.country, place.region, tomorrow)
        const hours = weekday === 'sun' ? rule.sun : weekday === 'sat' || isEve ? rule.sat : rule.monFri
        return hours.some(([from = '', to = '']) => within({ from, to }))
      })
    )
  })
}
