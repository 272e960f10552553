import { expect, test } from 'vitest'
import rules from '../../../src/data/recording-rules.json' with { type: 'json' }
import { toAdvisory, decide, findMonitorBlock, RULES_VERSION, urlOf } from '../../../src/services/calls/recordings/recordings.ts'

const US = '+12125550009'
const GERMANY = '+4930123456789'
const ITALY = '+390212340009'

test('if the law forbids recording, no setting turns it on', () => {
  for (const agent of [true, false])
    for (const call of [true, false, null, undefined])
      expect(decide(GERMANY, agent, call)).toEqual({ recorded: false, reason: 'forbidden_by_law', country: 'DE' })
})

test('otherwise the call and its agent can each turn it off, and neither can turn it on again', () => {
  expect(decide(US, true, undefined)).toEqual({ recorded: true, reason: 'enabled', country: 'US' })
  expect(decide(US, true, false)).toMatchObject({ recorded: false, reason: 'disabled_on_call' })
  expect(decide(US, false, undefined)).toMatchObject({ recorded: false, reason: 'disabled_on_agent' })
  expect(decide(US, false, null)).toMatchObject({ recorded: false, reason: 'disabled_on_agent' })
  expect(decide(US, false, true)).toMatchObject({ recorded: false, reason: 'disabled_on_agent' })
  expect(decide(US, false, false)).toMatchObject({ recorded: false, reason: 'disabled_on_call' })
  expect(decide(ITALY, true, null)).toMatchObject({ recorded: true, country: 'IT' })
})

test('every prohibition names its source, and every advisory is a sentence', () => {
  expect(rules.version).toMatch(/^\d{4}-\d{2}-\d{2}/)
  for (const [country, rule] of Object.entries(rules.countries)) {
    if (rule.suppress) expect(rule.basis, country).not.toBe('')
    const reason = rule.suppress ? 'forbidden_by_law' : 'enabled'
    expect(toAdvisory({ recorded: !rule.suppress, recordingReason: reason, recordingRulesVersion: RULES_VERSION, country }).message).toMatch(
      /^This call is .+\.$/,
    )
  }
})

test('a call that is not recorded has no recording URL, even if its provider stored one', () => {
  expect(urlOf({ id: 7, recorded: false, hasRecording: true, recordingDeletedAt: null })).toBeUndefined()
  expect(urlOf({ id: 7, recorded: true, hasRecording: true, recordingDeletedAt: null })).toMatch(/\/api\/v1\/calls\/7\/recording$/)
  expect(urlOf({ id: 7, recorded: true, hasRecording: true, recordingDeletedAt: new Date() })).toBeUndefined()
})

test('for an inbound call the laws of both numbers apply, and the country that forbids recording is named', () => {
  expect(decide([US, GERMANY], true, null)).toEqual({ recorded: false, reason: 'forbidden_by_law', country: 'DE' })
  expect(decide([GERMANY, US], true, null)).toEqual({ recorded: false, reason: 'forbidden_by_law', country: 'DE' })
  expect(decide([ITALY, US], true, null)).toEqual({ recorded: true, reason: 'enabled', country: 'IT' })
  expect(decide([US], false, null)).toMatchObject({ recorded: false, reason: 'disabled_on_agent' })
})

test('a live call follows the strictest law of the called number, an inbound caller, and the numbers it can be transferred to', () => {
  const [JAPAN, BRITAIN, PARAGUAY] = ['+81312340000', '+442071234567', '+595210000011']
  const call = {
    recorded: false,
    recordingReason: 'disabled_on_call',
    country: 'JP',
    direction: 'outbound',
    fromNumber: US,
    toNumber: JAPAN,
    transferNumber: null,
  }
  const typeOf = (changes: Partial<typeof call> | { transferNumber: string }, transfers: string[] = []) => findMonitorBlock({ ...call, ...changes }, transfers)
  expect(typeOf({})).toBeNull()
  expect(typeOf({ direction: 'inbound' })).toEqual({ type: 'announcement_missing', country: 'US' })
  expect(typeOf({ direction: 'inbound', recorded: true })).toBeNull()
  expect(typeOf({ direction: 'inbound', fromNumber: 'anonymous' })).toBeNull()
  expect(typeOf({ direction: 'inbound', fromNumber: PARAGUAY })).toEqual({ type: 'unverified_law', country: 'PY' })
  expect(typeOf({ transferNumber: BRITAIN })).toEqual({ type: 'announcement_missing', country: 'GB' })
  expect(typeOf({ recorded: true }, [BRITAIN, PARAGUAY])).toEqual({ type: 'unverified_law', country: 'PY' })
  expect(typeOf({ recorded: true }, [PARAGUAY, GERMANY])).toEqual({ type: 'forbidden_by_law', country: 'DE' })
  expect(typeOf({ recordingReason: 'forbidden_by_law', country: 'DE' })).toEqual({ type: 'forbidden_by_law', country: 'DE' })
})
