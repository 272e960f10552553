import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { SmsEvent } from '../../../src/carriers/carrier.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as carrierEvents from '../../../src/services/messages/carrierEvents.ts'
import { sendInbound, signedRequest, type ConnectedNumber, createConnectedNumber, waitForCarrierEvents } from '../../inbound/carrierKit.ts'
import { WEBHOOK_FORMATS } from '../../inbound/webhookFormats.ts'
import { CARRIERS } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { makeMessage } from '../../kit/fixtures/rows.ts'
import { type TestWorkspace, useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer({})
let acme: TestWorkspace
let other: TestWorkspace
let linked: ConnectedNumber
beforeAll(async () => {
  acme = await testServer().workspace()
  other = await testServer().workspace()
  linked = await createConnectedNumber(acme.id, 'telnyx')
})

type Receipt = Extract<SmsEvent, { type: 'status' }>
async function applyReceipt(receipt: Partial<Receipt>, { connection } = linked) {
  const event: SmsEvent = { type: 'status', carrierMessageId: null, ref: null, status: 'delivered', errorCode: null, errorReason: null, ...receipt }
  const { workspaceId, id: connectionId } = connection
  const { id } = await anyWorkspace.carrierEvent.create({ data: { workspaceId, connectionId, dedupeKey: randomUUID(), event: event as object } })
  await carrierEvents.apply(Number(id))
}
const readMessage = (id: number) => anyWorkspace.message.findUniqueOrThrow({ where: { id } })
/** Creates a sent message, which the reconciler does not look up. */
const createSentMessage = (more: object = {}, from = linked) => makeMessage(from, { dispatch: 'placed', carrierMessageId: randomUUID(), ...more })

test.each(['sending', 'unknown'])('a receipt for a message that is %s proves that the carrier accepted it', async (dispatch) => {
  const message = await createSentMessage({ dispatch, carrierMessageId: null, status: dispatch === 'unknown' ? 'unknown' : 'queued' })
  await applyReceipt({ ref: message.ref, carrierMessageId: 'late-1' + message.id, status: 'sent' })
  expect(await readMessage(message.id)).toMatchObject({ dispatch: 'placed', status: 'sent', carrierMessageId: 'late-1' + message.id })
})

test('a receipt that reports an opt-out adds the recipient to the do-not-call list', async () => {
  const message = await createSentMessage({ toNumber: '+14155550777' })
  await applyReceipt({ carrierMessageId: message.carrierMessageId, status: 'failed', errorCode: '40300', errorReason: 'opted_out' })
  expect(await readMessage(message.id)).toMatchObject({ status: 'failed', errorCode: '40300', errorReason: 'opted_out' })
  expect(await anyWorkspace.dncEntry.findFirst({ where: { workspaceId: acme.id, phoneNumber: '+14155550777' } })).toMatchObject({ source: 'carrier' })
})

test('a receipt cannot change the message of another workspace, by its ID or by our reference', async () => {
  const message = await createSentMessage()
  const theirs = await createConnectedNumber(other.id, 'telnyx')
  await applyReceipt({ carrierMessageId: message.carrierMessageId }, theirs)
  await applyReceipt({ ref: message.ref }, theirs)
  expect((await readMessage(message.id)).status).toBe('queued')
})

test('a second receipt of the same status is no repetition if it states the reason, and a repeated one is', async () => {
  const message = await createSentMessage()
  const plain = WEBHOOK_FORMATS.telnyx.receiptBody({ id: message.carrierMessageId!, to: message.toNumber, status: 'undelivered' })
  for (const raw of [plain, plain, plain.replace('"errors":[]', '"errors":[{"code":"40001"}]')]) {
    expect(await sendInbound(testServer(), linked, signedRequest(testServer(), linked, raw))).toMatchObject({ status: 200 })
    await waitForCarrierEvents()
  }
  expect(await readMessage(message.id)).toMatchObject({ status: 'undelivered', errorCode: '40001' })
  expect(await anyWorkspace.carrierEvent.count({ where: { messageId: message.id } })).toBe(2)
})

test('a receipt for an unknown message or reference has no effect', async () => {
  await applyReceipt({ carrierMessageId: 'unknown' })
  await applyReceipt({ ref: randomUUID() })
  await waitForCarrierEvents()
})

test.each(CARRIERS)('%s: a receipt is matched by the URL that received it, for any ID, in any order and repeated', async (name) => {
  const from = await createConnectedNumber(acme.id, name)
  const message = await createSentMessage({ carrierMessageId: null, dispatch: 'sending' }, from)
  const id = randomUUID()
  for (const status of ['delivered', 'sent', 'delivered', 'undelivered'] as const) {
    const raw = WEBHOOK_FORMATS[name].receiptBody({ id, to: message.toNumber, status })
    expect(await sendInbound(testServer(), from, signedRequest(testServer(), from, raw, message.ref))).toMatchObject({ status: 200 })
    await waitForCarrierEvents()
  }
  expect(await readMessage(message.id)).toMatchObject({ status: 'delivered', dispatch: 'placed', carrierMessageId: id })
})
