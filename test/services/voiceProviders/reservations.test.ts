import { expect, test } from 'vitest'
import { transaction } from '../../../src/kernel/db/db.ts'
import * as providerSlots from '../../../src/services/voiceProviders/providerSlots.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { countWaitingSessions } from '../../kit/waiting/waitingSessions.ts'

useTestServer({ env: { VAPI_CALLS_PER_SECOND: '1' } })

test('of two campaigns that reserve at the same time, one gets the moment that the rate of the voice provider allows', async () => {
  let isDone = false
  const { first, second } = await transaction(async (tx) => {
    const first = await providerSlots.reserve(tx, 'vapi', 1)
    const second = transaction((other) => providerSlots.reserve(other, 'vapi', 1)).finally(() => (isDone = true))
    await waitFor('the second reservation', async () => isDone || (await countWaitingSessions()) > 0)
    return { first, second }
  })
  expect([first.count, (await second).count]).toEqual([1, 0])
})
