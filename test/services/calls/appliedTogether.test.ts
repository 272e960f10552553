import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { MICROS } from '../../../src/kernel/lib/money.ts'
import type { CallSnapshot } from '../../../src/providers/provider.ts'
import * as callStatChecks from '../../../src/services/analytics/counting/callStatChecks.ts'
import * as wallet from '../../../src/services/billing/wallet.ts'
import * as callProgress from '../../../src/services/calls/progress/callProgress.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { holdFunds, readBill } from '../billing/billingKit.ts'
import { recordStatements } from '../../kit/observers/queries.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'

useDatabase()

const ended = (providerCallId: string, seconds: number): CallSnapshot => ({
  providerCallId,
  ref: null,
  state: 'completed',
  direction: 'outbound',
  toNumber: null,
  startedAt: new Date('2026-11-20T10:00:00Z'),
  endedAt: new Date('2026-11-20T10:10:00Z'),
  durationSeconds: seconds,
  endedReason: 'agent_hangup',
  providerEndedReason: 'agent_hangup',
  transcript: [{ role: 'agent', text: `${seconds} seconds`, startSeconds: 0 }],
  hasRecording: false,
  providerCostMicros: 1_000,
  detectedLanguage: null,
  outcome: seconds % 2 ? 'success' : 'not_interested',
  analysis: null,
  final: true,
})

/** Creates active calls of a workspace with funds, each with its reservation. */
async function createActiveCalls(count: number) {
  const { id: workspaceId } = await newWorkspaces.create({ name: 'Together', plan: 'free' })
  await wallet.credit(workspaceId, 1_000n * MICROS, 'To talk', 'first')
  const { id: campaignId } = await anyWorkspace.campaign.create({ data: { workspaceId, name: 'Autumn', status: 'running', settings: {} } })
  const calls = []
  for (let nth = 0; nth < count; nth++) {
    const { id } = await makeCall(workspaceId)
    calls.push(
      await anyWorkspace.call.update({
        where: { id },
        data: { campaignId, status: 'in_progress', toNumber: `+1212555${1_000 + nth}`, providerCallId: `call_${id}` },
      }),
    )
    await holdFunds(workspaceId, id, 50n * MICROS)
  }
  return { workspaceId, campaignId, calls }
}
const end = (calls: readonly { id: number; workspaceId: number; providerCallId: string | null }[], seconds: readonly number[]) =>
  Promise.allSettled(calls.map((call, at) => callProgress.applySnapshot(call, ended(call.providerCallId!, seconds[at]!))))

describe('calls of a workspace that end together', () => {
  /** Closes five to twenty calls, in each of five random cases. */
  test('are closed in few transactions, each once, with entries in the ledger that follow each other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(600), { minLength: 5, maxLength: 20 }), async (seconds) => {
        const { workspaceId, campaignId, calls } = await createActiveCalls(seconds.length)
        const { statements, stop } = recordStatements()
        await end([...calls, ...calls], [...seconds, ...seconds])
        stop()
        expect(statements.filter((text) => text === 'commit').length).toBeLessThanOrEqual(3)

        const stored = await anyWorkspace.call.findMany({ where: { workspaceId }, include: { detail: true }, orderBy: { id: 'asc' } })
        expect(stored.map(({ status, finishedAt, durationSeconds }) => [status, finishedAt !== null, durationSeconds])).toEqual(
          seconds.map((length) => ['completed', true, length]),
        )
        expect(stored.map(({ detail }) => detail!.transcript)).toMatchObject(seconds.map((length) => [{ text: `${length} seconds` }]))
        const bills = await Promise.all(calls.map(({ id }) => readBill(id)))
        const total = bills.reduce((sum, { cost }) => sum + cost, 0n)
        const entries = await anyWorkspace.ledgerEntry.findMany({ where: { workspaceId }, orderBy: { id: 'asc' } })
        entries.reduce((balance, entry) => (expect(entry.balance).toBe(balance + entry.amount), entry.balance), 0n)
        expect(entries.filter(({ type }) => type === 'call').map(({ ref }) => Number(ref))).toEqual(
          calls.filter((_, at) => bills[at]!.cost > 0n).map(({ id }) => id),
        )
        expect(await wallet.read(workspaceId)).toMatchObject({ balance: 1_000n * MICROS - total, held: 0n })
        expect(await anyWorkspace.campaignTotal.findUnique({ where: { campaignId } })).toMatchObject({
          calls: calls.length,
          talkSeconds: seconds.reduce((sum, length) => sum + length, 0),
          costMicros: total,
          statuses: { completed: calls.length },
        })
        expect(await callStatChecks.verify(workspaceId)).toMatchObject({ differences: 0 })
      }),
      { numRuns: 5 },
    )
  })

  test('are closed without the one that cannot be saved, which is not settled either', async () => {
    const { workspaceId, calls } = await createActiveCalls(4)
    const [broken, ...others] = calls
    await pool.query(`create function refuse_call() returns trigger language plpgsql as 'begin raise exception ''no''; end'`)
    await pool.query(`create trigger refuse_call before update on calls for each row when (old.id = ${broken!.id}) execute function refuse_call()`)
    const results = await end(calls, [60, 60, 60, 60])
    await pool.query('drop trigger refuse_call on calls')
    await pool.query('drop function refuse_call')
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
    const finished = await anyWorkspace.call.findMany({ where: { workspaceId, finishedAt: { not: null } } })
    expect(new Set(finished.map(({ id }) => id))).toEqual(new Set(others.map(({ id }) => id)))
    expect(await wallet.read(workspaceId)).toMatchObject({ held: 50n * MICROS })
    expect((await end([broken!], [60])).map(({ status }) => status)).toEqual(['fulfilled'])
    expect(await wallet.read(workspaceId)).toMatchObject({ held: 0n })
  })

  test('are closed beside one that was erased meanwhile', async () => {
    const { workspaceId, calls } = await createActiveCalls(2)
    const erased = { workspaceId, id: 1_999_999_999, providerCallId: 'gone' }
    expect((await end([erased, ...calls], [60, 60, 60])).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(await anyWorkspace.call.count({ where: { workspaceId, finishedAt: null } })).toBe(0)
  })
})
