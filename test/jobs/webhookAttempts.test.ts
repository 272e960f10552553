import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { db, pool } from '../../src/kernel/db/db.ts'
import { inWorkspace } from '../../src/kernel/db/workspaceContext.ts'
import * as deliveries from '../../src/services/webhooks/deliveries.ts'
import * as attemptRecords from '../../src/services/webhooks/attemptRecords.ts'
import * as deliveryAttempts from '../../src/services/webhooks/deliveryAttempts.ts'
import * as webhooks from '../../src/services/webhooks/webhooks.ts'
import { settings } from '../../src/kernel/config/settings.ts'
import { useDatabase } from '../kit/server/database.ts'
import { type ReceivedWebhook, startReceiverForTest } from '../kit/fakes/webhookReceiver.ts'
import { enqueue, SLOW, status, useQuickRetries, workspace } from './webhookKit.ts'

useDatabase()
useQuickRetries()

/** The state that a crash during an attempt leaves after its lease expires. */
const leaseOver = (id: number) => pool.query("update webhook_deliveries set next_attempt_at = now() - interval '1 second' where id = $1", [id])

describe('an attempt', () => {
  it('is not made to a private address and not retried, even if the address was accepted when it was set', async () => {
    const { url, received } = await startReceiverForTest(status(200))
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    settings.allowPrivateWebhooks = false
    await deliveryAttempts.attemptById(id)
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'failed', attempts: [{ status: null, error: 'the address is private or local' }] })
    expect(received).toHaveLength(0)
  })

  it('is made once by many simultaneous runs of its job', async () => {
    const { url, received } = await startReceiverForTest((response) => {
      setTimeout(() => response.end(), 200)
    })
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    await Promise.all(Array.from({ length: 10 }, () => deliveryAttempts.attemptById(id)))
    await deliveryAttempts.attemptById(id)
    expect(received).toHaveLength(1)
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'delivered', attemptCount: 1 })
  })

  it('is made once for each of many deliveries that are due together, and each has its own response', async () => {
    const { url, received } = await startReceiverForTest((response, nth) => void response.end(`answer ${nth}`))
    const { actor } = await workspace(url)
    const ids = await Promise.all(Array.from({ length: 60 }, (_, nth) => enqueue(actor, `together-${nth}`)))
    const twice = ids.flatMap((id) => [id, id])
    await inWorkspace(actor.workspaceId, () => Promise.all(twice.map((id) => deliveryAttempts.attempt({ workspaceId: actor.workspaceId, id }))))
    expect(received).toHaveLength(60)
    const found = await Promise.all(ids.map((id) => deliveries.get(actor, id)))
    for (const delivery of found) expect(delivery).toMatchObject({ status: 'delivered', attemptCount: 1, attempts: [{ status: 200, error: null }] })
    expect(new Set(found.map(({ attempts }) => attempts[0]!.response)).size).toBe(60)
  })

  it('is retried after 5 and 30 seconds, plus or minus a fifth, and not earlier', async () => {
    attemptRecords.RETRY_DELAYS_MS.splice(0, 2, ...SLOW)
    const { url, received } = await startReceiverForTest(status(500))
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    for (const [at, delay] of [
      [1, 5_000],
      [2, 30_000],
    ] as const) {
      const before = Date.now()
      await deliveryAttempts.attemptById(id)
      await deliveryAttempts.attemptById(id)
      expect(received).toHaveLength(at)
      const { nextAttemptAt } = await deliveries.get(actor, id)
      expect(nextAttemptAt!.getTime()).toBeGreaterThanOrEqual(before + delay * 0.8)
      expect(nextAttemptAt!.getTime()).toBeLessThanOrEqual(Date.now() + delay * 1.2)
      await leaseOver(id)
    }
  })

  it('that a crash interrupted counts, and the next one follows after its lease expires', async () => {
    const { url, received, close } = await startReceiverForTest((response, nth) => {
      if (nth > 1) response.end()
    })
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    const crashed = deliveryAttempts.attemptById(id)
    await expect.poll(() => received.length).toBe(1)
    await deliveryAttempts.attemptById(id)
    expect(received).toHaveLength(1)
    await leaseOver(id)
    await deliveryAttempts.attemptById(id)
    expect(await deliveries.get(actor, id)).toMatchObject({
      status: 'delivered',
      attemptCount: 2,
      attempts: [
        { number: 1, error: 'no result was recorded' },
        { number: 2, status: 200 },
      ],
    })
    await close()
    await crashed
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'delivered', attemptCount: 2 })
  })

  it('is never made a fourth time, even after a crash in each', async () => {
    const { url, received, close } = await startReceiverForTest(() => {})
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    const crashed: Promise<void>[] = []
    for (let n = 1; n <= 3; n++) {
      crashed.push(deliveryAttempts.attemptById(id))
      await expect.poll(() => received.length).toBe(n)
      await leaseOver(id)
    }
    await deliveryAttempts.attemptById(id)
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'failed', attemptCount: 3, nextAttemptAt: null })
    await close()
    await Promise.all(crashed)
    expect(received).toHaveLength(3)
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'failed', attemptCount: 3 })
  })

  it('that fails after the next one began decides nothing', async () => {
    const { url, received } = await startReceiverForTest((response, nth) => {
      if (nth === 1) setTimeout(() => response.writeHead(404).end(), 600)
      else setTimeout(() => response.end(), 900)
    })
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    const late = deliveryAttempts.attemptById(id)
    await expect.poll(() => received.length).toBe(1)
    await leaseOver(id)
    const second = deliveryAttempts.attemptById(id)
    await late
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'pending', attempts: [{ status: 404 }, { status: null }] })
    await second
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'delivered', attemptCount: 2 })
  })

  it('is sent to the URL it was enqueued with, signed with the current secret', async () => {
    const [before, after] = [await startReceiverForTest(status(200)), await startReceiverForTest(status(200))]
    const { actor } = await workspace(before.url)
    const id = await enqueue(actor)
    const { secret } = await webhooks.update(actor, { url: after.url, rotateSecret: true })
    await deliveryAttempts.attemptById(id)
    expect([before.received.length, after.received.length]).toEqual([1, 0])
    const [{ headers, raw }] = before.received as [ReceivedWebhook]
    expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret!).update(raw).digest('hex')}`)
  })

  it('is not made after the workspace turned forwarding off', async () => {
    const { url, received } = await startReceiverForTest(status(200))
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    await webhooks.update(actor, { url: null })
    await deliveryAttempts.attemptById(id)
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'failed', attemptCount: 0, attempts: [], finishedAt: expect.any(Date) })
    expect(received).toHaveLength(0)
  })

  it('has no signature without a secret', async () => {
    const { url, received } = await startReceiverForTest(status(200))
    const { actor } = await workspace(url)
    await db.webhookEndpoint.updateMany({ where: { workspaceId: actor.workspaceId }, data: { secret: null } })
    await deliveryAttempts.attemptById(await enqueue(actor))
    expect(received).toHaveLength(1)
    expect(received[0]!.headers).not.toHaveProperty('x-service-signature')
  })

  it('is not made if the delivery is deleted or finished', async () => {
    const { url, received } = await startReceiverForTest(status(200))
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    await deliveryAttempts.attemptById(id)
    await deliveryAttempts.attemptById(id)
    await deliveryAttempts.attemptById(2_000_000_000)
    expect(received).toHaveLength(1)
  })
})
