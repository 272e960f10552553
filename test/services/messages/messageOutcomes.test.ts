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
import { useDatabase } from '../../kit/database.ts'
import { makeMessage, makeTexter } from '../../kit/rows.ts'

useDatabase()

const PRICE = 10_000n
let workspaceId: number
let texter: Awaited<ReturnType<typeof makeTexter>>
beforeAll(async () => {
  workspaceId = (await operator.createTenant({ name: 'Texts', plan: 'free', credit: 100_000_000n })).workspaceId
  texter = await makeTexter(workspaceId)
})

const stored = (id: number) => anyWorkspace.message.findUniqueOrThrow({ where: { id } })
const charges = ({ id }: Message) => anyWorkspace.ledgerEntry.findMany({ where: { workspaceId, kind: 'sms', ref: String(id) } })
const receipt = (message: Message, status: SmsStatus, more: object = {}) =>
  transaction((tx) => messageOutcomes.applyUpdate(tx, message, { status, carrierMessageId: `SM${message.ref}`, ...more }))

test('whatever is said of a message, by whom, in whatever order and at once: it ends as receipts say, is charged once, and nothing stays held', async () => {
  const step = fc.oneof(
    fc.constantFrom<SmsStatus>('queued', 'sent', 'delivered', 'undelivered', 'failed').map((status) => ({ kind: 'receipt' as const, status })),
    fc.constantFrom('adopt' as const, 'suspect' as const, 'refuse' as const, 'giveUp' as const).map((kind) => ({ kind, status: 'queued' as const })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), async (steps, atOnce) => {
      const before = await wallet.read(workspaceId)
      const message = await makeMessage(texter, { holdMicros: PRICE })
      const act = ({ kind, status }: (typeof steps)[number]): Promise<unknown> => {
        if (kind === 'receipt') return receipt(message, status)
        if (kind === 'adopt') return messageOutcomes.confirm(message, { carrierMessageId: `SM${message.ref}`, status: 'queued' })
        if (kind === 'refuse') return messageOutcomes.fail(message, { reason: 'blocked' })
        return kind === 'suspect' ? messageOutcomes.markUnknown(message) : messageOutcomes.forceClose(message)
      }
      if (atOnce) await Promise.all(steps.map(act))
      else for (const one of steps) await act(one)
      const now = await stored(message.id)
      const after = await wallet.read(workspaceId)
      expect(after.held - before.held).toBe(now.holdMicros ?? 0n)
      const charged = await charges(message)
      expect(charged.length).toBeLessThanOrEqual(1)
      expect(before.balance - after.balance).toBe(charged.length === 1 ? PRICE : 0n)
      if (now.dispatch === 'refused') expect(now).toMatchObject({ status: 'failed', holdMicros: null, checkAt: null, costMicros: 0n })
      if (now.dispatch === 'placed') expect(now).toMatchObject({ carrierMessageId: `SM${message.ref}`, holdMicros: null, checkAt: null })
      if (now.dispatch === 'refused') expect(charged).toEqual([])
    }),
    { numRuns: 60, endOnFailure: true },
  )
})

test('receipts that come before the answer to the request are not undone by it', async () => {
  const message = await makeMessage(texter, { holdMicros: PRICE })
  await receipt(message, 'delivered')
  const adopted = await messageOutcomes.confirm(message, { carrierMessageId: `SM${message.ref}`, status: 'queued' })
  expect(adopted).toMatchObject({ status: 'delivered', dispatch: 'placed', costMicros: PRICE, holdMicros: null })
  expect(await charges(message)).toHaveLength(1)
})

test('random receipts leave the message where the order of states says, with the reason of the one that ended it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<SmsStatus>('queued', 'sent', 'delivered', 'undelivered', 'failed'), { minLength: 1, maxLength: 8 }),
      async (told) => {
        const message = await makeMessage(texter)
        for (const status of told)
          await receipt(message, status, status === 'failed' || status === 'undelivered' ? { errorCode: status, errorReason: 'blocked' } : {})
        const now = await stored(message.id)
        expect(now.status).toBe(told.reduce<string>((state, status) => after(state, status), 'queued'))
        expect(now.errorCode).toBe(now.status === 'failed' || now.status === 'undelivered' ? now.status : null)
        expect(now.finishedAt !== null).toBe(['delivered', 'undelivered', 'failed'].includes(now.status))
      },
    ),
    { numRuns: 30 },
  )
})

test('a carrier that says that the number has opted out, at once or later, puts it on the do-not-call list; an entry that stands stays', async () => {
  const [refused, told, listed] = ['+14155550301', '+14155550302', '+14155550303']
  await anyWorkspace.dncEntry.create({ data: { workspaceId, phoneNumber: listed!, source: 'manual' } })
  await messageOutcomes.fail(await makeMessage(texter, { toNumber: refused }), { reason: 'opted_out', code: '21610' })
  await receipt(await makeMessage(texter, { toNumber: told }), 'failed', { errorReason: 'opted_out', errorCode: '4775' })
  await receipt(await makeMessage(texter, { toNumber: listed }), 'failed', { errorReason: 'opted_out' })
  const entries = await anyWorkspace.dncEntry.findMany({ where: { workspaceId }, orderBy: { phoneNumber: 'asc' } })
  expect(entries.map(({ phoneNumber, source }) => [phoneNumber, source])).toEqual([
    [refused, 'carrier'],
    [told, 'carrier'],
    [listed, 'manual'],
  ])
})

test('why a text failed is taken from a later receipt of the same state, once, whoever told of the failure before', async () => {
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
  expect(await anyWorkspace.dncEntry.findMany({ where: { workspaceId, phoneNumber: toNumber } }), 'listed once, not again').toEqual([])
  expect(await charges(message)).toHaveLength(1)
})

test('each change is announced once it is committed, and what changes nothing is not', async () => {
  const heard: number[] = []
  const stop = onEvent('message.updated', ({ messageId }) => heard.push(messageId))
  const message = await makeMessage(texter)
  const failing = transaction(async (tx) => {
    await messageOutcomes.applyUpdate(tx, message, { status: 'sent' })
    throw new Error('not to be')
  })
  await expect(failing).rejects.toThrow('not to be')
  for (const status of ['sent', 'sent', 'queued', 'delivered', 'failed'] as const) await receipt(message, status)
  stop()
  expect(heard).toEqual([message.id, message.id])
})
