import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../src/kernel/vocabulary/actor.ts'
import { pool } from '../../src/kernel/db/db.ts'
import { startWorker } from '../../src/jobs/worker.ts'
import { startLiveness, stopLiveness } from '../../src/kernel/liveness.ts'
import * as deliveries from '../../src/services/webhooks/deliveries.ts'
import * as endpoints from '../../src/services/webhooks/endpoints.ts'
import * as webhooks from '../../src/services/webhooks/webhooks.ts'
import { useDatabase } from '../kit/server/database.ts'
import { type ReceivedWebhook, startReceiverForTest } from '../kit/fakes/webhookReceiver.ts'
import { enqueue, status, useQuickRetries, workspace } from './webhookKit.ts'

useDatabase()
useQuickRetries()

describe('with workers', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>
  beforeAll(async () => {
    // Without it, the worker would consider itself dead and release its jobs during an attempt.
    await startLiveness(pool.options.connectionString!)
    worker = await startWorker()
  })
  afterAll(async () => {
    await worker.stop()
    await stopLiveness()
  })
  const settled = async (actor: Actor, id: number) => {
    await expect.poll(async () => (await deliveries.get(actor, id)).status).not.toBe('pending')
    return deliveries.get(actor, id)
  }

  it('the receiver gets the stored bytes and can verify them', async () => {
    const { url, received } = await startReceiverForTest(status(204))
    const { actor, secret } = await workspace(url)
    const delivery = await settled(actor, await enqueue(actor))
    expect(delivery).toMatchObject({
      status: 'delivered',
      attemptCount: 1,
      nextAttemptAt: null,
      finishedAt: expect.any(Date),
      attempts: [{ number: 1, status: 204, error: null, response: '' }],
    })
    const [{ headers, raw }] = received as [ReceivedWebhook]
    expect(raw.toString()).toBe(delivery.body)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'call.completed',
      'x-service-delivery': String(delivery.id),
      'x-service-timestamp': expect.stringMatching(/^\d{10}$/),
      'user-agent': expect.stringMatching(/^Callwright-Webhooks\/\d+\.\d+\.\d+$/),
      'x-service-signature': `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`,
    })
    expect(received).toHaveLength(1)
  })

  it('a server error is retried up to three attempts with the same signed bytes, then fails', async () => {
    const { url, received } = await startReceiverForTest(status(500))
    const { actor } = await workspace(url)
    const delivery = await settled(actor, await enqueue(actor))
    expect(delivery).toMatchObject({
      status: 'failed',
      attemptCount: 3,
      attempts: [1, 2, 3].map((number) => ({ number, status: 500, response: `answer ${number}` })),
    })
    expect(new Set(received.map(({ raw }) => raw.toString()))).toEqual(new Set([delivery.body]))
    expect(new Set(received.map(({ headers }) => headers['x-service-signature'])).size).toBe(1)
    expect(received).toHaveLength(3)
  })

  it('a redirect is a failure, and a later success ends the attempts', async () => {
    const { url, received } = await startReceiverForTest(status(302, 503, 200))
    const { actor } = await workspace(url)
    expect(await settled(actor, await enqueue(actor))).toMatchObject({ status: 'delivered', attempts: [{ status: 302 }, { status: 503 }, { status: 200 }] })
    expect(received).toHaveLength(3)
  })

  it.each([400, 401, 404, 408, 410, 429])('a %i is not retried', async (code) => {
    const { url, received } = await startReceiverForTest(status(code, 200))
    const { actor } = await workspace(url)
    expect(await settled(actor, await enqueue(actor))).toMatchObject({ status: 'failed', attemptCount: 1, attempts: [{ status: code }] })
    expect(received).toHaveLength(1)
  })

  it('a lost connection is retried and described in words', async () => {
    const { url, received } = await startReceiverForTest((response, nth) => {
      if (nth === 1) response.destroy()
      else response.end()
    })
    const { actor } = await workspace(url)
    expect(await settled(actor, await enqueue(actor))).toMatchObject({
      status: 'delivered',
      attempts: [{ status: null, error: 'the connection was lost (ECONNRESET)' }, { status: 200 }],
    })
    expect(received).toHaveLength(2)
  })

  it("a response that PostgreSQL can't store doesn't stop the delivery", async () => {
    const { url } = await startReceiverForTest((response) => {
      response.end(Buffer.from([0, 0xff, 0x61]))
    })
    const { actor } = await workspace(url)
    expect((await settled(actor, await enqueue(actor))).attempts).toMatchObject([{ status: 200, response: '\ufffda' }])
  })

  /** Waits for three later attempts. Workers look for due jobs about once a second. */
  it('a redelivery is sent to the current URL with its own attempts', async () => {
    const old = await startReceiverForTest(status(500))
    const { actor } = await workspace(old.url)
    const first = await settled(actor, await enqueue(actor))
    const fixedReceiver = await startReceiverForTest(status(500, 200))
    await webhooks.update(actor, { url: fixedReceiver.url })
    const { id } = await deliveries.redeliver(actor, Number(first.id))
    expect(await settled(actor, Number(id))).toMatchObject({ status: 'delivered', attemptCount: 2 })
    expect(fixedReceiver.received.map(({ raw }) => raw.toString())).toEqual([first.body, first.body])
    expect(old.received).toHaveLength(3)
    expect(await deliveries.get(actor, Number(first.id))).toMatchObject({ status: 'failed' })
  })

  it('a slow receiver gets at most four requests at a time and delays no others', async () => {
    const inFlight = { now: 0, most: 0 }
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const slow = await startReceiverForTest((response) => {
      inFlight.most = Math.max(inFlight.most, ++inFlight.now)
      response.on('finish', () => inFlight.now--)
      void released.then(() => response.end())
    })
    const quick = await startReceiverForTest(status(200))
    const [slowOne, quickOne] = [await workspace(slow.url), await workspace(quick.url)]
    const waiting = await Promise.all(Array.from({ length: 24 }, (_, i) => enqueue(slowOne.actor, `slow-${i}`)))
    expect(await settled(quickOne.actor, await enqueue(quickOne.actor))).toMatchObject({ status: 'delivered' })
    await expect.poll(() => inFlight.now).toBeGreaterThan(1)
    expect(slow.received.length).toBeLessThanOrEqual(4)
    release()
    for (const id of waiting) expect(await settled(slowOne.actor, id)).toMatchObject({ status: 'delivered', attemptCount: 1 })
    expect(slow.received).toHaveLength(24)
    expect(inFlight.most).toBeLessThanOrEqual(4)
  })

  it('a slow endpoint does not delay another endpoint of its workspace, and a deleted one gets nothing that waits', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const slow = await startReceiverForTest((response) => void released.then(() => response.end()))
    const quick = await startReceiverForTest(status(200))
    const { actor } = await workspace(slow.url)
    const { id: quickId, newSecret } = await endpoints.create(actor, { url: quick.url })
    await Promise.all(Array.from({ length: 8 }, (_, i) => enqueue(actor, `event-${i}`)))
    await expect.poll(() => quick.received.length).toBe(8)
    expect(slow.received.length).toBeLessThanOrEqual(4)
    const [{ headers, raw }] = quick.received as [ReceivedWebhook]
    expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', newSecret!).update(raw).digest('hex')}`)
    const toSlow = (await deliveries.list(actor, {})).rows.filter(({ endpointId }) => endpointId !== quickId)
    await endpoints.remove(actor, toSlow[0]!.endpointId!)
    release()
    for (const { id } of toSlow) await settled(actor, Number(id))
    expect(slow.received.length).toBeLessThanOrEqual(4)
  })
})
