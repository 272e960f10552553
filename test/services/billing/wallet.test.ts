import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import { DomainError } from '../../../src/kernel/vocabulary/errors.ts'
import { formatMicros, parseMicros } from '../../../src/kernel/lib/money.ts'
import * as operator from '../../../src/services/operator/operator.ts'
import * as messageCharges from '../../../src/services/messages/messageCharges.ts'
import * as wallet from '../../../src/services/billing/wallet.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { makeCall, makeMessage, makeSmsNumber } from '../../kit/fixtures/rows.ts'
import { holdFunds, isSecondHoldError } from './billingKit.ts'

useDatabase()

const readState = async (workspaceId: number) => {
  const { balance, held } = await wallet.read(workspaceId)
  const [{ sum }] = (await anyWorkspace.$queryRaw`select coalesce(sum(amount), 0)::bigint as sum from ledger_entries where workspace_id = ${workspaceId}`) as [
    { sum: bigint },
  ]
  const [{ open }] = (await anyWorkspace.$queryRaw`
    select (select coalesce(sum(amount), 0) from wallet_holds where workspace_id = ${workspaceId} and status = 'open')::bigint
      + (select coalesce(sum(hold_micros), 0) from messages where workspace_id = ${workspaceId})::bigint as open`) as [{ open: bigint }]
  return { balance, held, sum, open }
}

type Operation = { kind: 'credit' | 'debit' | 'hold' | 'capture' | 'release' | 'charge' | 'free'; call: number; amount: bigint }
const operation = fc.record({
  kind: fc.constantFrom<Operation['kind']>('credit', 'debit', 'hold', 'capture', 'capture', 'release', 'charge', 'charge', 'free'),
  call: fc.nat(7),
  amount: fc.bigInt(1n, 900_000n),
})

/** Runs up to 40 concurrent operations on one wallet, in each of twelve random cases. */
test('under random concurrent operations the balance equals the sum of its entries, the held amount equals the open reservations, and neither is negative', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 40 }), async (operations) => {
      const { workspaceId } = await operator.createTenant({ name: 'Money', plan: 'free', credit: 2_000_000n })
      const calls = await Promise.all(Array.from({ length: 8 }, () => makeCall(workspaceId)))
      const texter = await makeSmsNumber(workspaceId, `+1415${5_000_000 + workspaceId}`)
      const texts = await Promise.all(Array.from({ length: 8 }, (_, at) => makeMessage(texter, { holdMicros: BigInt(1 + at * 10_000) })))
      const run = ({ kind, call, amount }: Operation, i: number): Promise<unknown> => {
        const id = calls[call]!.id
        if (kind === 'credit') return wallet.credit(workspaceId, amount, 'test', `credit ${i}`)
        if (kind === 'debit') return wallet.debit(workspaceId, amount, 'test', `debit ${i}`)
        if (kind === 'hold') return holdFunds(workspaceId, id, amount)
        if (kind === 'charge' || kind === 'free') return transaction((tx) => messageCharges.settle(tx, { workspaceId, id: texts[call]!.id }, kind === 'charge'))
        return transaction((tx) => wallet.settle(tx, workspaceId, [{ callId: id, cost: kind === 'capture' ? amount : 0n }]))
      }
      await Promise.all(
        operations.map((one, i) =>
          run(one, i).catch((error: unknown) => {
            // Operations without sufficient funds are rejected. No other error is allowed.
            const refused = error instanceof DomainError && ['INSUFFICIENT_FUNDS', 'BAD_REQUEST'].includes(error.code)
            if (!refused && !isSecondHoldError(error)) throw error
          }),
        ),
      )
      const { balance, held, sum, open } = await readState(workspaceId)
      expect(balance).toBe(sum)
      expect(held).toBe(open)
      expect(balance - held).toBeGreaterThanOrEqual(0n)
    }),
    // Each run needs the database, so shrinking would exceed the timeout.
    { numRuns: 12, endOnFailure: true },
  )
})

test('a call is charged once, and at most the held amount', async () => {
  const { workspaceId } = await operator.createTenant({ name: 'Money', plan: 'free', credit: 1_000_000n })
  const { id } = await makeCall(workspaceId)
  await holdFunds(workspaceId, id, 300_000n)
  const charged = await Promise.all([1, 2, 3].map(() => transaction((tx) => wallet.settle(tx, workspaceId, [{ callId: id, cost: 999_999n }]))))
  expect(charged.flatMap((charges) => [...charges])).toEqual([[id, 300_000n]])
  expect(await readState(workspaceId)).toEqual({ balance: 700_000n, held: 0n, sum: 700_000n, open: 0n })
})

test('concurrent credits or debits with the same reference are entered once', async () => {
  const { workspaceId } = await operator.createTenant({ name: 'Money', plan: 'free', credit: 0n })
  await Promise.all([1, 2, 3, 4].map(() => wallet.credit(workspaceId, 5_000_000n, 'Invoice 7', 'invoice-7')))
  expect(await readState(workspaceId)).toMatchObject({ balance: 5_000_000n, sum: 5_000_000n })
  await Promise.all([1, 2, 3, 4].map(() => wallet.debit(workspaceId, 3_000_000n, 'Paid back', 'invoice-7')))
  expect(await readState(workspaceId)).toMatchObject({ balance: 2_000_000n, sum: 2_000_000n })
})

test('a debit takes only available funds, never reserved ones', async () => {
  const { workspaceId } = await operator.createTenant({ name: 'Money', plan: 'free', credit: 3_000_000n })
  await holdFunds(workspaceId, (await makeCall(workspaceId)).id, 1_200_000n)
  await expect(wallet.debit(workspaceId, 1_800_001n, 'Too much', 'one')).rejects.toThrow('Only 1.8000 USD of the balance is available.')
  await wallet.debit(workspaceId, 1_800_000n, 'All of it', 'two')
  expect(await readState(workspaceId)).toEqual({ balance: 1_200_000n, held: 1_200_000n, sum: 1_200_000n, open: 1_200_000n })
})

test('ledger entries cannot be changed', async () => {
  const { workspaceId } = await operator.createTenant({ name: 'Money', plan: 'free', credit: 1_000_000n })
  await expect(anyWorkspace.ledgerEntry.updateMany({ where: { workspaceId }, data: { amount: 2n } })).rejects.toThrow(/append-only/)
  await expect(anyWorkspace.ledgerEntry.deleteMany({ where: { workspaceId } })).rejects.toThrow(/append-only/)
})

test('amounts are formatted and parsed without loss', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), (micros) => {
      const text = formatMicros(micros)
      expect(parseMicros(text)).toBe(micros)
      expect(text).toMatch(/^-?\d+\.\d{4,6}$/)
    }),
  )
  expect(formatMicros(12_340_000n)).toBe('12.3400')
  for (const wrong of ['', '1,5', '1e3', '0.0000001', ' 1', '1.', 'NaN']) expect(parseMicros(wrong)).toBeNull()
})
