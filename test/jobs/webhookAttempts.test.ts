import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { db, pool } from '../../src/kernel/db/db.ts'
import * as deliveries from '../../src/services/webhooks/deliveries.ts'
import * as webhooks from '../../src/services/webhooks/webhooks.ts'
import { settings } from '../../src/kernel/config/settings.ts'
import { useDatabase } from '../kit/database.ts'
import { type Received, receiverForTest } from '../kit/receiver.ts'
import { enqueue, SLOW, status, useQuickRetries, workspace } from './webhookKit.ts'

useDatabase()
useQuickRetries()

/** What a crash in mid-attempt leaves behind once its lease is over. */
const leaseOver = (id: number) => pool.query("update webhook_deliveries set next_attempt_at = now() - interval '1 second' where id = $1", [id])
const jobsOf = async (id: number) => (await pool.query<{ run_at: Date }>('select run_at from graphile_worker.jobs where key = $1', [`webhook:${id}`])).rows

describe('one attempt', () => {
  it('a private address is never asked and not retried, even if it was accepted when it was set', async () => {
    const { url, received } = await receiverForTest(status(200))
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    settings.allowPrivateWebhooks = false
    await deliveries.attempt(id)
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'failed', attempts: [{ status: null, error: 'the address is private or local' }] })
    expect(received).toHaveLength(0)
  })

  it('many runs of the same job at once send once', async () => {
    const { url, received } = await receiverForTest((response) => {
      setTimeout(() => response.end(), 200)
    })
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    await Promise.all(Array.from({ length: 10 }, () => deliveries.attempt(id)))
    await deliveries.attempt(id)
    expect(received).toHaveLength(1)
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'delivered', attemptCount: 1 })
  })

  it('retries come after 5 and 30 seconds, give or take a fifth, and not before', async () => {
    deliveries.RETRY_DELAYS_MS.splice(0, 2, ...SLOW)
    const { url, received } = await receiverForTest(status(500))
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    for (const [at, delay] of [
      [1, 5_000],
      [2, 30_000],
    ] as const) {
      const before = Date.now()
      await deliveries.attempt(id)
      await deliveries.attempt(id)
      expect(received).toHaveLength(at)
      const { nextAttemptAt } = await deliveries.get(actor, id)
      expect(nextAttemptAt!.getTime()).toBeGreaterThanOrEqual(before + delay * 0.8)
      expect(nextAttemptAt!.getTime()).toBeLessThanOrEqual(Date.now() + delay * 1.2)
      expect(await jobsOf(id)).toEqual([{ run_at: nextAttemptAt }])
      await leaseOver(id)
    }
  })

  it('an attempt cut short by a crash counts, and is followed by another when its lease is over', async () => {
    const { url, received, close } = await receiverForTest((response, nth) => {
      if (nth > 1) response.end()
    })
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    const crashed = deliveries.attempt(id)
    await expect.poll(() => received.length).toBe(1)
    await deliveries.attempt(id)
    expect(received).toHaveLength(1)
    expect(await jobsOf(id)).toEqual([{ run_at: (await deliveries.get(actor, id)).nextAttemptAt }])
    await leaseOver(id)
    await deliveries.attempt(id)
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

  it('a crash at every attempt still never makes a fourth', async () => {
    const { url, received, close } = await receiverForTest(() => {})
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    const crashed: Promise<void>[] = []
    for (let n = 1; n <= 3; n++) {
      crashed.push(deliveries.attempt(id))
      await expect.poll(() => received.length).toBe(n)
      await leaseOver(id)
    }
    await deliveries.attempt(id)
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'failed', attemptCount: 3, nextAttemptAt: null })
    await close()
    await Promise.all(crashed)
    expect(received).toHaveLength(3)
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'failed', attemptCount: 3 })
  })

  it('a failure told after the next attempt began decides nothing', async () => {
    const { url, received } = await receiverForTest((response, nth) => {
      if (nth === 1) setTimeout(() => response.writeHead(404).end(), 600)
      else setTimeout(() => response.end(), 900)
    })
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    const late = deliveries.attempt(id)
    await expect.poll(() => received.length).toBe(1)
    await leaseOver(id)
    const second = deliveries.attempt(id)
    await late
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'pending', attempts: [{ status: 404 }, { status: null }] })
    await second
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'delivered', attemptCount: 2 })
  })

  it('a delivery goes to the address it was enqueued with, signed with the secret of the hour', async () => {
    const [before, after] = [await receiverForTest(status(200)), await receiverForTest(status(200))]
    const { actor } = await workspace(before.url)
    const id = await enqueue(actor)
    const { secret } = await webhooks.update(actor, { url: after.url, rotateSecret: true })
    await deliveries.attempt(id)
    expect([before.received.length, after.received.length]).toEqual([1, 0])
    const [{ headers, raw }] = before.received as [Received]
    expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret!).update(raw).digest('hex')}`)
  })

  it('a workspace that has switched forwarding off gets nothing that was still waiting', async () => {
    const { url, received } = await receiverForTest(status(200))
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    await webhooks.update(actor, { url: null })
    await deliveries.attempt(id)
    expect(await deliveries.get(actor, id)).toMatchObject({ status: 'failed', attemptCount: 0, attempts: [], finishedAt: expect.any(Date) })
    expect(received).toHaveLength(0)
  })

  it('without a secret there is no signature', async () => {
    const { url, received } = await receiverForTest(status(200))
    const { actor } = await workspace(url)
    await db.webhookSettings.update({ where: { workspaceId: actor.workspaceId }, data: { secret: null } })
    await deliveries.attempt(await enqueue(actor))
    expect(received).toHaveLength(1)
    expect(received[0]!.headers).not.toHaveProperty('x-service-signature')
  })

  it('a job whose delivery is gone or finished does nothing', async () => {
    const { url, received } = await receiverForTest(status(200))
    const { actor } = await workspace(url)
    const id = await enqueue(actor)
    await deliveries.attempt(id)
    await deliveries.attempt(id)
    await deliveries.attempt(2_000_000_000)
    expect(received).toHaveLength(1)
  })
})
