import fc from 'fast-check'
import { expect, test } from 'vitest'
import table from '../../../src/data/calling-hours.json' with { type: 'json' }
import { DAYS } from '../../../src/inputs/campaignSettings.ts'
import { findOpenness } from '../../../src/services/compliance/callingHours.ts'
import type { Location } from '../../../src/services/compliance/leadLocations.ts'
import { isAllowed } from './hoursKit.ts'

const MINUTE = 60_000
const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Phoenix',
  'America/St_Johns',
  'Europe/Berlin',
  'Europe/London',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'Asia/Beirut',
  'America/Havana',
]

const laws = Object.keys(table.rules)
  .map((id) => id.split('-'))
  .map(([country = '', region = null]) => ({ country, region }))
const place = fc
  .record({ law: fc.constantFrom(...laws, { country: 'KE', region: null }), zones: fc.uniqueArray(fc.constantFrom(...ZONES), { minLength: 1, maxLength: 3 }) })
  .map(({ law, zones }): Location => ({ ...law, zones: zones.toSorted(), source: 'number' }))

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 1, 15, 30, 59))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const window = fc
  .record({ days: fc.option(fc.subarray([...DAYS], { minLength: 1 })), a: time, b: fc.oneof(time, fc.constant('24:00')) })
  .filter(({ a, b }) => a !== b)
  .map(({ days, a, b }) => ({ days, from: a < b ? a : b, to: a < b ? b : a }))
const settings = fc.record({
  callingWindows: fc.array(window, { maxLength: 3 }),
  quietHours: fc.array(window, { maxLength: 2 }),
  excludedDates: fc.subarray(['2026-03-29', '2026-11-01', '2026-12-24']),
  skipHolidays: fc.boolean(),
})

// Days near clock changes, a leap day, a turn of the year, and any other day.
const days = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
  '2026-12-25',
  '2026-12-31',
  '2028-02-29',
  '2026-02-15',
  '2026-03-22',
]
const now = fc
  .oneof(
    fc.constantFrom(...days).map((day) => Date.parse(day)),
    fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2030-01-01') }),
  )
  .chain((day) => fc.integer({ min: -36 * 60, max: 36 * 60 }).map((minutes) => new Date(Math.floor(day / MINUTE) * MINUTE + minutes * MINUTE)))

/** Checks a hundred generated cases, each for every quarter of an hour of up to two days. */
test('the result is correct in every zone until the returned time', () => {
  fc.assert(
    fc.property(place, settings, fc.boolean(), now, (where, rules, isLegal, at) => {
      const answer = findOpenness({ place: where, settings: rules, isLegal, now: at })
      const isOpen = (moment: number) => isAllowed(where, rules, isLegal, new Date(moment))
      expect(isOpen(at.getTime())).toBe(answer.open)
      const until = answer.open ? answer.closesAt : answer.opensAt
      if (!answer.open) expect(answer.reasons.length).toBeGreaterThan(0)
      const end = Math.min(until?.getTime() ?? Infinity, at.getTime() + 2 * 86_400_000)
      for (let moment = at.getTime(); moment < end; moment += 15 * MINUTE) expect(isOpen(moment)).toBe(answer.open)
      if (!until || (answer.open && until.getTime() - at.getTime() > 34 * 86_400_000)) return
      expect(isOpen(until.getTime() - 1_000)).toBe(answer.open)
      expect(isOpen(until.getTime())).toBe(!answer.open)
      expect(findOpenness({ place: where, settings: rules, isLegal, now: until }).open).toBe(!answer.open)
      expect(findOpenness({ place: where, settings: rules, isLegal, now: new Date(until.getTime() - 1_000) }).open).toBe(answer.open)
    }),
    { numRuns: 100 },
  )
})
