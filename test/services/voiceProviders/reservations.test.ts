import { expect, test } from 'vitest'
import { pool, transaction } from '../../../src/kernel/db/db.ts'
import * as providerSlots from '../../../src/services/voiceProviders/providerSlots.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'

useTestServer({ env: { VAPI_CALLS_PER_SECOND: '1' } })

const WAITING_LOCKS = `select from pg_locks l join pg_database d on d.oid = l.database or l.database is null where not l.granted and d.datname = current_database()`

test('of two campaigns that reserve at the same time, one gets the moment that the rate of the voice provider allows', async () => {
  let isDone = false
  const { first, second } = await transaction(async (tx) => {
    const first = await providerSlots.reserve(tx, 'vapi', 1)
    const second = transaction((other) => providerSlots.reserve(other, 'vapi', 1)).finally(() => (isDone = true))
    await waitFor('the second reservation', async () => isDone || (await pool.query(WAITING_LOCKS)).rows.length > 0)
    return { first, second }
  })
  expect([first.count, (await second).count]).toEqual([1, 0])
})
