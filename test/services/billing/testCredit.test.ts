import { afterEach, expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { formatMicros, parseMicros } from '../../../src/kernel/lib/money.ts'
import { VOICE_ENGINES } from '../../../src/kernel/vocabulary/engines.ts'
import * as testCredit from '../../../src/services/billing/testCredit.ts'
import * as wallet from '../../../src/services/billing/wallet.ts'
import * as onboarding from '../../../src/services/onboarding/onboarding.ts'
import { makeCall, signUpInput } from '../../kit/fixtures/rows.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { holdFunds } from './billingKit.ts'

useDatabase()
afterEach(() => {
  settings.simulatedEngines = [...VOICE_ENGINES]
})

async function signUp(): Promise<number> {
  const { userId } = await onboarding.signUp(signUpInput())
  return (await anyWorkspace.membership.findFirstOrThrow({ where: { userId } })).workspaceId
}
const micros = (amount: string) => parseMicros(amount)!
const balanceOf = async (workspaceId: number) => formatMicros((await wallet.read(workspaceId)).balance)
const testEntriesOf = async (workspaceId: number) =>
  (await anyWorkspace.ledgerEntry.findMany({ where: { workspaceId, type: 'test_credit' }, orderBy: { id: 'asc' } })).map(
    ({ ref, amount }) => `${ref} ${formatMicros(amount)}`,
  )
async function charge(workspaceId: number, amount: string) {
  const { id } = await makeCall(workspaceId)
  await holdFunds(workspaceId, id, micros(amount))
  await transaction((tx) => wallet.settle(tx, workspaceId, [{ callId: id, cost: micros(amount) }]))
}

test('a workspace that signs up while every voice engine is simulated gets 100 USD, which the ledger names test credit', async () => {
  const workspaceId = await signUp()
  expect(await balanceOf(workspaceId)).toBe('100.0000')
  expect(await testEntriesOf(workspaceId)).toEqual(['granted 100.0000'])
})

test('a workspace that signs up while a voice engine is real gets nothing', async () => {
  settings.simulatedEngines = ['vapi']
  const workspaceId = await signUp()
  expect(await balanceOf(workspaceId)).toBe('0.0000')
})

test('what is left of test credit ends once, after charges were taken out of it first, and added funds stay', async () => {
  const workspaceId = await signUp()
  const spender = await signUp()
  await wallet.credit(workspaceId, micros('20'), 'Invoice 1', 'invoice 1')
  await charge(workspaceId, '30')
  await wallet.credit(spender, micros('50'), 'Invoice 2', 'invoice 2')
  await charge(spender, '110')
  await testCredit.end()
  await charge(workspaceId, '5')
  await testCredit.end()
  expect(await balanceOf(workspaceId)).toBe('15.0000')
  expect(await testEntriesOf(workspaceId)).toEqual(['granted 100.0000', 'ended -70.0000'])
  expect(await balanceOf(spender)).toBe('40.0000')
})

test('an active call keeps the test credit that it reserved', async () => {
  const workspaceId = await signUp()
  const { id } = await makeCall(workspaceId)
  await holdFunds(workspaceId, id, micros('40'))
  await testCredit.end()
  expect(await balanceOf(workspaceId)).toBe('40.0000')
})
