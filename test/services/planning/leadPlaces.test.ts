import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LEADS_A_TURN, placesOf } from '../../../src/services/planning/compliance/leadPlaces.ts'

test('locating the leads of a campaign lets other work run every few leads', async () => {
  let [sinceTurn, longest, isDone] = [0, 0, false]
  function* leads() {
    for (let each = 0; each < 1_000; each++) {
      longest = Math.max(longest, ++sinceTurn)
      yield { phoneNumber: each % 2 === 0 ? '+13055550100' : '+493012340100', data: {} }
    }
  }
  const located = placesOf(leads()).finally(() => (isDone = true))
  while (!isDone) {
    await nextTurn()
    sinceTurn = 0
  }
  expect(await located).toEqual(new Set(['US', 'US-FL', 'DE']))
  expect(longest).toBeLessThanOrEqual(2 * LEADS_A_TURN)
})
