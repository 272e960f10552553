import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { MICROS, parseMicros } from '../../../src/kernel/lib/money.ts'
import { PLAN_NAMES, type Plan } from '../../../src/kernel/vocabulary/plans.ts'
import { ROLE_SCOPES } from '../../../src/kernel/vocabulary/scopes.ts'
import { costOf, priceOf } from '../../../src/services/billing/pricing.ts'
import * as usage from '../../../src/services/billing/usage.ts'
import * as wallet from '../../../src/services/billing/wallet.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import * as workspaces from '../../../src/services/workspaces/workspaces.ts'
import { stopClock } from '../../kit/waiting/clock.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { watchQueries } from '../../kit/observers/queries.ts'
import { readBill, createEndedCall, type Talk } from './billingKit.ts'

useDatabase()

async function createTenant(plan: Plan, credit = 1_000n) {
  const { id } = await newWorkspaces.create({ name: 'Talkers', plan })
  if (credit > 0n) await wallet.credit(id, credit * MICROS, 'To talk', 'first')
  return id
}
const actor = (workspaceId: number) => ({ kind: 'session' as const, workspaceId, scopes: ROLE_SCOPES.viewer })
const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
const talk = async (workspaceId: number, conversation: Talk) => {
  const call = await createEndedCall(workspaceId, conversation)
  await call.close()
  return readBill(call.id)
}

const someTalk = fc.record({
  // A provider may let a call run a little over its ten minutes.
  seconds: fc.oneof(fc.constant(0), fc.nat(620)),
  to: fc.constantFrom('+12125550100', '+447712345678', '+4930123456', '+6705550100'),
  endedAt: fc.constantFrom('2026-10-31T23:59:59.999Z', '2026-11-01T00:00:00.000Z', '2026-11-20T10:00:00.000Z').map((text) => new Date(text)),
})

/** Creates and closes twenty calls, in each of five random cases. */
test('twenty calls closed at once are counted to the second, use the included minutes first, and add up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PLAN_NAMES), fc.array(someTalk, { minLength: 20, maxLength: 20 }), fc.nat(8_000), async (plan, talks, left) => {
      const workspaceId = await createTenant(plan)
      const included = usage.includedMinutesOf({ plan, includedMinutes: null }) * 60
      const already = Math.max(0, included - left)
      const october = usage.monthOf(new Date('2026-10-01')).start
      await anyWorkspace.usagePeriod.create({ data: { workspaceId, periodStart: october, seconds: already, calls: 0 } })
      const calls = await Promise.all(talks.map((call) => createEndedCall(workspaceId, call)))
      await Promise.all(calls.flatMap(({ close }) => [close(), close()]))

      const bills = await Promise.all(calls.map(({ id }) => readBill(id)))
      for (const [at, { cost, lines }] of bills.entries()) {
        expect(sum(lines.map(({ amount }) => parseMicros(amount)!))).toBe(cost)
        expect(lines.reduce((total, { seconds }) => total + (seconds ?? 0), 0)).toBe(talks[at]!.seconds)
        expect(cost >= 0n && cost <= costOf(600, priceOf(talks[at]!.to).perMinute)).toBe(true)
      }
      const months = await anyWorkspace.usagePeriod.findMany({ where: { workspaceId } })
      for (const { start } of ['2026-10-01', '2026-11-01'].map((day) => usage.monthOf(new Date(day)))) {
        const inIt = talks.flatMap(({ endedAt, seconds }, at) => (usage.monthOf(endedAt).start.getTime() === start.getTime() ? [{ seconds, at }] : []))
        const before = start.getTime() === october.getTime() ? already : 0
        const talked = inIt.reduce((total, { seconds }) => total + seconds, 0)
        const month = months.find(({ periodStart }) => periodStart.getTime() === start.getTime())
        expect([month?.seconds ?? 0, month?.calls ?? 0]).toEqual([before + talked, inIt.length])
        const free = inIt.flatMap(({ at }) => bills[at]!.lines.filter(({ kind }) => kind === 'included')).reduce((total, { seconds }) => total + seconds!, 0)
        expect(free).toBe(Math.min(talked, included - before))
      }
      const { balance, held } = await wallet.read(workspaceId)
      const ledger = await anyWorkspace.ledgerEntry.findMany({ where: { workspaceId } })
      expect([balance, held]).toEqual([sum(ledger.map(({ amount }) => amount)), 0n])
      expect(1_000n * MICROS - balance).toBe(sum(bills.map(({ cost }) => cost)))
      const charged = bills.flatMap(({ cost }, at) => (cost > 0n ? [String(calls[at]!.id)] : []))
      expect(new Set(ledger.filter(({ type }) => type === 'call').map(({ ref }) => ref))).toEqual(new Set(charged))
    }),
    { numRuns: 5 },
  )
})

test('a call that exceeds the included minutes is charged only for the rest, with a cost line for each part', async () => {
  const workspaceId = await createTenant('free')
  for (const seconds of [600, 600, 540]) expect(await talk(workspaceId, { seconds })).toMatchObject({ cost: 0n, lines: [{ kind: 'included', seconds }] })
  expect(await talk(workspaceId, { seconds: 150 })).toEqual({
    cost: 180_000n,
    lines: [
      {
        kind: 'included',
        description: 'Included minutes (30 per month in the free plan)',
        details: { plan: 'free', minutes: 30 },
        seconds: 60,
        unit_price: null,
        amount: '0.0000',
      },
      {
        kind: 'minutes',
        description: 'Conversation, by the second: United States and Canada (+1)',
        details: { transferred: false, prefix: '1', name: 'United States and Canada', countries: ['US', 'CA'], is_mobile: false },
        seconds: 90,
        unit_price: '0.1200',
        amount: '0.1800',
      },
    ],
  })
  expect(await talk(workspaceId, { seconds: 7, to: '+6705550100' })).toMatchObject({
    cost: 52_500n,
    lines: [{ kind: 'minutes', description: 'Conversation, by the second: Anywhere else', unit_price: '0.4500', amount: '0.0525' }],
  })
})

test('a call that exceeds its reservation costs the reservation, and a cost line shows the uncharged part', async () => {
  const workspaceId = await createTenant('free')
  for (const seconds of [600, 600, 600]) await talk(workspaceId, { seconds })
  expect(await talk(workspaceId, { seconds: 605 })).toMatchObject({
    cost: 1_200_000n,
    lines: [
      { kind: 'minutes', seconds: 605, amount: '1.2100' },
      { kind: 'ceiling', seconds: null, unit_price: null, amount: '-0.0100' },
    ],
  })
})

test('a transferred call has the price of the number that it was transferred to', async () => {
  const workspaceId = await createTenant('free')
  await anyWorkspace.usagePeriod.create({ data: { workspaceId, periodStart: usage.monthOf(new Date()).start, seconds: 30 * 60, calls: 0 } })
  const call = await createEndedCall(workspaceId, { seconds: 60 })
  await anyWorkspace.call.update({ where: { id: call.id }, data: { transferNumber: '+447712345678', endedReason: 'transferred' } })
  await call.close()
  const [own, transferred] = ['+12125550100', '+447712345678'].map((number) => costOf(60, priceOf(number).perMinute))
  expect(transferred).toBeGreaterThan(own!)
  expect((await readBill(call.id)).cost).toBe(transferred)
})

test('custom minutes replace those of the plan, until the plan is set again', async () => {
  const workspaceId = await createTenant('enterprise')
  expect((await talk(workspaceId, { seconds: 60 })).cost).toBe(120_000n)
  await workspaces.setPlan(workspaceId, 'enterprise', 3)
  expect(await usage.getCurrent(actor(workspaceId))).toMatchObject({ includedMinutes: 3, usedMinutes: 1, remainingMinutes: 2 })
  expect((await talk(workspaceId, { seconds: 150 })).cost).toBe(60_000n)
  await workspaces.setPlan(workspaceId, 'enterprise')
  expect(await usage.getCurrent(actor(workspaceId))).toMatchObject({ includedMinutes: 0, remainingMinutes: 0 })
})

test('after a change of plan the minutes of the new plan apply to the whole month', async () => {
  const workspaceId = await createTenant('free')
  for (const seconds of [600, 600, 600, 600]) await talk(workspaceId, { seconds })
  await workspaces.setPlan(workspaceId, 'starter')
  expect(await usage.getCurrent(actor(workspaceId))).toMatchObject({ plan: 'starter', includedMinutes: 300, usedMinutes: 40, remainingMinutes: 260 })
  expect((await talk(workspaceId, { seconds: 600 })).cost).toBe(0n)
  await workspaces.setPlan(workspaceId, 'free')
  expect(await usage.getCurrent(actor(workspaceId))).toMatchObject({ includedMinutes: 30, usedMinutes: 50, remainingMinutes: 0 })
  expect((await talk(workspaceId, { seconds: 60 })).cost).toBe(120_000n)
})

test('a month starts with all its minutes at midnight in UTC, and a call counts in the month of its end', async () => {
  const workspaceId = await createTenant('free')
  for (const seconds of [600, 600, 600]) await talk(workspaceId, { seconds, endedAt: new Date('2026-11-30T23:59:59.999Z') })
  stopClock(new Date('2026-12-01T00:00:00Z'))
  expect(await usage.getCurrent(actor(workspaceId))).toMatchObject({
    periodStart: new Date('2026-12-01T00:00:00Z'),
    periodEnd: new Date('2027-01-01T00:00:00Z'),
    usedMinutes: 0,
    remainingMinutes: 30,
  })
  expect((await talk(workspaceId, { seconds: 100, endedAt: new Date('2026-12-01T00:00:00Z') })).cost).toBe(0n)
  expect((await talk(workspaceId, { seconds: 100, endedAt: new Date('2026-11-30T23:00:00Z') })).cost).toBe(200_000n)
  expect(await usage.getCurrent(actor(workspaceId))).toMatchObject({ usedMinutes: 1.67, remainingMinutes: 28.33, calls: 1 })
  const { rows, hasMore } = await usage.listPeriods(actor(workspaceId), { first: 1 })
  expect([rows, hasMore]).toEqual([[expect.objectContaining({ id: 202612, usedMinutes: 1.67, calls: 1 })], true])
  const next = await usage.listPeriods(actor(workspaceId), { first: 1, after: String(rows[0]!.id) })
  expect(next).toEqual({ rows: [expect.objectContaining({ id: 202611, periodEnd: new Date('2026-12-01'), usedMinutes: 31.67, calls: 4 })], hasMore: false })
})

test('used and remaining minutes add up to the included ones, to the hundredth', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1800), async (seconds) => {
      const workspaceId = await createTenant('free', 0n)
      const { start } = usage.monthOf(new Date())
      await anyWorkspace.usagePeriod.create({ data: { workspaceId, periodStart: start, seconds, calls: 1 } })
      const { usedMinutes, remainingMinutes } = await usage.getCurrent(actor(workspaceId))
      expect(Math.round((usedMinutes + remainingMinutes) * 100)).toBe(3_000)
    }),
    { numRuns: 5 },
  )
})

test('the usage of a month is read with one statement', async () => {
  const workspaceId = await createTenant('free')
  const query = watchQueries()
  await usage.getCurrent(actor(workspaceId))
  expect(query).toHaveBeenCalledTimes(1)
  query.mockRestore()
})
