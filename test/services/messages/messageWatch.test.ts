import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { useCarrierHosts } from '../../../src/carriers/hosts.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { Message, Prisma } from '../../../src/generated/prisma/client.ts'
import { processId } from '../../../src/kernel/liveness.ts'
import * as carrierAccess from '../../../src/services/carriers/carrierAccess.ts'
import * as messageSends from '../../../src/services/messages/messageSends.ts'
import * as messageReconciler from '../../../src/services/messages/messageReconciler.ts'
import { makeMessage } from '../../kit/rows.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { stored, taken, texting } from './messageKit.ts'
import { money } from '../calls/placementKit.ts'

// No jobs run by themselves: the watchdog looks when it is told to.
const world = useWorld({ env: { ROLE: 'api' } })

const DEAD = '00000000-0000-4000-8000-000000000000'
const PRICE = 10_000n
const due = () => new Date(Date.now() - 1_000)
const longAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** One carrier that can be asked what it has, and one that cannot. */
const [ASKED, SILENT]: CarrierName[] = ['twilio', 'telnyx']
const tenants = {} as Record<CarrierName, Awaited<ReturnType<typeof texting>> & { connection: Parameters<typeof carrierAccess.open>[0] & { id: number } }>
beforeAll(async () => {
  for (const carrier of [ASKED!, SILENT!]) {
    const tenant = await texting(world(), { carrier })
    const connection = await anyWorkspace.carrierConnection.findUniqueOrThrow({ where: { id: tenant.number.connectionId! } })
    tenants[carrier] = { ...tenant, connection }
  }
})

let lines = 0
const line = () => `+1${220 + (lines += 1)}5550200`

/** A message as a process leaves it that dies while it sends; `isTaken` says whether the carrier got the request. */
async function left(carrier: CarrierName, data: Partial<Prisma.MessageUncheckedCreateInput> = {}, isTaken = false): Promise<Message> {
  const { number, connection } = tenants[carrier]!
  const values = { toNumber: line(), owner: DEAD, checkAt: due(), holdMicros: PRICE, ...data }
  const message = await makeMessage({ number, connection } as never, values)
  if (isTaken) await deliver(carrier, message)
  return message
}

const deliver = (name: CarrierName, { fromNumber: from, toNumber: to, body, ref }: Message) => {
  const { carrier, credentials, hookUrl } = carrierAccess.open(tenants[name]!.connection)
  return carrier.sendSms(credentials, { from, to, body, ref, statusUrl: hookUrl(ref), timeoutMs: 5_000 })
}

/** Has the watchdog look until the message is so; several look at once. */
const watched = (id: number, wanted: Partial<Message>) =>
  until(`message ${id} to be ${JSON.stringify(wanted)}`, async () => {
    await Promise.all([messageReconciler.checkDue(), messageReconciler.checkDue(), messageReconciler.checkDue()])
    const message = await stored(id)
    return Object.entries(wanted).every(([name, value]) => message[name as keyof Message] === value) && message
  })

test('a text whose sender lives is left to it; one whose sender is dead, or long silent, is of unknown outcome', async () => {
  const sending = await left(ASKED!, { owner: processId() })
  const orphaned = await left(ASKED!)
  const silent = await left(ASKED!, { owner: processId(), createdAt: new Date(Date.now() - 120_000) })
  await messageReconciler.checkDue()
  expect((await stored(sending.id)).dispatch).toBe('sending')
  for (const { id } of [orphaned, silent]) expect(await stored(id)).toMatchObject({ dispatch: 'unknown', status: 'unknown', holdMicros: PRICE })
})

describe('a sender that died', () => {
  test('after the carrier took the text: it is found there, and charged once', async () => {
    const message = await left(ASKED!, {}, true)
    const found = await watched(message.id, { dispatch: 'placed' })
    expect(found).toMatchObject({
      carrierMessageId: (await taken(world(), ASKED!, message.toNumber))[0]!.id,
      costMicros: PRICE,
      holdMicros: null,
      checkAt: null,
    })
    expect(await taken(world(), ASKED!, message.toNumber)).toHaveLength(1)
    expect(await anyWorkspace.ledgerEntry.count({ where: { kind: 'sms', ref: String(message.id) } })).toBe(1)
  })

  /** Waits until the carrier has had time to list the text: two seconds at the simulator. */
  test('before the request left: the carrier has no such text, and it was not sent; never before the carrier had time to list it', async () => {
    const message = await left(ASKED!)
    await watched(message.id, { dispatch: 'unknown' })
    const { quietUntil } = await stored(message.id)
    const refused = await watched(message.id, { dispatch: 'refused' })
    expect(refused).toMatchObject({ status: 'failed', errorReason: 'not_sent', holdMicros: null, costMicros: 0n, checkAt: null })
    expect(refused.finishedAt!.getTime()).toBeGreaterThanOrEqual(quietUntil!.getTime())
    expect(await taken(world(), ASKED!, message.toNumber)).toEqual([])
  })

  /** Waits half a second until the carrier is asked, and a second more where both looks find the same text and one has to look again. */
  test('two texts of the same words to one number are each found as what they are, and neither is sent again', async () => {
    const toNumber = line()
    const twins = [await left(ASKED!, { toNumber }, true), await left(ASKED!, { toNumber }, true)]
    const found = await Promise.all(twins.map(({ id }) => watched(id, { dispatch: 'placed' })))
    expect(new Set(found.map(({ carrierMessageId }) => carrierMessageId)).size).toBe(2)
    expect(await taken(world(), ASKED!, toNumber)).toHaveLength(2)
  })

  /** Waits for the next look at the text, a second after the one that could not ask the carrier. */
  test('is decided about only once the carrier can be asked', async () => {
    const message = await left(ASKED!, { dispatch: 'unknown', status: 'unknown', quietUntil: due() })
    useCarrierHosts('http://127.0.0.1:1')
    await messageReconciler.checkDue()
    expect(await stored(message.id)).toMatchObject({ dispatch: 'unknown', holdMicros: PRICE })
    useCarrierHosts(`${world().running.simulator!.url}/carriers`)
    await watched(message.id, { dispatch: 'refused' })
  })
})

test('where the carrier cannot be asked, a text waits for a receipt; after three days it stays unknown, and its money is free', async () => {
  const message = await left(SILENT!, {}, true)
  const waiting = await watched(message.id, { dispatch: 'unknown' })
  await anyWorkspace.message.update({ where: { id: message.id }, data: { checkAt: due() } })
  await messageReconciler.checkDue()
  expect((await stored(message.id)).checkAt!.getTime()).toBeGreaterThan(Date.now() + 71 * 3_600_000)
  expect(waiting.holdMicros).toBe(PRICE)

  await anyWorkspace.message.update({ where: { id: message.id }, data: { checkAt: due(), createdAt: longAgo(73) } })
  await messageReconciler.checkDue()
  expect(await stored(message.id)).toMatchObject({ status: 'unknown', dispatch: 'unknown', checkAt: null, holdMicros: null, costMicros: 0n })
  expect(await taken(world(), SILENT!, message.toNumber)).toHaveLength(1)
})

/** Waits until the carrier has had time to list the text: two seconds at the simulator. */
test('a repeated request for a text whose sender died waits for nobody, and is answered with that text; once it is known not to be sent, it may be tried again', async () => {
  const { key, number, acme } = tenants[ASKED!]!
  const to_number = line()
  const ask = (idempotencyKey: string) =>
    key.raw('/sms', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify({ to_number, from_number: number.phoneNumber, body: 'Hello' }),
    })
  const idempotencyKey = randomUUID()
  const { body } = await ask(idempotencyKey)
  // As if the process had died before the carrier was asked: what is known of the answer is taken away.
  const orphan = await left(ASKED!, { toNumber: to_number })
  await anyWorkspace.$executeRaw`update idempotency_keys set status = null, body = null, effect = to_jsonb(${orphan.id}::int) where workspace_id = ${acme.id} and key = ${idempotencyKey}`
  const other = await ask(idempotencyKey)
  expect([other.status, other.body.id]).toEqual([202, orphan.id])
  expect(other.body.id).not.toBe(body.id)

  await watched(orphan.id, { dispatch: 'refused' })
  await anyWorkspace.$executeRaw`update idempotency_keys set status = null, body = null where workspace_id = ${acme.id} and key = ${idempotencyKey}`
  expect((await ask(idempotencyKey)).status).toBe(502)
  expect((await ask(idempotencyKey)).status).toBe(202)
})

describe('a text that waits', () => {
  const waiting = (data: object = {}) => left(ASKED!, { dispatch: 'waiting', owner: null, checkAt: null, source: 'auto_reply', ...data })

  test('is sent once, however often its job runs, and charged once', async () => {
    const { balance } = await money(tenants[ASKED!]!.key)
    const message = await waiting()
    await Promise.all(Array.from({ length: 10 }, () => messageSends.sendWaiting(message.id)))
    await messageSends.sendWaiting(message.id)
    expect(await stored(message.id)).toMatchObject({ dispatch: 'placed', costMicros: PRICE, holdMicros: null })
    expect(await taken(world(), ASKED!, message.toNumber)).toHaveLength(1)
    expect(Number(balance) - Number((await money(tenants[ASKED!]!.key)).balance)).toBeCloseTo(0.01, 6)
  })

  test('that its carrier refuses has failed, and its job is done', async () => {
    const message = await waiting({ toNumber: '+14155550208' })
    await messageSends.sendWaiting(message.id)
    expect(await stored(message.id)).toMatchObject({ dispatch: 'refused', status: 'failed', errorReason: 'invalid_number' })
  })

  test('too long is not sent any more', async () => {
    const message = await waiting({ createdAt: new Date(Date.now() - 600_000) })
    await messageSends.sendWaiting(message.id)
    expect(await stored(message.id)).toMatchObject({ dispatch: 'refused', errorReason: 'not_sent' })
    expect(await taken(world(), ASKED!, message.toNumber)).toEqual([])
  })
})

test('two watchers share the work: no text is looked at twice at once', async () => {
  await messageReconciler.checkDue()
  const all = await Promise.all(Array.from({ length: 10 }, () => left(ASKED!, { owner: processId() })))
  const counts = await Promise.all([messageReconciler.checkDue(5), messageReconciler.checkDue(5), messageReconciler.checkDue(5)])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length)
})
