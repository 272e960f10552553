import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALERT_KINDS } from '../../../src/inputs/alerts.ts'
import { toPercent, type Share, decide } from '../../../src/services/alerts/alertRules.ts'
import { codeOf, toText } from '../../../src/services/alerts/alertTexts.ts'

const share = fc
  .record({ of: fc.integer({ min: 0, max: 500 }), minCalls: fc.integer({ min: 5, max: 500 }), limit: fc.integer({ min: 1, max: 100 }) })
  .chain((found) => fc.record({ bad: fc.integer({ min: 0, max: found.of }), isRaised: fc.boolean() }).map((rest): Share => ({ ...found, ...rest })))

test('an alert is raised at the limit, and cleared a fifth below it', () => {
  fc.assert(
    fc.property(share, (one) => {
      const percent = (one.bad * 100) / one.of
      const verdict = decide(one)
      if (one.of < one.minCalls) expect(verdict).toBeNull()
      else if (one.isRaised) expect(verdict).toBe(percent <= one.limit! * 0.8 + 1e-9 && one.bad * 500 <= one.limit! * 4 * one.of ? 'clear' : null)
      else expect(verdict).toBe(one.bad * 100 >= one.limit! * one.of ? 'raise' : null)
    }),
  )
})

test('no share both raises and clears an alert', () => {
  fc.assert(
    fc.property(share, (one) => {
      if (decide({ ...one, isRaised: false }) === 'raise') expect(decide({ ...one, isRaised: true })).toBeNull()
      expect(decide({ ...one, isRaised: false })).not.toBe('clear')
      expect(decide({ ...one, isRaised: true })).not.toBe('raise')
    }),
  )
})

test('without a limit alerts are cleared and none is raised; with the lowest limit one bad call raises one and zero bad calls clear it', () => {
  expect(decide({ bad: 9, of: 9, minCalls: 5, limit: null, isRaised: false })).toBeNull()
  expect(decide({ bad: 9, of: 9, minCalls: 5, limit: null, isRaised: true })).toBe('clear')
  expect(decide({ bad: 1, of: 20, minCalls: 20, limit: 1, isRaised: false })).toBe('raise')
  expect(decide({ bad: 0, of: 20, minCalls: 20, limit: 1, isRaised: true })).toBe('clear')
  expect(toPercent(1, 3)).toBe(33.3)
})

test('each type has its own text, with any facts or none', () => {
  const names = ['balance', 'currency', 'threshold', 'of', 'failed', 'percent', 'limit_percent', 'reason', 'failures', 'host', 'error', 'campaign', 'budget']
  const facts = Object.fromEntries([...names, 'spent', 'phone_number', 'unanswered', 'rejected_by', 'missing', 'carrier'].map((name) => [name, `<${name}>`]))
  const texts = ALERT_KINDS.map((type) => toText({ type, data: facts, subject: '7' }))
  expect(new Set(texts.map(({ title }) => title)).size).toBe(ALERT_KINDS.length)
  for (const { title, message, path } of texts) {
    expect(`${title} ${message}`).not.toMatch(/undefined|null|\[object|  /)
    expect(path).toMatch(/^\/[\w/?=-]*$/)
  }
  fc.assert(
    fc.property(fc.constantFrom(...ALERT_KINDS, 'constructor', 'once_known'), fc.jsonValue(), fc.string(), (type, data, subject) => {
      const { title, path } = toText({ type, data: data as never, subject })
      expect(title).not.toBe('')
      expect(() => new URL(path, 'https://example.com')).not.toThrow()
    }),
  )
})

test('a type with several causes has a code for each', () => {
  const code = (type: string, data: object) => codeOf({ type, data } as never)
  expect(code('campaign_paused', { reason: 'schedule_ended' })).toBe('campaign_schedule_ended')
  expect(code('campaign_paused', { reason: 'later_reason' })).toBe('campaign_paused')
  expect(code('carrier_failing', { reason: 'suspended' })).toBe('carrier_suspended')
  expect(code('number_setup_failed', { claimed_by: 'owner' })).toBe('number_claimed')
  expect(code('number_setup_failed', { rejected_by: 'vapi' })).toBe('number_rejected')
  expect(code('number_setup_failed', { not_removed_by: 'telnyx' })).toBe('number_not_removed')
  expect(code('number_setup_failed', { missing: ['sms_capable_number'] })).toBe('number_sms_unavailable')
  expect(code('low_balance', {})).toBe('low_balance')
})
