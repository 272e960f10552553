import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CARRIERS, type CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { getCarrier as client } from '../../../src/carriers/registry.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { Message } from '../../../src/generated/prisma/client.ts'
import { timeouts } from '../../../src/services/calls/placing/callSends.ts'
import type { Answer } from '../../kit/client.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { eventually, taken, texting } from './messageKit.ts'
import { money } from '../calls/placementKit.ts'

const world = useWorld()

const tenants = {} as Record<CarrierName, Awaited<ReturnType<typeof texting>>>
const usual = timeouts.answerMs
beforeAll(async () => {
  timeouts.answerMs = 1_500
  await Promise.all(CARRIERS.map(async (carrier) => void (tenants[carrier] = await texting(world(), { carrier }))))
})
afterAll(() => void (timeouts.answerMs = usual))

/** What POST /sms answers, what becomes of the message, and how many texts the carrier took. */
interface Fate {
  answer: number
  ends: Partial<Message>
  taken: 0 | 1
}
const ended = (status: string, more: Partial<Message> = {}): Fate => ({ answer: 202, taken: 1, ends: { status, dispatch: 'placed', ...more } })
const DELIVERED = ended('delivered', { errorCode: null, errorReason: null })
const refused = (answer: number, errorReason: string): Fate => ({ answer, taken: 0, ends: { status: 'failed', dispatch: 'refused', errorReason } })
const NOT_TAKEN = refused(202, 'not_sent')

const FATES: [digits: string, what: string, fate: Fate][] = [
  ['0200', 'delivered', DELIVERED],
  ['0201', 'undelivered', ended('undelivered')],
  ['0202', 'fails after sending', ended('failed')],
  ['0203', 'opted out', refused(403, 'opted_out')],
  ['0204', '500, taken', DELIVERED],
  ['0205', 'never answered, taken', DELIVERED],
  ['0206', 'the connection breaks, taken', DELIVERED],
  ['0207', '429', refused(502, 'throttled')],
  ['0208', 'no such number', refused(400, 'invalid_number')],
  ['0209', 'blocked', refused(422, 'blocked')],
  ['0210', '500, not taken', NOT_TAKEN],
  ['0211', 'answers STOP', DELIVERED],
  ['0212', 'answers', DELIVERED],
  ['0213', 'no receipts', { answer: 202, taken: 1, ends: { dispatch: 'placed' } }],
  ['0214', 'every receipt twice', DELIVERED],
  ['0215', 'receipts out of order', DELIVERED],
  ['0216', 'never answered, not taken', NOT_TAKEN],
]

/** What these carriers take at first, and refuse by a receipt. */
const REFUSED_LATER: Partial<Record<CarrierName, readonly string[]>> = {
  vonage: ['0203'],
  plivo: ['0203'],
  bandwidth: ['0203', '0209'],
  sinch: ['0203', '0209'],
}

/** Where nobody can ask the carrier, a message that it never took stays unknown. */
function expected(carrier: CarrierName, digits: string, fate: Fate): Fate {
  if (fate === NOT_TAKEN && !client(carrier).findSms) return { answer: 202, taken: 0, ends: { status: 'unknown', dispatch: 'unknown' } }
  return REFUSED_LATER[carrier]?.includes(digits) ? { answer: 202, taken: 1, ends: { dispatch: 'placed', errorReason: fate.ends.errorReason } } : fate
}

describe.each(CARRIERS)('%s', (carrier) => {
  const numberOf = (digits: string) => `+1${220 + CARRIERS.indexOf(carrier)}555${digits}`
  const answers = new Map<string, Answer>()
  beforeAll(async () => {
    await Promise.all(FATES.map(async ([digits]) => answers.set(digits, await tenants[carrier].text(numberOf(digits)))))
  })

  /** Waits for the last receipt of a text, or, where no answer came, until the carrier must have listed it: that takes two seconds. */
  test.each(FATES)('a text to …%s (%s) is sent once and ends as it should', async (digits, _what, fate) => {
    const to = numberOf(digits)
    const { answer, ends, taken: count } = expected(carrier, digits, fate)
    expect([answers.get(digits)!.status, answers.get(digits)!.body]).toEqual([answer, expect.anything()])
    const [row] = await anyWorkspace.message.findMany({ where: { toNumber: to, direction: 'outbound' } })
    const message = await eventually(row!.id, ends)
    expect((await taken(world(), carrier, to)).filter(({ body }) => body === 'Hello')).toHaveLength(count)
    expect(await anyWorkspace.message.count({ where: { toNumber: to, direction: 'outbound', source: 'api' } })).toBe(1)
    if (message.dispatch === 'unknown') expect(message).toMatchObject({ holdMicros: 10_000n, costMicros: null })
    else expect(message).toMatchObject({ holdMicros: null, costMicros: count === 1 ? 10_000n : 0n })
    if (ends.errorReason === 'opted_out') expect(await anyWorkspace.dncEntry.findFirst({ where: { phoneNumber: to } })).toMatchObject({ source: 'carrier' })
  })

  test('when all of these are over, what is held is what unknown ones were promised, and every text taken was charged once', async () => {
    const { acme, key } = tenants[carrier]
    await until('no text to be under way', async () => (await anyWorkspace.message.count({ where: { workspaceId: acme.id, dispatch: 'sending' } })) === 0)
    const rows = await anyWorkspace.message.findMany({ where: { workspaceId: acme.id, direction: 'outbound' } })
    const held = rows.reduce((sum, { holdMicros }) => sum + (holdMicros ?? 0n), 0n)
    const entries = await anyWorkspace.ledgerEntry.findMany({ where: { workspaceId: acme.id, kind: 'sms' } })
    const placed = rows.filter(({ dispatch, costMicros }) => dispatch === 'placed' && costMicros !== null).map(({ id }) => String(id))
    expect(entries.map(({ ref }) => ref).toSorted()).toEqual(placed.toSorted())
    expect(await money(key)).toMatchObject({ balance: (100 - placed.length * 0.01).toFixed(4), reserved: (Number(held) / 1e6).toFixed(4) })
  })
})
