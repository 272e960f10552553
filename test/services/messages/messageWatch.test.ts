import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { carrierHosts } from '../../../src/carriers/hosts.ts'
import { getCarrier } from '../../../src/carriers/registry.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { Message, Prisma } from '../../../src/generated/prisma/client.ts'
import { nowMs } from '../../../src/kernel/lib/clock.ts'
import { processId } from '../../../src/kernel/liveness.ts'
import * as carrierAccess from '../../../src/services/carriers/carrierAccess.ts'
import * as messageSends from '../../../src/services/messages/messageSends.ts'
import * as messageReconciler from '../../../src/services/messages/messageReconciler.ts'
import { SEND_DEADLINE_MS } from '../../../src/services/shared/sending/sendWindows.ts'
import { makeMessage } from '../../kit/fixtures/rows.ts'
import { watchQueries } from '../../kit/observers/queries.ts'
import { advanceClock, MINUTE, SECOND } from '../../kit/waiting/clock.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { readMessage, listAccepted, createSmsTenant } from './messageKit.ts'
import { readWallet } from '../calls/placementKit.ts'

// No jobs run automatically: the tests call the reconciler.
const testServer = useTestServer({ env: { ROLE: 'api' } })

const DEAD = '00000000-0000-4000-8000-000000000000'
const PRICE = 10_000n
const due = () => new Date(Date.now() - 1_000)
const longAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** A carrier with a lookup, and one without. */
const [ASKED, SILENT]: CarrierName[] = ['twilio', 'telnyx']
const tenants = {} as Record<
  CarrierName,
  Awaited<ReturnType<typeof createSmsTenant>> & { connection: Parameters<typeof carrierAccess.open>[0] & { id: number } }
>
beforeAll(async () => {
  for (const carrier of [ASKED!, SILENT!]) {
    const tenant = await createSmsTenant(testServer(), { carrier })
    const connection = await anyWorkspace.carrierConnection.findUniqueOrThrow({ where: { id: tenant.number.connectionId! } })
    tenants[carrier] = { ...tenant, connection }
  }
})

let numbersUsed = 0
const newNumber = () => `+1${220 + (numbersUsed += 1)}5550200`

/** Creates a message of a process that died while sending. `isTaken` is whether the carrier received the request. */
async function createOrphan(carrier: CarrierName, data: Partial<Prisma.MessageUncheckedCreateInput> = {}, isTaken = false): Promise<Message> {
  const { number, connection } = tenants[carrier]!
  const values = { toNumber: newNumber(), owner: DEAD, nextCheckAt: due(), holdMicros: PRICE, ...data }
  const message = await makeMessage({ number, connection } as never, values)
  if (isTaken) await deliver(carrier, message)
  return message
}

const deliver = (name: CarrierName, { fromNumber: from, toNumber: to, body, ref }: Message) => {
  const { carrier, credentials, hookUrl } = carrierAccess.open(tenants[name]!.connection)
  return carrier.sendSms(credentials, { from, to, body, ref, statusUrl: hookUrl(ref), timeoutMs: 5_000 })
}

/** Runs several reconcilers concurrently until the message has the given fields. */
const reconcileUntil = (id: number, expected: Partial<Message>) =>
  waitFor(`message ${id} to be ${JSON.stringify(expected)}`, async () => {
    await Promise.all([messageReconciler.checkDue(), messageReconciler.checkDue(), messageReconciler.checkDue()])
    const message = await readMessage(id)
    return Object.entries(expected).every(([name, value]) => message[name as keyof Message] === value) && message
  })

test('a message of a live sender is left to the sender; one of a dead or long silent sender is of unknown outcome', async () => {
  const sending = await createOrphan(ASKED!, { owner: processId() })
  const orphaned = await createOrphan(ASKED!)
  const silent = await createOrphan(ASKED!, { owner: processId(), createdAt: new Date(Date.now() - 120_000) })
  await messageReconciler.checkDue()
  expect((await readMessage(sending.id)).dispatch).toBe('sending')
  for (const { id } of [orphaned, silent]) expect(await readMessage(id)).toMatchObject({ dispatch: 'unknown', status: 'unknown', holdMicros: PRICE })
})

describe('a message of a dead sender', () => {
  test('that the carrier accepted is found there, and charged once', async () => {
    const message = await createOrphan(ASKED!, {}, true)
    const settledMessages = await reconcileUntil(message.id, { dispatch: 'placed' })
    expect(settledMessages).toMatchObject({
      carrierMessageId: (await listAccepted(testServer(), ASKED!, message.toNumber))[0]!.id,
      costMicros: PRICE,
      holdMicros: null,
      nextCheckAt: null,
    })
    expect(await listAccepted(testServer(), ASKED!, message.toNumber)).toHaveLength(1)
    expect(await anyWorkspace.ledgerEntry.count({ where: { type: 'sms', ref: String(message.id) } })).toBe(1)
  })

  /** Waits two seconds, the list lag of the simulated carrier. */
  test('that was never sent fails as not sent, but only after the list lag of the carrier', async () => {
    const message = await createOrphan(ASKED!)
    await reconcileUntil(message.id, { dispatch: 'unknown' })
    const { reconcileAfter } = await readMessage(message.id)
    const refused = await reconcileUntil(message.id, { dispatch: 'refused' })
    expect(refused).toMatchObject({ status: 'failed', errorReason: 'not_sent', holdMicros: null, costMicros: 0n, nextCheckAt: null })
    expect(refused.finishedAt!.getTime()).toBeGreaterThanOrEqual(reconcileAfter!.getTime())
    expect(await listAccepted(testServer(), ASKED!, message.toNumber)).toEqual([])
  })

  /** Waits half a second for the lookup, and another second if both lookups find the same message and one is repeated. */
  test('is matched correctly among two with the same text and recipient, and neither is sent again', async () => {
    const toNumber = newNumber()
    const twins = [await createOrphan(ASKED!, { toNumber }, true), await createOrphan(ASKED!, { toNumber }, true)]
    const settledMessages = await Promise.all(twins.map(({ id }) => reconcileUntil(id, { dispatch: 'placed' })))
    expect(new Set(settledMessages.map(({ carrierMessageId }) => carrierMessageId)).size).toBe(2)
    expect(await listAccepted(testServer(), ASKED!, toNumber)).toHaveLength(2)
  })

  /** Waits for the next lookup, a second after the one that failed. */
  test('is settled only once the carrier is available', async () => {
    const message = await createOrphan(ASKED!, { dispatch: 'unknown', status: 'unknown', reconcileAfter: due() })
    carrierHosts.set('http://127.0.0.1:1')
    await messageReconciler.checkDue()
    expect(await readMessage(message.id)).toMatchObject({ dispatch: 'unknown', holdMicros: PRICE })
    carrierHosts.set(`${testServer().running.simulator!.url}/carriers`)
    await reconcileUntil(message.id, { dispatch: 'refused' })
  })
})

test('if the carrier has no lookup, a message waits for a receipt; after three days it stays unknown, and its funds are released', async () => {
  const message = await createOrphan(SILENT!, {}, true)
  const waiting = await reconcileUntil(message.id, { dispatch: 'unknown' })
  await anyWorkspace.message.update({ where: { id: message.id }, data: { nextCheckAt: due() } })
  await messageReconciler.checkDue()
  expect((await readMessage(message.id)).nextCheckAt!.getTime()).toBeGreaterThan(Date.now() + 71 * 3_600_000)
  expect(waiting.holdMicros).toBe(PRICE)

  await anyWorkspace.message.update({ where: { id: message.id }, data: { nextCheckAt: due(), createdAt: longAgo(73) } })
  await messageReconciler.checkDue()
  expect(await readMessage(message.id)).toMatchObject({ status: 'unknown', dispatch: 'unknown', nextCheckAt: null, holdMicros: null, costMicros: 0n })
  expect(await listAccepted(testServer(), SILENT!, message.toNumber)).toHaveLength(1)
})

/** Waits two seconds, the list lag of the simulated carrier. */
test('a repeated request for a message of a dead sender returns that message without waiting; once it is known not to be sent, the key is free again', async () => {
  const { key, number, acme } = tenants[ASKED!]!
  const to_number = newNumber()
  const ask = (idempotencyKey: string) =>
    key.raw('/sms', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify({ to_number, from_number: number.phoneNumber, body: 'Hello' }),
    })
  const idempotencyKey = randomUUID()
  const { body } = await ask(idempotencyKey)
  // Removes the stored response, as if the process had died before the request to the carrier.
  const orphan = await createOrphan(ASKED!, { toNumber: to_number })
  await anyWorkspace.$executeRaw`update idempotency_keys set status = null, body = null, effect = to_jsonb(${orphan.id}::int) where workspace_id = ${acme.id} and key = ${idempotencyKey}`
  const other = await ask(idempotencyKey)
  expect([other.status, other.body.id]).toEqual([202, orphan.id])
  expect(other.body.id).not.toBe(body.id)

  await reconcileUntil(orphan.id, { dispatch: 'refused' })
  await anyWorkspace.$executeRaw`update idempotency_keys set status = null, body = null where workspace_id = ${acme.id} and key = ${idempotencyKey}`
  expect((await ask(idempotencyKey)).status).toBe(502)
  expect((await ask(idempotencyKey)).status).toBe(202)
})

describe('a waiting message', () => {
  const waiting = (data: object = {}) => createOrphan(ASKED!, { dispatch: 'waiting', owner: null, nextCheckAt: null, source: 'auto_reply', ...data })

  test('is sent once and charged once, even if its job runs many times', async () => {
    const { balance } = await readWallet(tenants[ASKED!]!.key)
    const message = await waiting()
    await Promise.all(Array.from({ length: 10 }, () => messageSends.sendWaiting(message.id)))
    await messageSends.sendWaiting(message.id)
    expect(await readMessage(message.id)).toMatchObject({ dispatch: 'placed', costMicros: PRICE, holdMicros: null })
    expect(await listAccepted(testServer(), ASKED!, message.toNumber)).toHaveLength(1)
    expect(Number(balance) - Number((await readWallet(tenants[ASKED!]!.key)).balance)).toBeCloseTo(0.01, 6)
  })

  test('that its carrier rejects fails, and its job succeeds', async () => {
    const message = await waiting({ toNumber: '+14155550208' })
    await messageSends.sendWaiting(message.id)
    expect(await readMessage(message.id)).toMatchObject({ dispatch: 'refused', status: 'failed', errorReason: 'invalid_number' })
  })

  test('whose job came late is not given up while its sender still asks', async () => {
    const message = await waiting({ createdAt: new Date(nowMs() - 2 * MINUTE) })
    const carrier = getCarrier(ASKED!)
    const { sendSms } = carrier
    vi.spyOn(carrier, 'sendSms').mockImplementationOnce(async (...request) => {
      for (let checks = 0; checks < 3; checks += 1) {
        advanceClock(3 * SECOND)
        await messageReconciler.checkDue()
      }
      return sendSms.apply(carrier, request)
    })
    await messageSends.sendWaiting(message.id)
    expect(await listAccepted(testServer(), ASKED!, message.toNumber)).toHaveLength(1)
    expect(await readMessage(message.id)).toMatchObject({ dispatch: 'placed', costMicros: PRICE, holdMicros: null })
  })

  test('whose process was held up after it took it is not sent, and its hold is released', async () => {
    const message = await waiting()
    const queries = watchQueries()
    const now = performance.now.bind(performance)
    const isTaken = () => queries.mock.calls.some(([query]) => (query as { name?: string }).name?.startsWith('messages.claimWaiting'))
    const held = vi.spyOn(performance, 'now').mockImplementation(() => now() + (isTaken() ? SEND_DEADLINE_MS + 1 : 0))
    await messageSends.sendWaiting(message.id).finally(() => (held.mockRestore(), queries.mockRestore()))
    expect(await listAccepted(testServer(), ASKED!, message.toNumber)).toEqual([])
    expect(await readMessage(message.id)).toMatchObject({ dispatch: 'refused', errorReason: 'not_sent', holdMicros: null })
  })

  test('that has waited too long is not sent', async () => {
    const message = await waiting({ createdAt: new Date(Date.now() - 600_000) })
    await messageSends.sendWaiting(message.id)
    expect(await readMessage(message.id)).toMatchObject({ dispatch: 'refused', errorReason: 'not_sent' })
    expect(await listAccepted(testServer(), ASKED!, message.toNumber)).toEqual([])
  })
})

test('two reconcilers share the work: no message is checked twice at the same time', async () => {
  await anyWorkspace.message.updateMany({ data: { nextCheckAt: null } })
  const all = await Promise.all(Array.from({ length: 10 }, () => createOrphan(ASKED!, { owner: processId() })))
  const counts = await Promise.all([messageReconciler.checkDue(5), messageReconciler.checkDue(5), messageReconciler.checkDue(5)])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length)
})
