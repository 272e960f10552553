import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { SmsEvent } from '../../../src/carriers/carrier.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as carrierEvents from '../../../src/services/messages/carrierEvents.ts'
import { bring, genuine, type Linked, linkedAt, settled } from '../../inbound/carrierKit.ts'
import { WIRES } from '../../inbound/carrierWires.ts'
import { CARRIERS } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { makeMessage } from '../../kit/rows.ts'
import { type Acme, useWorld } from '../../kit/world.ts'

const world = useWorld({})
let acme: Acme
let other: Acme
let linked: Linked
beforeAll(async () => {
  acme = await world().workspace()
  other = await world().workspace()
  linked = await linkedAt(acme.id, 'telnyx')
})

type Receipt = Extract<SmsEvent, { type: 'status' }>
async function tell(receipt: Partial<Receipt>, { connection } = linked) {
  const event: SmsEvent = { type: 'status', carrierMessageId: null, ref: null, status: 'delivered', errorCode: null, errorReason: null, ...receipt }
  const { workspaceId, id: connectionId } = connection
  const { id } = await anyWorkspace.carrierEvent.create({ data: { workspaceId, connectionId, dedupeKey: randomUUID(), event: event as object } })
  await carrierEvents.apply(Number(id))
}
const stored = (id: number) => anyWorkspace.message.findUniqueOrThrow({ where: { id } })
/** Quiet, so that the watchdog does not ask a carrier that nobody plays here. */
const sent = (more: object = {}, from = linked) => makeMessage(from, { dispatch: 'placed', carrierMessageId: randomUUID(), ...more })

test.each(['sending', 'unknown'])('a receipt for a message that is %s says that the carrier took it', async (dispatch) => {
  const message = await sent({ dispatch, carrierMessageId: null, status: dispatch === 'unknown' ? 'unknown' : 'queued' })
  await tell({ ref: message.ref, carrierMessageId: 'late-1' + message.id, status: 'sent' })
  expect(await stored(message.id)).toMatchObject({ dispatch: 'placed', status: 'sent', carrierMessageId: 'late-1' + message.id })
})

test('a receipt that says opted out puts the recipient on the do-not-call list', async () => {
  const message = await sent({ toNumber: '+14155550777' })
  await tell({ carrierMessageId: message.carrierMessageId, status: 'failed', errorCode: '40300', errorReason: 'opted_out' })
  expect(await stored(message.id)).toMatchObject({ status: 'failed', errorCode: '40300', errorReason: 'opted_out' })
  expect(await anyWorkspace.dncEntry.findFirst({ where: { workspaceId: acme.id, phoneNumber: '+14155550777' } })).toMatchObject({ source: 'carrier' })
})

test("nobody's receipt moves another workspace's message, by its id or by our reference", async () => {
  const message = await sent()
  const theirs = await linkedAt(other.id, 'telnyx')
  await tell({ carrierMessageId: message.carrierMessageId }, theirs)
  await tell({ ref: message.ref }, theirs)
  expect((await stored(message.id)).status).toBe('queued')
})

test('a receipt of nothing of ours, or with a reference that is none, comes to nothing', async () => {
  await tell({ carrierMessageId: 'nobody knows' })
  await tell({ ref: randomUUID() })
  await settled()
})

test.each(CARRIERS)('%s: a receipt is known by the address that it was sent to, whatever id it names, in any order and repeated', async (name) => {
  const from = await linkedAt(acme.id, name)
  const message = await sent({ carrierMessageId: null, dispatch: 'sending' }, from)
  const id = randomUUID()
  for (const status of ['delivered', 'sent', 'delivered', 'undelivered'] as const) {
    const raw = WIRES[name].receipt({ id, to: message.toNumber, status })
    expect(await bring(world(), from, genuine(world(), from, raw, message.ref))).toMatchObject({ status: 200 })
    await settled()
  }
  expect(await stored(message.id)).toMatchObject({ status: 'delivered', dispatch: 'placed', carrierMessageId: id })
})
