import { afterEach, expect, test } from 'vitest'
import table from '../../../src/data/territories.json' with { type: 'json' }
import * as recordings from '../../../src/services/calls/recordings/recordings.ts'
import { findDemand } from '../../../src/services/compliance/consentRules.ts'
import { findHonorDate } from '../../../src/services/compliance/honorDates.ts'
import { useHostRules } from '../../../src/services/compliance/hostRules.ts'
import { locate } from '../../../src/services/compliance/leadLocations.ts'
import { ruleFor, rulesFor } from '../../../src/services/compliance/legalHours.ts'
import { registerCountryOf } from '../../../src/services/compliance/registers/registerRules.ts'
import { RulesFile } from '../../../src/services/compliance/rulesFile.ts'
import { rulesInForce } from '../../../src/services/compliance/rulesInForce.ts'

afterEach(() => useHostRules([]))

const NOW = new Date('2026-12-02T15:00:00Z')
const idsAt = (phoneNumber: string, data: object = {}) => rulesFor(locate({ phoneNumber, data })).map(({ id }) => id)
const demandAt = (phoneNumber: string, purpose: 'marketing' | 'service' = 'marketing') =>
  findDemand({ required: 'by_law', purpose }, locate({ phoneNumber, data: {} }).country, NOW)
const rule = { mon_fri: [['09:00', '12:00']], sat: [], sun: [], holidays: false, basis: 'House rule', valid_from: '2026-01-01T00:00:00Z' }

test.each([
  ['+17875550123', 'PR', 'US'],
  ['+13405550123', 'VI', 'US'],
  ['+16715550123', 'GU', 'US'],
  ['+16845550123', 'AS', 'US'],
  ['+16705550123', 'MP', 'US'],
  ['+590590123456', 'GP', 'FR'],
  ['+596596123456', 'MQ', 'FR'],
  ['+594594123456', 'GF', 'FR'],
  ['+262262123456', 'RE', 'FR'],
])('calls to %s (%s) keep the hours and need the consent that the law of %s demands', (phoneNumber, place, law) => {
  expect(locate({ phoneNumber, data: {} }).country).toBe(place)
  expect(idsAt(phoneNumber)).toEqual([law])
  expect(demandAt(phoneNumber)).toMatchObject({ rule: law })
})

test('a contact in a territory has the local time of the territory, also where an American address names it as the state', () => {
  expect(locate({ phoneNumber: '+12125550123', data: { state: 'PR' } })).toMatchObject({ country: 'PR', zones: ['America/Puerto_Rico'], source: 'country' })
  expect(locate({ phoneNumber: '+12125550123', data: { country: 'US', state: 'Guam' } })).toMatchObject({ country: 'GU', zones: ['Pacific/Guam'] })
  expect(locate({ phoneNumber: '+12125550123', data: { state: 'US' } })).toMatchObject({ country: 'US', region: 'NY' })
  expect(locate({ phoneNumber: '+4930901820', data: { state: 'PR' } })).toMatchObject({ country: 'DE' })
})

test('recordings, registers and the time to honor a wish follow the law of the country, too', () => {
  expect(recordings.decide('+262262123456', true, null)).toEqual({ recorded: false, reason: 'forbidden_by_law', country: 'RE' })
  expect([registerCountryOf('PR'), registerCountryOf('RE')]).toEqual(['US', null])
  expect(findHonorDate('+17875550123', new Date('2026-03-02T12:00:00Z'))).toBe('2026-03-16')
})

test("a rule of the territory itself comes first, and is never looser than the country's certain law without a reason", () => {
  const problemsOf = (of: object) => RulesFile.safeParse({ calling_hours: [of] }).error?.issues.map(({ message }) => message) ?? []
  expect(problemsOf({ ...rule, place: 'PR', mon_fri: [['07:00', '12:00']] })[0]).toContain('is needed, because the law (47 CFR 64.1200(c)(1); TSR) is stricter')
  useHostRules(RulesFile.parse({ calling_hours: [{ ...rule, place: 'PR' }] }).calling_hours)
  expect([idsAt('+17875550123'), idsAt('+13405550123')]).toEqual([['PR'], ['US']])
})

test('a rule of the administrator for the country changes the law of its territories, and is listed for each of them', () => {
  useHostRules(RulesFile.parse({ calling_hours: [{ ...rule, place: 'US' }] }).calling_hours)
  expect(ruleFor(locate({ phoneNumber: '+17875550123', data: {} })).basis).toBe('House rule')
  const { calling_hours: hours } = rulesInForce()
  expect(hours['PR']).toEqual(hours['US'])
})

test('every territory has the law of a country for which some rule is known', () => {
  const tables = Object.values(rulesInForce())
  for (const [place, { law }] of Object.entries(table.territories))
    expect([place, tables.some((rules) => law in rules), tables.some((rules) => place in rules)]).toEqual([place, true, true])
})
