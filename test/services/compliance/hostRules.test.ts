import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/inputs/campaignSettings.ts'
import { findOpenness, legalCapsOf, ruleFor } from '../../../src/services/compliance/callingHours.ts'
import { useHostRules } from '../../../src/services/compliance/hostRules.ts'
import { RulesFile } from '../../../src/services/compliance/rulesFile.ts'
import { TABLE_VERSION } from '../../../src/services/compliance/hoursTable.ts'
import { hoursVersion, rulesFor } from '../../../src/services/compliance/legalHours.ts'
import type { Location } from '../../../src/services/compliance/leadLocations.ts'
import { findLooser } from '../../../src/services/compliance/looserRules.ts'
import { stopClock } from '../../kit/waiting/clock.ts'

const GERMANY = { country: 'DE', region: null }
const FLORIDA = { country: 'US', region: 'FL' }
const german = {
  place: 'DE',
  mon_fri: [['09:00', '18:00']],
  sat: [],
  sun: [],
  holidays: false,
  basis: 'House rule',
  valid_from: '2027-01-01T00:00:00Z',
  valid_to: '2027-07-01T00:00:00Z',
}
const floridian = { ...german, place: 'US-FL', mon_fri: [['08:00', '20:00']], caps: [{ hours: 24, max: 3 }], valid_to: undefined }
const problemsOf = (...rules: object[]) =>
  RulesFile.safeParse({ calling_hours: rules }).error?.issues.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`) ?? []
const use = (...rules: object[]) => useHostRules(RulesFile.parse({ calling_hours: rules }).calling_hours)
afterEach(() => useHostRules([]))

describe("a rule of the administrator's file", () => {
  test('replaces the built-in rule of its place from its first to its last moment, and changes the version of the rules', () => {
    const builtIn = ruleFor(GERMANY)
    use(german)
    const seen = ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z', '2027-06-30T23:59:59.999Z', '2027-07-01T00:00:00Z'].map((moment) => {
      stopClock(new Date(moment))
      return [ruleFor(GERMANY).monFri, hoursVersion()]
    })
    const version = seen[1]![1] as string
    expect(version).toMatch(new RegExp(`^${TABLE_VERSION}\\+[0-9a-f]{8}$`))
    expect(seen).toEqual([
      [builtIn.monFri, TABLE_VERSION],
      [[['09:00', '18:00']], version],
      [[['09:00', '18:00']], version],
      [builtIn.monFri, TABLE_VERSION],
    ])
  })

  test('decides from its first to its last moment, also about times that were asked for before', () => {
    use(german)
    const where: Location = { ...GERMANY, zones: ['Europe/Berlin'], source: 'number' }
    const opens = ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z', '2027-07-01T00:00:00Z'].map((moment) => {
      stopClock(new Date(moment))
      return findOpenness({ place: where, settings: DEFAULT_SETTINGS, isLegal: true, now: new Date('2027-02-01T07:30:00Z') }).open
    })
    expect(opens).toEqual([true, false, true])
  })

  test('applies in addition to that of the country if it is of a state, and leaves other places as they are', () => {
    stopClock(new Date('2027-02-01T12:00:00Z'))
    const country = rulesFor(FLORIDA)[0]!
    const elsewhere = rulesFor(GERMANY)
    use({ ...floridian, caps: [{ hours: 48, max: 2 }] })
    expect(rulesFor(FLORIDA)).toEqual([country, expect.objectContaining({ id: 'US-FL', basis: 'House rule' })])
    expect(legalCapsOf(FLORIDA)).toContainEqual({ rule: 'US-FL', hours: 48, max: 2 })
    expect(rulesFor(GERMANY)).toEqual(elsewhere)
  })

  test('is refused without a reason if it permits what certain law forbids, in words that say what', () => {
    const looser = { ...floridian, mon_fri: [['07:00', '21:00']], caps: [{ hours: 12, max: 3 }] }
    expect(problemsOf(looser)).toEqual([
      'looser_because: is needed, because the law (Fla. Stat. 501.616) is stricter: it permits 08:00 to 20:00 on weekdays; it permits 3 calls in 24 hours',
    ])
    expect(problemsOf({ ...looser, looser_because: 'Opinion of counsel of 2026-11-02' })).toEqual([])
    expect(problemsOf({ ...floridian, looser_because: 'Opinion of counsel of 2026-11-02' })).toEqual([
      'looser_because: is not needed: the rule permits nothing that certain law forbids',
    ])
  })

  test.each([
    [{ place: 'UK' }, 'place: must begin with the ISO 3166 code'],
    [{ place: 'DE-BY' }, 'place: must be a country'],
    [{ place: '__proto__' }, 'place: must be a country'],
    [{ mon_fri: [['18:00', '09:00']] }, 'mon_fri.0: must end after it starts'],
    [
      {
        mon_fri: [
          ['09:00', '12:00'],
          ['11:00', '13:00'],
        ],
      },
      'mon_fri: must be in order and must not overlap',
    ],
    [{ mon_fri: [['9:00', '18:00']] }, 'mon_fri.0.0: must be a time'],
    [{ sat: Array.from({ length: 7 }, (_, at) => [`0${at}:00`, `0${at}:30`]) }, 'sat: Too big'],
    [{ caps: [{ hours: 24, max: 0 }] }, 'caps.0'],
    [{ caps: [{ hours: 24 }] }, 'caps.0'],
    [{ basis: ' ' }, 'basis: '],
    [{ note: 'x' }, ': Unrecognized key'],
    [{ valid_from: '2027-01-01' }, 'valid_from: must be a date and time with an offset'],
  ])('is refused by its place in the file if it is wrong: %j', (wrong, problem) => {
    expect(problemsOf({ ...german, ...wrong })[0]).toContain(problem)
  })

  test('must not overlap another one of its place', () => {
    expect(problemsOf(german, { ...german, valid_from: '2027-06-30T00:00:00Z' })).toEqual([expect.stringContaining('valid_from: overlaps entry 0 (DE)')])
  })
})

test('a rule is looser than the law by its hours, its holidays, the day before them, and its caps', () => {
  const law = {
    ...ruleFor(FLORIDA),
    holidays: false,
    holidayEveIs: 'sat' as const,
    sat: [['10:00', '12:00']] as [string, string][],
    caps: [{ refusedDays: 60 }],
  }
  expect(findLooser(law, law)).toEqual([])
  expect(findLooser({ ...law, sat: [['10:00', '11:00']], sun: [], caps: [{ refusedDays: 90 }] }, law)).toEqual([])
  expect(findLooser({ ...law, holidays: true, holidayEveIs: undefined, sat: [['09:00', '12:00']], caps: [{ refusedDays: 30 }] }, law)).toEqual([
    'it permits 10:00 to 12:00 on Saturdays',
    'the day before a holiday has the hours of Saturday',
    'it permits no calls on public holidays',
    'it demands 60 days after a refusal',
  ])
})
