import { createRequire } from 'node:module'
import type Holidays from 'date-holidays'
import { LRUCache } from 'lru-cache'

const DAY = 86_400_000
const require = createRequire(import.meta.url)

// Loading the rules of all countries takes 0.1 s, so they are loaded at the first use.
let HolidayCalendar: typeof Holidays | undefined
const loadCalendarClass = () => (HolidayCalendar ??= require('date-holidays') as typeof Holidays)

const years = new LRUCache<string, Map<string, string>>({ max: 500 })

/** Returns the English name of the public holiday on a local date such as "2026-12-25" in a country and region, or null. */
export function findHoliday(country: string | null, region: string | null, date: string): string | null {
  if (!country) return null
  const year = date.slice(0, 4)
  const key = `${country}-${region}-${year}`
  let days = years.get(key)
  if (!days) years.set(key, (days = listHolidays(country, region, Number(year))))
  return days.get(date) ?? null
}

function listHolidays(country: string, region: string | null, year: number): Map<string, string> {
  const calendar = new (loadCalendarClass())({ country, state: region?.toLowerCase() }, { types: ['public'] })
  const days = new Map<string, string>()
  for (const { date, start, end, name } of calendar.getHolidays(year, 'en') ?? []) {
    const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
    const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY))
    for (let day = 0; day < length; day++) days.set(new Date(first + day * DAY).toISOString().slice(0, 10), name)
  }
  return days
}
