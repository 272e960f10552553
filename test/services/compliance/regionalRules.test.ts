import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/inputs/campaignSettings.ts'
import { findOpenness } from '../../../src/services/compliance/callingHours.ts'
import type { Location } from '../../../src/services/compliance/leadLocations.ts'
import { fromLocalTime } from './hoursKit.ts'

const FLORIDA: Location = { country: 'US', region: 'FL', zones: ['America/New_York'], source: 'number' }
const brokenRulesAt = (local: string) => {
  const openness = findOpenness({ place: FLORIDA, settings: DEFAULT_SETTINGS, isLegal: true, now: fromLocalTime('America/New_York', local) })
  return openness.open ? [] : openness.reasons.map(({ rule }) => rule)
}

test('the hours of a region apply in addition to those of its country, and a refusal names each rule that forbids the call', () => {
  expect(brokenRulesAt('2026-06-01T07:00')).toEqual(['US', 'US-FL'])
  expect(brokenRulesAt('2026-06-01T20:30')).toEqual(['US-FL'])
  expect(brokenRulesAt('2026-06-01T12:00')).toEqual([])
})
