import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advance, CALL_STATES, hasEnded, outcomeOf } from '../../../src/kernel/vocabulary/callStates.ts'

const state = fc.constantFrom(...CALL_STATES)

test('a state never goes back, and an ended call stays as it ended, whatever news comes in whatever order', () => {
  fc.assert(
    fc.property(fc.array(state), (news) => {
      let now = 'queued'
      let end: string | null = null
      for (const next of news) {
        const before = CALL_STATES.indexOf(now as never)
        now = advance(now, next)
        if (end) expect(now).toBe(end)
        else if (!hasEnded(now)) expect(CALL_STATES.indexOf(now as never)).toBeGreaterThanOrEqual(before)
        if (hasEnded(now)) end = now
      }
    }),
  )
})

test('repeated news changes nothing', () => {
  fc.assert(
    fc.property(state, state, (from, news) => {
      expect(advance(advance(from, news), news)).toBe(advance(from, news))
    }),
  )
})

test('what came of a call follows from how it ended first, then from its analysis', () => {
  expect(outcomeOf('busy', 'success', 'true')).toBe('busy')
  expect(outcomeOf('completed', 'not_interested', 'false')).toBe('not_interested')
  expect(outcomeOf('completed', null, 'true')).toBe('success')
  expect(outcomeOf('completed', 'unknown', 'false')).toBe('unknown')
  expect(outcomeOf('canceled', null, null)).toBe('unknown')
})
