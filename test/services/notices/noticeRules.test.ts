import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOTICE_KINDS } from '../../../src/inputs/notices.ts'
import { percentOf, type Share, verdictOn } from '../../../src/services/notices/noticeRules.ts'
import { textOf } from '../../../src/services/notices/noticeTexts.ts'

const share = fc
  .record({ of: fc.integer({ min: 0, max: 500 }), wanted: fc.integer({ min: 5, max: 500 }), limit: fc.integer({ min: 1, max: 100 }) })
  .chain((found) => fc.record({ bad: fc.integer({ min: 0, max: found.of }), stands: fc.boolean() }).map((rest): Share => ({ ...found, ...rest })))

test('a notice is raised from the limit on, and cleared no nearer than a fifth below it', () => {
  fc.assert(
    fc.property(share, (one) => {
      const percent = (one.bad * 100) / one.of
      const verdict = verdictOn(one)
      if (one.of < one.wanted) expect(verdict).toBeNull()
      else if (one.stands) expect(verdict).toBe(percent <= one.limit! * 0.8 + 1e-9 && one.bad * 500 <= one.limit! * 4 * one.of ? 'clear' : null)
      else expect(verdict).toBe(one.bad * 100 >= one.limit! * one.of ? 'raise' : null)
    }),
  )
})

test('no share is both raised and cleared, so that nothing flaps while nothing changes', () => {
  fc.assert(
    fc.property(share, (one) => {
      if (verdictOn({ ...one, stands: false }) === 'raise') expect(verdictOn({ ...one, stands: true })).toBeNull()
      expect(verdictOn({ ...one, stands: false })).not.toBe('clear')
      expect(verdictOn({ ...one, stands: true })).not.toBe('raise')
    }),
  )
})

test('without a limit nothing is raised and what stands is cleared; one bad call is enough for the lowest limit and none clears it', () => {
  expect(verdictOn({ bad: 9, of: 9, wanted: 5, limit: null, stands: false })).toBeNull()
  expect(verdictOn({ bad: 9, of: 9, wanted: 5, limit: null, stands: true })).toBe('clear')
  expect(verdictOn({ bad: 1, of: 20, wanted: 20, limit: 1, stands: false })).toBe('raise')
  expect(verdictOn({ bad: 0, of: 20, wanted: 20, limit: 1, stands: true })).toBe('clear')
  expect(percentOf(1, 3)).toBe(33.3)
})

test('each kind says something of its own, with whatever facts, also with none', () => {
  const names = ['balance', 'currency', 'threshold', 'of', 'failed', 'percent', 'limit_percent', 'reason', 'failures', 'host', 'error', 'campaign', 'budget']
  const facts = Object.fromEntries([...names, 'spent', 'phone_number', 'unanswered', 'refused_by', 'missing', 'carrier'].map((name) => [name, `<${name}>`]))
  const told = NOTICE_KINDS.map((kind) => textOf({ kind, data: facts, subject: '7' }))
  expect(new Set(told.map(({ title }) => title)).size).toBe(NOTICE_KINDS.length)
  for (const { title, message, path } of told) {
    expect(`${title} ${message}`).not.toMatch(/undefined|null|\[object|  /)
    expect(path).toMatch(/^\/[\w/?=-]*$/)
  }
  fc.assert(
    fc.property(fc.constantFrom(...NOTICE_KINDS, 'constructor', 'once_known'), fc.jsonValue(), fc.string(), (kind, data, subject) => {
      const { title, path } = textOf({ kind, data: data as never, subject })
      expect(title).not.toBe('')
      expect(() => new URL(path, 'https://example.com')).not.toThrow()
    }),
  )
})
