import { expect, test } from 'vitest'
import table from '../../../src/data/calling-hours.json' with { type: 'json' }
import { DEFAULT_SETTINGS, type CampaignSettings } from '../../../src/inputs/campaignSettings.ts'
import { legalCapsOf, findOpenness, ruleFor } from '../../../src/services/compliance/callingHours.ts'
import { findHoliday } from '../../../src/services/compliance/holidays.ts'
import type { Location } from '../../../src/services/compliance/leadLocations.ts'
import { fromLocalTime } from './hoursKit.ts'

const place = (country: string | null, region: string | null, ...zones: string[]): Location => ({ country, region, zones, source: 'number' })
const settingsWith = (some: Partial<CampaignSettings> = {}): CampaignSettings => ({ ...DEFAULT_SETTINGS, ...some })
const legally = (where: Location, local: string, settings = settingsWith()) =>
  findOpenness({ place: where, settings, isLegal: true, now: fromLocalTime(where.zones[0]!, local) })

const FLORIDA = place('US', 'FL', 'America/New_York')
const FRANCE = place('FR', null, 'Europe/Paris')
const ITALY = place('IT', null, 'Europe/Rome')
const UNLISTED = place('KE', null, 'Africa/Nairobi')

test.each([
  // 2026-06-01 is a Monday.
  ['US-FL', FLORIDA, [['2026-06-01T08:00', '2026-06-01T20:00']]],
  [
    'US',
    place('US', 'NY', 'America/New_York'),
    [
      ['2026-06-06T08:00', '2026-06-06T21:00'],
      ['2026-06-07T08:00', '2026-06-07T21:00'],
    ],
  ],
  ['US', place('US', null, 'America/New_York'), [['2026-07-04T08:00', '2026-07-04T21:00']]],
  [
    'US-TX',
    place('US', 'TX', 'America/Chicago'),
    [
      ['2026-06-06T09:00', '2026-06-06T21:00'],
      ['2026-06-07T12:00', '2026-06-07T21:00'],
    ],
  ],
  ['US-PA', place('US', 'PA', 'America/New_York'), [['2026-06-07T13:30', '2026-06-07T21:00']]],
  [
    'FR',
    FRANCE,
    [
      ['2026-06-01T10:00', '2026-06-01T13:00'],
      ['2026-06-01T14:00', '2026-06-01T20:00'],
    ],
  ],
  [
    'IT',
    ITALY,
    [
      ['2026-06-05T09:00', '2026-06-05T20:00'],
      ['2026-06-06T10:00', '2026-06-06T19:00'],
    ],
  ],
  ['AU', place('AU', null, 'Australia/Sydney'), [['2026-06-06T09:00', '2026-06-06T17:00']]],
  [
    'CA',
    place('CA', 'ON', 'America/Toronto'),
    [
      ['2026-06-01T09:00', '2026-06-01T21:30'],
      ['2026-06-07T10:00', '2026-06-07T18:00'],
    ],
  ],
  ['DE', place('DE', null, 'Europe/Berlin'), [['2026-06-06T08:00', '2026-06-06T20:00']]],
  [
    'default',
    UNLISTED,
    [
      ['2026-06-02T09:00', '2026-06-02T20:00'],
      ['2026-06-06T10:00', '2026-06-06T17:00'],
    ],
  ],
  ['default', place(null, null, 'UTC'), [['2026-06-01T09:00', '2026-06-01T20:00']]],
] as [string, Location, [string, string][]][])('the legal calling hours of %s open and close to the second', (rule, where, spans) => {
  const zone = where.zones[0]!
  expect(ruleFor(where).id).toBe(rule)
  for (const [opens, closes] of spans) {
    const from = fromLocalTime(zone, opens)
    const to = fromLocalTime(zone, closes)
    expect(legally(where, opens)).toEqual({ open: true, closesAt: to })
    const before = findOpenness({ place: where, settings: settingsWith(), isLegal: true, now: new Date(from.getTime() - 1) })
    expect(before).toMatchObject({
      open: false,
      opensAt: from,
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'legal_hours', rule, zone })]),
    })
    expect(findOpenness({ place: where, settings: settingsWith(), isLegal: true, now: new Date(to.getTime() - 1) }).open).toBe(true)
    expect(findOpenness({ place: where, settings: settingsWith(), isLegal: true, now: to }).open).toBe(false)
  }
})

test.each([
  [FRANCE, '2026-06-06T11:00', '2026-06-08T10:00'],
  [ITALY, '2026-06-07T11:00', '2026-06-08T09:00'],
  [place('AU', null, 'Australia/Sydney'), '2026-06-07T11:00', '2026-06-08T09:00'],
  [place('US', 'MS', 'America/Chicago'), '2026-06-07T11:00', '2026-06-08T08:00'],
  [UNLISTED, '2026-06-06T17:00', '2026-06-08T09:00'],
])('calls resume after the end of a day without calls: %#', (where, local, opens) => {
  expect(legally(where, local)).toMatchObject({ open: false, opensAt: fromLocalTime(where.zones[0]!, opens) })
})

test.each([
  [place('US', 'AL', 'America/Chicago'), '2026-07-04T12:00', 'US-AL', 'Independence Day'],
  [place('DE', null, 'Europe/Berlin'), '2026-12-25T12:00', 'DE', 'Christmas Day'],
  [FRANCE, '2026-07-14T11:00', 'FR', 'Bastille Day'],
])('no calls are permitted on public holidays if the law forbids them: %#', (where, local, rule, name) => {
  expect(legally(where, local)).toMatchObject({ open: false, reasons: [{ code: 'legal_holiday', rule, name }] })
})

test('in Italy the day before a public holiday has the hours of a Saturday', () => {
  // June 2, 2026, a Tuesday, is Republic Day.
  expect(legally(ITALY, '2026-06-01T09:30')).toMatchObject({ open: false, opensAt: fromLocalTime('Europe/Rome', '2026-06-01T10:00') })
  expect(legally(ITALY, '2026-06-01T18:00')).toEqual({ open: true, closesAt: fromLocalTime('Europe/Rome', '2026-06-01T19:00') })
})

test('holidays are those of the country and region, on local dates', () => {
  expect(findHoliday('US', null, '2026-07-04')).toBe('Independence Day')
  expect(findHoliday('US', 'LA', '2026-02-17')).toBe('Mardi Gras')
  expect(findHoliday('US', 'NY', '2026-02-17')).toBeNull()
  expect(findHoliday('AE', null, '2026-03-22')).toContain('Eid')
  expect(findHoliday('DE', null, '2026-12-24')).toBeNull()
  expect([findHoliday(null, null, '2026-12-25'), findHoliday('XX', null, '2026-12-25')]).toEqual([null, null])
})

test('without legal hours only the rules of the campaign apply, and each is named', () => {
  const now = fromLocalTime('Europe/Berlin', '2026-12-25T13:30')
  const where = place('DE', null, 'Europe/Berlin')
  const settings = settingsWith({
    callingWindows: [{ days: ['mon', 'tue'], from: '09:00', to: '18:00' }],
    quietHours: [{ days: null, from: '13:00', to: '14:00' }],
    excludedDates: ['2026-12-25'],
    skipHolidays: true,
  })
  const answer = findOpenness({ place: where, settings, isLegal: false, now })
  const reason = { zone: 'Europe/Berlin', localTime: '2026-12-25T13:30' }
  expect(answer).toEqual({
    open: false,
    opensAt: fromLocalTime('Europe/Berlin', '2026-12-28T09:00'),
    reasons: [
      { code: 'campaign_hours', ...reason },
      { code: 'quiet_hours', ...reason },
      { code: 'closed_date', ...reason },
      { code: 'holiday', name: 'Christmas Day', ...reason },
    ],
  })
  expect(findOpenness({ place: where, settings: settingsWith(), isLegal: false, now }).open).toBe(true)
})

test('the calling hours of a campaign never extend the legal ones', () => {
  const settings = settingsWith({ callingWindows: [{ days: null, from: '00:00', to: '24:00' }] })
  expect(legally(FLORIDA, '2026-06-01T20:00', settings)).toMatchObject({ open: false, reasons: [{ code: 'legal_hours', rule: 'US-FL' }] })
})

test('without a permitted time there is no next time', () => {
  const never = settingsWith({ quietHours: [{ days: null, from: '00:00', to: '24:00' }] })
  expect(legally(FLORIDA, '2026-06-01T12:00', never)).toMatchObject({ open: false, opensAt: null, reasons: [{ code: 'quiet_hours' }] })
  const apart = place(null, null, 'Europe/London', 'Pacific/Auckland')
  expect(findOpenness({ place: apart, settings: settingsWith(), isLegal: true, now: new Date('2026-06-01T12:00Z') })).toMatchObject({
    open: false,
    opensAt: null,
  })
})

test('a contact with several possible zones is called only when all of them permit it', () => {
  const anywhere = place('US', null, 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/New_York', 'America/Phoenix')
  const ask = (time: string) => findOpenness({ place: anywhere, settings: settingsWith(), isLegal: true, now: new Date(time) })
  expect(ask('2026-06-01T14:59:59Z')).toMatchObject({ open: false, opensAt: new Date('2026-06-01T15:00Z') })
  expect(ask('2026-06-01T15:00Z')).toEqual({ open: true, closesAt: new Date('2026-06-02T01:00Z') })
  expect(ask('2026-06-02T01:00Z')).toMatchObject({ open: false, reasons: [{ zone: 'America/New_York', localTime: '2026-06-01T21:00' }] })
})

test('a clock change neither opens early nor closes late', () => {
  const settings = settingsWith({ callingWindows: [{ days: null, from: '01:30', to: '02:30' }] })
  const where = place('DE', null, 'Europe/Berlin')
  const ask = (time: string) => findOpenness({ place: where, settings, isLegal: false, now: new Date(time) })
  // March 29, 2026: 02:00 becomes 03:00 at 01:00 UTC.
  expect(ask('2026-03-29T00:30Z')).toEqual({ open: true, closesAt: new Date('2026-03-29T01:00Z') })
  // October 25, 2026: 03:00 becomes 02:00 at 01:00 UTC, so 02:00 to 02:30 occurs twice.
  expect(ask('2026-10-24T23:30Z')).toEqual({ open: true, closesAt: new Date('2026-10-25T00:30Z') })
  expect(ask('2026-10-25T00:30Z')).toMatchObject({ open: false, opensAt: new Date('2026-10-25T01:00Z') })
  expect(ask('2026-10-25T01:00Z')).toEqual({ open: true, closesAt: new Date('2026-10-25T01:30Z') })
})

test('a day of 23 hours, zones with half-hour offsets, and a clock change of half an hour', () => {
  expect(legally(place('IN', null, 'Asia/Kolkata'), '2026-06-01T10:00').open).toBe(true)
  expect(legally(place('IN', null, 'Asia/Kolkata'), '2026-06-01T09:59')).toMatchObject({ opensAt: new Date('2026-06-01T04:30Z') })
  const lordHowe = place('AU', null, 'Australia/Lord_Howe')
  // April 4, 2026 is a Saturday in summer time (+11), April 7 a Tuesday after it (+10:30). The days between are Easter.
  expect(legally(lordHowe, '2026-04-02T09:00')).toEqual({ open: true, closesAt: new Date('2026-04-02T09:00Z') })
  expect(legally(lordHowe, '2026-04-07T09:00')).toEqual({ open: true, closesAt: new Date('2026-04-07T09:30Z') })
})

test('legal limits are listed with their rule', () => {
  expect(legalCapsOf(FLORIDA)).toEqual([{ rule: 'US-FL', hours: 24, max: 3 }])
  expect(legalCapsOf(FRANCE)).toEqual([
    { rule: 'FR', hours: 720, max: 4 },
    { rule: 'FR', refusedDays: 60 },
  ])
  expect([legalCapsOf(ITALY), legalCapsOf(UNLISTED)]).toEqual([[], []])
})

test('every rule of the table has sorted hours within the day', () => {
  for (const rule of [table.default, ...Object.values(table.rules)])
    for (const day of [rule.monFri, rule.sat, rule.sun]) {
      const times = day.flat()
      expect(times).toEqual(times.toSorted())
      for (const time of times) expect(time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
    }
})
