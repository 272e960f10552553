import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CARRIERS, type CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { getCarrier as client } from '../../../src/carriers/registry.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { Message } from '../../../src/generated/prisma/client.ts'
import type { ApiResponse } from '../../kit/clients/client.ts'
import { setSendTimeouts } from '../../kit/waiting/sendTimeouts.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { waitForMessage, listAccepted, createSmsTenant } from './messageKit.ts'
import { readWallet } from '../calls/placementKit.ts'

const testServer = useTestServer()

const tenants = {} as Record<CarrierName, Awaited<ReturnType<typeof createSmsTenant>>>
let restoreTimeouts: () => void
beforeAll(async () => {
  restoreTimeouts = setSendTimeouts(1_500, 60_000)
  await Promise.all(CARRIERS.map(async (carrier) => void (tenants[carrier] = await createSmsTenant(testServer(), { carrier }))))
})
afterAll(() => restoreTimeouts())

/** The response status of POST /sms, the final message, and how many messages the carrier accepted. */
interface ExpectedEnd {
  answer: number
  ends: Partial<Message>
  taken: 0 | 1
}
const accepted = (status: string, more: Partial<Message> = {}): ExpectedEnd => ({ answer: 202, taken: 1, ends: { status, dispatch: 'placed', ...more } })
const DELIVERED = accepted('delivered', { errorCode: null, errorReason: null })
const rejected = (answer: number, errorReason: string): ExpectedEnd => ({ answer, taken: 0, ends: { status: 'failed', dispatch: 'refused', errorReason } })
const NOT_TAKEN = rejected(202, 'not_sent')

const SCENARIOS: [digits: string, what: string, fate: ExpectedEnd][] = [
  ['0200', 'delivered', DELIVERED],
  ['0201', 'undelivered', accepted('undelivered')],
  ['0202', 'fails after sending', accepted('failed')],
  ['0203', 'opted out', rejected(403, 'opted_out')],
  ['0204', '500, accepted', DELIVERED],
  ['0205', 'no response, accepted', DELIVERED],
  ['0206', 'the connection breaks, accepted', DELIVERED],
  ['0207', '429', rejected(502, 'throttled')],
  ['0208', 'no such number', rejected(400, 'invalid_number')],
  ['0209', 'blocked', rejected(422, 'blocked')],
  ['0210', '500, not accepted', NOT_TAKEN],
  ['0211', 'replies STOP', DELIVERED],
  ['0212', 'replies', DELIVERED],
  ['0213', 'no receipts', { answer: 202, taken: 1, ends: { dispatch: 'placed' } }],
  ['0214', 'every receipt twice', DELIVERED],
  ['0215', 'receipts out of order', DELIVERED],
  ['0216', 'no response, not accepted', NOT_TAKEN],
]

/** Messages that these carriers accept first and reject with a delivery receipt. */
const REFUSED_LATER: Partial<Record<CarrierName, readonly string[]>> = {
  vonage: ['0203'],
  plivo: ['0203'],
  bandwidth: ['0203', '0209'],
  sinch: ['0203', '0209'],
}

/** If the carrier has no lookup, a message that it never accepted stays unknown. */
function expected(carrier: CarrierName, digits: string, fate: ExpectedEnd): ExpectedEnd {
  if (fate === NOT_TAKEN && !client(carrier).findSms) return { answer: 202, taken: 0, ends: { status: 'unknown', dispatch: 'unknown' } }
  return REFUSED_LATER[carrier]?.includes(digits) ? { answer: 202, taken: 1, ends: { dispatch: 'placed', errorReason: fate.ends.errorReason } } : fate
}

describe.each(CARRIERS)('%s', (carrier) => {
  const numberOf = (digits: string) => `+1${220 + CARRIERS.indexOf(carrier)}555${digits}`
  const answers = new Map<string, ApiResponse>()
  beforeAll(async () => {
    await Promise.all(SCENARIOS.map(async ([digits]) => answers.set(digits, await tenants[carrier].text(numberOf(digits)))))
  })

  /** Waits for the last receipt of a message or, without a response, for the list lag of the carrier: two seconds. */
  test.each(SCENARIOS)('a message to …%s (%s) is sent once and ends as expected', async (digits, _what, fate) => {
    const to = numberOf(digits)
    const { answer, ends, taken: count } = expected(carrier, digits, fate)
    expect([answers.get(digits)!.status, answers.get(digits)!.body]).toEqual([answer, expect.anything()])
    const [row] = await anyWorkspace.message.findMany({ where: { toNumber: to, direction: 'outbound' } })
    const message = await waitForMessage(row!.id, ends)
    expect((await listAccepted(testServer(), carrier, to)).filter(({ body }) => body === 'Hello')).toHaveLength(count)
    expect(await anyWorkspace.message.count({ where: { toNumber: to, direction: 'outbound', source: 'api' } })).toBe(1)
    if (message.dispatch === 'unknown') expect(message).toMatchObject({ holdMicros: 10_000n, costMicros: null })
    else expect(message).toMatchObject({ holdMicros: null, costMicros: count === 1 ? 10_000n : 0n })
    if (ends.errorReason === 'opted_out') expect(await anyWorkspace.dncEntry.findFirst({ where: { phoneNumber: to } })).toMatchObject({ source: 'carrier' })
  })

  test('after all these messages, only unknown ones have reserved funds, and every accepted message was charged once', async () => {
    const { acme, key } = tenants[carrier]
    await waitFor('all messages to be sent', async () => (await anyWorkspace.message.count({ where: { workspaceId: acme.id, dispatch: 'sending' } })) === 0)
    const rows = await anyWorkspace.message.findMany({ where: { workspaceId: acme.id, direction: 'outbound' } })
    const reserved = rows.reduce((sum, { holdMicros }) => sum + (holdMicros ?? 0n), 0n)
    const entries = await anyWorkspace.ledgerEntry.findMany({ where: { workspaceId: acme.id, type: 'sms' } })
    const placed = rows.filter(({ dispatch, costMicros }) => dispatch === 'placed' && costMicros !== null).map(({ id }) => String(id))
    expect(entries.map(({ ref }) => ref).toSorted()).toEqual(placed.toSorted())
    expect(await readWallet(key)).toMatchObject({ balance: (100 - placed.length * 0.01).toFixed(4), reserved: (Number(reserved) / 1e6).toFixed(4) })
  })
})
