import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { formatMicros } from '../../../src/kernel/lib/money.ts'
import { holdAmount } from '../../../src/services/billing/pricing.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { listPlacements, readWallet, createTenant } from './placementKit.ts'

/** So slow that no call ends and releases its hold during the test. */
const testServer = useTestServer({ speed: 0.05 })

const HOLD = holdAmount('+12125572000')

/** Sends 200 requests at once, of which 120 place a call. */
test('of 200 calls placed at once with funds for 120, 120 are placed and 80 are rejected for lack of funds', async () => {
  const { acme, key, place } = await createTenant(testServer(), { wallet: formatMicros(HOLD * 120n) })
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => place(`+1212557${2000 + n}`)))
  const by = (status: number) => answers.filter((answer) => answer.status === status)
  expect([by(202).length, by(402).length]).toEqual([120, 80])
  expect(by(402)[0]!.body.detail).toEqual({ error: 'insufficient_funds', message: expect.any(String), balance: '0.0000', required: formatMicros(HOLD) })
  expect(await anyWorkspace.call.count({ where: { workspaceId: acme.id } })).toBe(120)
  expect(await listPlacements(testServer(), 'retell', '+1212557')).toHaveLength(120)
  const { balance, reserved } = await readWallet(key)
  expect([balance, reserved]).toEqual([formatMicros(HOLD * 120n), formatMicros(HOLD * 120n)])
})
