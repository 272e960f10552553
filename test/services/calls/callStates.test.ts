import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advance, CALL_STATES, hasEnded, outcomeOf } from '../../../src/kernel/vocabulary/callStates.ts'

const state = fc.constantFrom(...CALL_STATES)

test('a status never goes back, and an ended call keeps its status, for any updates in any order', () => {
  fc.assert(
    fc.property(fc.array(state), (updates) => {
      let status = 'queued'
      let end: string | null = null
      for (const next of updates) {
        const rankBefore = CALL_STATES.indexOf(status as never)
        status = advance(status, next)
        if (end) expect(status).toBe(end)
        else if (!hasEnded(status)) expect(CALL_STATES.indexOf(status as never)).toBeGreaterThanOrEqual(rankBefore)
        if (hasEnded(status)) end = status
      }
    }),
  )
})

test('a repeated update changes nothing', () => {
  fc.assert(
    fc.property(state, state, (from, updates) => {
      expect(advance(advance(from, updates), updates)).toBe(advance(from, updates))
    }),
  )
})

test('the outcome of a call depends on how the call ended, then on its analysis', () => {
  expect(outcomeOf('busy', 'success', 'true')).toBe('busy')
  expect(outcomeOf('completed', 'not_interested', 'false')).toBe('not_interested')
  expect(outcomeOf('completed', null, 'true')).toBe('success')
  expect(outcomeOf('completed', 'unknown', 'false')).toBe('unknown')
  expect(outcomeOf('canceled', null, null)).toBe('unknown')
})
