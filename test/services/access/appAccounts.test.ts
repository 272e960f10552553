import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyWorkspace, transaction, violatedConstraint } from '../../../src/kernel/db/db.ts'
import { DomainError } from '../../../src/kernel/vocabulary/errors.ts'
import { sha256 } from '../../../src/kernel/crypto/ids.ts'
import * as operator from '../../../src/services/operator/operator.ts'
import * as messageCharges from '../../../src/services/messages/messageCharges.ts'
import * as wallet from '../../../src/services/billing/wallet.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { makeCall, makeMessage, makeSmsNumber } from '../../kit/fixtures/rows.ts'
import { holdFunds, isSecondHoldError } from '../billing/billingKit.ts'

useDatabase()

const CALLS = 8
const CAPS = { callLimit: 4, spendLimitMicros: 1_500_000n }

/** Creates a workspace with an app that has caps, unsettled calls, and messages with reservations. */
async function createAccount() {
  const { workspaceId } = await operator.createTenant({ name: 'Apps', plan: 'free', credit: 50_000_000n })
  const { id: keyId } = await anyWorkspace.apiKey.create({
    data: { workspaceId, kind: 'app', name: 'App', hash: sha256(randomUUID()), prefix: '', last4: '', scopes: ['calls:write'] },
  })
  const texter = await makeSmsNumber(workspaceId, `+1415${5_000_000 + workspaceId}`)
  await anyWorkspace.appGrant.create({ data: { workspaceId, keyId, clientId: 'app', redirectHost: 'localhost', ...CAPS, spentMicros: 40_000n } })
  const calls = await Promise.all(Array.from({ length: CALLS }, () => makeCall(workspaceId)))
  await anyWorkspace.call.updateMany({ where: { workspaceId }, data: { appGrantId: keyId } })
  const texts = await Promise.all(Array.from({ length: CALLS }, () => makeMessage(texter, { holdMicros: 5_000n, appGrantId: keyId })))
  return { workspaceId, keyId, calls, texts }
}

/** Computes the expected usage: open reservations and charges, and the calls that were counted and not returned. */
async function computeExpectedUsage(workspaceId: number) {
  const [usage] = await anyWorkspace.$queryRaw<{ calls: number; spent: bigint }[]>`
    select (select count(*)::int from wallet_holds h join calls c on c.id = h.call_id where h.workspace_id = ${workspaceId}
        and not (h.status <> 'open' and c.placement = 'refused')) as calls,
      (select coalesce(sum(amount), 0) from wallet_holds where workspace_id = ${workspaceId} and status = 'open')::bigint
        + (select coalesce(sum(hold_micros), 0) from messages where workspace_id = ${workspaceId})::bigint
        - (select coalesce(sum(amount), 0) from ledger_entries where workspace_id = ${workspaceId} and type in ('call', 'sms'))::bigint as spent`
  return { callsUsed: usage!.calls, spentMicros: usage!.spent }
}

const operation = fc.record({
  kind: fc.constantFrom('hold', 'hold', 'hold', 'capture', 'capture', 'refuse', 'charge', 'free'),
  at: fc.nat(CALLS - 1),
  amount: fc.bigInt(1n, 900_000n),
})

/** Runs up to 40 concurrent operations for each of twelve apps. */
test('under random concurrent operations the usage of an app equals charges and reservations, and never exceeds its caps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 8, maxLength: 40 }), async (operations) => {
      const { workspaceId, keyId, calls, texts } = await createAccount()
      const run = ({ kind, at, amount }: (typeof operations)[number]): Promise<unknown> => {
        const { id } = calls[at]!
        if (kind === 'hold') return holdFunds(workspaceId, id, amount, keyId)
        if (kind === 'charge' || kind === 'free') return transaction((tx) => messageCharges.settle(tx, { workspaceId, id: texts[at]!.id }, kind === 'charge'))
        return transaction(async (tx) => {
          const { count } = await tx.call.updateMany({
            where: { workspaceId, id, placement: 'sending', hold: { status: 'open' } },
            data: { placement: kind === 'refuse' ? 'refused' : 'placed' },
          })
          if (count > 0) await wallet.settle(tx, workspaceId, [{ callId: id, cost: kind === 'refuse' ? 0n : amount }])
        })
      }
      await Promise.all(
        operations.map((one) =>
          run(one).catch((error: unknown) => {
            // Operations above the caps are rejected. No other error is allowed.
            const isRefused = error instanceof DomainError || violatedConstraint(error)?.startsWith('app_grants_')
            if (!isRefused && !isSecondHoldError(error)) throw error
          }),
        ),
      )
      const grant = await anyWorkspace.appGrant.findUniqueOrThrow({ where: { keyId } })
      expect(grant).toMatchObject(await computeExpectedUsage(workspaceId))
      expect(grant.callsUsed).toBeLessThanOrEqual(CAPS.callLimit)
      expect(grant.spentMicros).toBeLessThanOrEqual(CAPS.spendLimitMicros)
    }),
    // Each run needs the database, so shrinking would exceed the timeout.
    { numRuns: 12, endOnFailure: true },
  )
})
