import { afterEach, describe, expect, test } from 'vitest'
import { decide, RULES_VERSION } from '../../../src/services/calls/recordings/recordings.ts'
import { CONSENT_RULES_VERSION, consentRulesVersion, findDemand, useHostConsentRules } from '../../../src/services/compliance/consentRules.ts'
import { recordingRulesVersion, useHostRecordingRules } from '../../../src/services/compliance/recordingRules.ts'
import { RulesFile } from '../../../src/services/compliance/rulesFile.ts'
import { stopClock } from '../../kit/waiting/clock.ts'

const BEFORE = new Date('2026-12-31T23:59:59Z')
const VALID = new Date('2027-02-01T12:00:00Z')
const dated = { basis: 'House rule', valid_from: '2027-01-01T00:00:00Z' }
const german = { place: 'DE', marketing: 'express', other: null, ...dated }
const japanese = { place: 'JP', recording: 'forbidden', ...dated }
const REASON = { looser_because: 'Opinion of counsel of 2026-11-02' }
const problemsOf = (file: object) => RulesFile.safeParse(file).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
afterEach(() => {
  useHostConsentRules([])
  useHostRecordingRules([])
})

describe("a rule of the administrator's file on", () => {
  const marketing = { required: 'by_law', purpose: 'marketing' } as const
  const demandIn = (country: string, at: Date) => {
    stopClock(at)
    return findDemand(marketing, country, at)
  }

  test('consent replaces or adds the rule of its country while it is valid, and stands in the version', () => {
    useHostConsentRules(RulesFile.parse({ consent: [german, { ...german, place: 'PL', marketing: 'express_written' }] }).consent)
    expect([demandIn('DE', BEFORE), consentRulesVersion()]).toEqual([null, CONSENT_RULES_VERSION])
    expect(demandIn('DE', VALID)).toEqual({ basis: 'express', purpose: 'marketing', rule: 'DE' })
    expect(demandIn('PL', VALID)).toMatchObject({ basis: 'express_written' })
    expect(demandIn('US', VALID)).toMatchObject({ basis: 'express_written' })
    expect(consentRulesVersion()).toMatch(new RegExp(`^${CONSENT_RULES_VERSION}\\+[0-9a-f]{8}$`))
  })

  test('recording replaces or adds the rule of its country while it is valid, and stands in the version', () => {
    useHostRecordingRules(RulesFile.parse({ recording: [japanese] }).recording)
    stopClock(BEFORE)
    expect([decide('+81312345678', true, null).reason, recordingRulesVersion()]).toEqual(['enabled', RULES_VERSION])
    stopClock(VALID)
    expect(decide('+81312345678', true, null)).toEqual({ recorded: false, reason: 'forbidden_by_law', country: 'JP' })
    expect(recordingRulesVersion()).toMatch(new RegExp(`^${RULES_VERSION}\\+[0-9a-f]{8}$`))
  })

  test.each([
    ['consent', { ...german, place: 'US', marketing: 'express', other: 'express' }, 'it demands express_written for marketing calls'],
    ['consent', { ...german, place: 'US', marketing: 'express_written', other: null }, 'it demands express for other calls'],
    ['recording', { ...japanese, place: 'DE', recording: 'announced' }, 'it permits no recording'],
    ['recording', { ...japanese, place: 'AU', recording: 'permitted' }, 'it demands that a recording is announced'],
  ])('%s is never looser than certain law without a reason: %j', (list, rule, problem) => {
    expect(problemsOf({ [list]: [rule] })).toEqual([expect.stringMatching(new RegExp(`^${list}.0.looser_because: is needed.*${problem}`))])
    expect(problemsOf({ [list]: [{ ...rule, ...REASON }] })).toEqual([])
  })

  test.each([
    ['consent', german, { place: 'DE-BY' }, 'consent.0.place: must be a country'],
    ['consent', german, { place: '__proto__' }, 'consent.0.place: must be a country'],
    ['consent', german, { marketing: 'implied' }, 'consent.0.marketing: '],
    ['consent', german, { marketing: undefined }, 'consent.0.marketing: '],
    ['consent', german, { ...REASON }, 'consent.0.looser_because: is not needed'],
    ['consent', german, { certainty: 'high' }, 'consent.0: Unrecognized key'],
    ['recording', japanese, { place: 'UK' }, 'recording.0.place: must be the ISO 3166 code'],
    ['recording', japanese, { recording: 'allowed' }, 'recording.0.recording: '],
    ['recording', japanese, { basis: 'x'.repeat(501) }, 'recording.0.basis: '],
    ['recording', japanese, { basis: 'House\u0000rule' }, 'recording.0.basis: contains characters that cannot be stored'],
    ['consent', german, { looser_because: `Opinion of counsel \ud800` }, 'consent.0.looser_because: contains characters that cannot be stored'],
    ['recording', japanese, { valid_to: '2026-01-01T00:00:00Z' }, 'recording.0.valid_to: must be after valid_from'],
  ])('%s is refused by its place in the file if it is wrong: %j %j', (list, rule, wrong, problem) => {
    expect(problemsOf({ [list]: [{ ...rule, ...wrong }] })[0]).toContain(problem)
  })
})

test('a file has at most 500 rules of these kinds, of which none overlap, and no other lists', () => {
  expect(problemsOf({ consent: Array.from({ length: 501 }, () => german) })[0]).toContain('consent: Too big')
  expect(problemsOf({ recording: [japanese, japanese] })).toEqual([expect.stringContaining('recording.1.valid_from: overlaps entry 0 (JP)')])
  expect(problemsOf({ laws: [] })[0]).toContain('Unrecognized key')
})
