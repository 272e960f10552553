import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { SmsStatus } from '../../../src/carriers/carrier.ts'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import { onEvent } from '../../../src/kernel/events.ts'
import type { Message } from '../../../src/generated/prisma/client.ts'
import * as messageOutcomes from '../../../src/services/messages/messageOutcomes.ts'
import { advance as after } from '../../../src/services/messages/messageStates.ts'
import * as operator from '../../../src/services/operator/operator.ts'
import * as wallet from '../../../src/services/billing/wallet.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { makeMessage, makeSmsNumber } from '../../kit/fixtures/rows.ts'

useDatabase()

const PRICE = 10_000n
let workspaceId: number
let texter: Awaited<ReturnType<typeof makeSmsNumber>>
beforeAll(async () => {
  workspaceId = (await operator.createTenant({ name: 'Messages', plan: 'free', credit: 100_000_000n })).workspaceId
  texter = await makeSmsNumber(workspaceId)
})

const stored = (id: number) => anyWorkspace.message.findUniqueOrThrow({ where: { id } })
const charges = ({ id }: Message) => anyWorkspace.ledgerEntry.findMany({ where: { workspaceId, type: 'sms', ref: String(id) } })
const receipt = (message: Message, status: SmsStatus, more: object = {}) =>
  transaction((tx) => messageOutcomes.applyUpdate(tx, message, { status, carrierMessageId: `SM${message.ref}`, ...more }))

test('after any updates in any order, also concurrent ones, a message has a consistent status, is charged at most once, and no funds stay reserved', async () => {
  const step = fc.oneof(
    fc.constantFrom<SmsStatus>('queued', 'sent', 'delivered', 'undelivered', 'failed').map((status) => ({ kind: 'receipt' as const, status })),
    fc.constantFrom('confirm' as const, 'markUnknown' as const, 'fail' as const, 'forceClose' as const).map((kind) => ({ kind, status: 'queued' as const })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), async (steps, atOnce) => {
      const before = await wallet.read(workspaceId)
      const message = await makeMessage(texter, { holdMicros: PRICE })
      const act = ({ kind, status }: (typeof steps)[number]): Promise<unknown> => {
        if (kind === 'receipt') return receipt(message, status)
        if (kind === 'confirm') return messageOutcomes.confirm(message, { carrierMessageId: `SM${message.ref}`, status: 'queued' })
        if (kind === 'fail') return messageOutcomes.fail(message, { reason: 'blocked' })
        return kind === 'markUnknown' ? messageOutcomes.markUnknown(message) : messageOutcomes.forceClose(message)
      }
      if (atOnce) await Promise.all(steps.map(act))
      else for (const item of steps) await act(item)
      const now = await stored(message.id)
      const after = await wallet.read(workspaceId)
      expect(after.held - before.held).toBe(now.holdMicros ?? 0n)
      const entries = await charges(message)
      expect(entries.length).toBeLessThanOrEqual(1)
      expect(before.balance - after.balance).toBe(entries.length === 1 ? PRICE : 0n)
      if (now.dispatch === 'refused') expect(now).toMatchObject({ status: 'failed', holdMicros: null, nextCheckAt: null, costMicros: 0n })
      if (now.dispatch === 'placed') expect(now).toMatchObject({ carrierMessageId: `SM${message.ref}`, holdMicros: null, nextCheckAt: null })
      if (now.dispatch === 'refused') expect(entries).toEqual([])
    }),
    { numRuns: 60, endOnFailure: true },
  )
})

test('receipts that arrive before the response to the request are not undone by it', async () => {
  const message = await makeMessage(texter, { holdMicros: PRICE })
  await receipt(message, 'delivered')
  const adopted = await messageOutcomes.confirm(message, { carrierMessageId: `SM${message.ref}`, status: 'queued' })
  expect(adopted).toMatchObject({ status: 'delivered', dispatch: 'placed', costMicros: PRICE, holdMicros: null })
  expect(await charges(message)).toHaveLength(1)
})

test('after random receipts a message has the status that the order of statuses defines, with the reason of the final one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<SmsStatus>('queued', 'sent', 'delivered', 'undelivered', 'failed'), { minLength: 1, maxLength: 8 }),
      async (statuses) => {
        const message = await makeMessage(texter)
        for (const status of statuses)
          await receipt(message, status, status === 'failed' || status === 'undelivered' ? { errorCode: status, errorReason: 'blocked' } : {})
        const now = await stored(message.id)
        expect(now.status).toBe(statuses.reduce<string>((state, status) => after(state, status), 'queued'))
        expect(now.errorCode).toBe(now.status === 'failed' || now.status === 'undelivered' ? now.status : null)
        expect(now.finishedAt !== null).toBe(['delivered', 'undelivered', 'failed'].includes(now.status))
      },
    ),
    { numRuns: 30 },
  )
})

test('an opt-out that the carrier reports, at once or later, adds the number to the do-not-call list; an existing entry stays', async () => {
  const [refused, statuses, listed] = ['+14155550301', '+14155550302', '+14155550303']
  await anyWorkspace.dncEntry.create({ data: { workspaceId, phoneNumber: listed!, source: 'manual' } })
  await messageOutcomes.fail(await makeMessage(texter, { toNumber: refused }), { reason: 'opted_out', code: '21610' })
  await receipt(await makeMessage(texter, { toNumber: statuses }), 'failed', { errorReason: 'opted_out', errorCode: '4775' })
  await receipt(await makeMessage(texter, { toNumber: listed }), 'failed', { errorReason: 'opted_out' })
  const entries = await anyWorkspace.dncEntry.findMany({ where: { workspaceId }, orderBy: { phoneNumber: 'asc' } })
  expect(entries.map(({ phoneNumber, source }) => [phoneNumber, source])).toEqual([
    [refused, 'carrier'],
    [statuses, 'carrier'],
    [listed, 'manual'],
  ])
})

test('the reason of a failure is taken from a later receipt with the same status, once', async () => {
  const toNumber = '+14155550304'
  const message = await makeMessage(texter, { toNumber, holdMicros: PRICE })
  const ended = await messageOutcomes.confirm(message, { carrierMessageId: `SM${message.ref}`, status: 'undelivered' })
  expect(ended).toMatchObject({ status: 'undelivered', errorCode: null, errorReason: null })
  await receipt(message, 'failed', { errorCode: '1', errorReason: 'blocked' })
  expect(await stored(message.id)).toMatchObject({ status: 'undelivered', errorCode: null, errorReason: null })
  await receipt(message, 'undelivered', { errorCode: '21610', errorReason: 'opted_out' })
  expect(await anyWorkspace.dncEntry.deleteMany({ where: { workspaceId, phoneNumber: toNumber, source: 'carrier' } })).toEqual({ count: 1 })
  await receipt(message, 'undelivered', { errorCode: '21610', errorReason: 'opted_out' })
  await receipt(message, 'undelivered', { errorCode: '2', errorReason: 'blocked' })
  expect(await stored(message.id)).toMatchObject({ errorCode: '21610', errorReason: 'opted_out', finishedAt: ended.finishedAt })
  expect(await anyWorkspace.dncEntry.findMany({ where: { workspaceId, phoneNumber: toNumber } }), 'added once, not again').toEqual([])
  expect(await charges(message)).toHaveLength(1)
})

test('each change is announced after the commit, and an update without a change is not', async () => {
  const announced: number[] = []
  const stop = onEvent('message.updated', ({ messageId }) => announced.push(messageId))
  const message = await makeMessage(texter)
  const failing = transaction(async (tx) => {
    await messageOutcomes.applyUpdate(tx, message, { status: 'sent' })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  for (const status of ['sent', 'sent', 'queued', 'delivered', 'failed'] as const) await receipt(message, status)
  stop()
  expect(announced).toEqual([message.id, message.id])
})
