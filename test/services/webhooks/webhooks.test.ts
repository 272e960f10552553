import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { anyWorkspace, db, transaction } from '../../../src/kernel/db/db.ts'
import { WebhookSettingsInput } from '../../../src/inputs/webhooks.ts'
import { toData } from '../../../src/services/webhooks/callCompleted.ts'
import * as deliveries from '../../../src/services/webhooks/deliveries.ts'
import { createSampleCall } from '../../../src/services/webhooks/webhookSample.ts'
import { readSigningSecret } from '../../../src/services/webhooks/endpointSecrets.ts'
import * as webhooks from '../../../src/services/webhooks/webhooks.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { useDatabase } from '../../kit/server/database.ts'

useDatabase()

const URL_GIVEN = 'https://example.com/hook?a=1'
let actor: Actor
let other: Actor
const newActor = async (): Promise<Actor> => {
  const { id } = await anyWorkspace.workspace.create({ data: { name: 'Test' } })
  return { kind: 'key', workspaceId: id, scopes: new Set() }
}
beforeEach(async () => {
  ;[actor, other] = [await newActor(), await newActor()]
})
afterEach(() => {
  settings.allowPrivateWebhooks = false
})

const badInput = (message: string | RegExp) =>
  expect.objectContaining({ code: 'BAD_REQUEST', message: typeof message === 'string' ? message : expect.stringMatching(message) })
const rows = (owner = actor) => db.webhookDelivery.findMany({ where: { workspaceId: owner.workspaceId }, orderBy: { id: 'asc' } })
const event = (owner = actor, eventId = '77') => ({
  workspaceId: owner.workspaceId,
  type: 'call.completed' as const,
  eventId,
  data: { call_id: eventId, note: 'Grüße 👋' },
})
const enqueue = (owner = actor, eventId?: string) => transaction((tx) => deliveries.enqueue(tx, event(owner, eventId)))

describe('settings', () => {
  it('before anything is set nothing is forwarded', async () => {
    expect(await webhooks.get(actor)).toEqual({ url: null, events: [], secretSet: false, signatureHeader: 'X-Service-Signature' })
  })

  it('the first URL creates a secret, which is returned once and stored encrypted', async () => {
    const { secret, ...rest } = await webhooks.update(actor, { url: URL_GIVEN })
    expect(Buffer.from(secret!.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
    expect(rest).toEqual({ url: URL_GIVEN, events: [], secretSet: true, signatureHeader: 'X-Service-Signature' })
    expect(await webhooks.get(actor)).toEqual(rest)
    expect(await webhooks.update(actor, { url: 'https://example.com/2' })).not.toHaveProperty('secret')
    const row = await db.webhookEndpoint.findFirstOrThrow({ where: { workspaceId: actor.workspaceId } })
    expect(Buffer.from(row.secret!).toString('latin1')).not.toContain(secret)
    expect(readSigningSecret(row)).toBe(secret)
    expect(() => readSigningSecret({ ...row, workspaceId: other.workspaceId })).toThrow('None of the encryption keys can decrypt the secret')
  })

  it('a change of events creates no secret, and rotation creates a new one', async () => {
    expect(await webhooks.update(actor, { events: ['sms.received'] })).toMatchObject({ url: null, secretSet: false, events: ['sms.received'] })
    const { secret: first } = await webhooks.update(actor, { url: URL_GIVEN })
    expect(await webhooks.update(actor, { rotateSecret: false })).not.toHaveProperty('secret')
    const { secret: second, url } = await webhooks.update(actor, { rotateSecret: true })
    expect(second).toMatch(/^whsec_/)
    expect(second).not.toBe(first)
    expect(url).toBe(URL_GIVEN)
  })

  it('absent fields stay, null and empty values clear', async () => {
    await webhooks.update(actor, { url: URL_GIVEN, events: ['sms.received', 'sms.received'] })
    expect(await webhooks.update(actor, { events: null })).toMatchObject({ url: URL_GIVEN, events: [] })
    expect(await webhooks.update(actor, { url: '' })).toMatchObject({ url: null, secretSet: true })
    await webhooks.update(actor, { url: URL_GIVEN, events: ['call.completed'] })
    expect(await webhooks.update(actor, { url: null })).toMatchObject({ url: null, events: ['call.completed'] })
  })

  it('concurrent first settings create one secret', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => webhooks.update(actor, { url: `https://example.com/${i}` })))
    const secrets = answers.flatMap(({ secret }) => secret ?? [])
    expect(secrets).toHaveLength(1)
    expect(readSigningSecret(await db.webhookEndpoint.findFirstOrThrow({ where: { workspaceId: actor.workspaceId } }))).toBe(secrets[0])
  })

  it('one workspace does not see or change the settings of another', async () => {
    await webhooks.update(actor, { url: URL_GIVEN })
    expect(await webhooks.get(other)).toMatchObject({ url: null, secretSet: false })
  })

  it('a change without known fields is rejected', async () => {
    await expect(webhooks.update(actor, WebhookSettingsInput.parse({ uri: 'x' }))).rejects.toEqual(badInput('No fields to update'))
  })

  it('an unknown event type is rejected and nothing is stored', async () => {
    await expect(webhooks.update(actor, { url: URL_GIVEN, events: ['call.completed', 'call.exploded'] })).rejects.toEqual(
      badInput('Unknown event type: call.exploded'),
    )
    expect(await webhooks.get(actor)).toMatchObject({ url: null })
  })

  it.each([
    'example.com',
    '/hook',
    'ftp://example.com/',
    'javascript:alert(1)',
    'https:example.com',
    'https:\\\\example.com',
    'https://',
    ' https://example.com',
    'https://exa mple.com/',
    'https://user:pw@example.com/',
    'https://user@example.com/',
  ])('%j is no address, whatever the operator permits', async (url) => {
    for (settings.allowPrivateWebhooks of [false, true]) await expect(webhooks.update(actor, { url })).rejects.toEqual(badInput(/^url must be/))
  })

  it.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost:8443/',
    'https://api.localhost/',
    'https://db.internal/',
    'https://redis/',
    'https://169.254.169.254/latest',
  ])('%s is refused unless the operator permits it', async (url) => {
    await expect(webhooks.update(actor, { url })).rejects.toEqual(badInput(/^url must/))
    settings.allowPrivateWebhooks = true
    expect(await webhooks.update(actor, { url })).toMatchObject({ url })
  })

  it('a URL over 2048 characters fails validation', () => {
    expect(WebhookSettingsInput.safeParse({ url: `https://example.com/${'x'.repeat(2029)}` }).success).toBe(false)
    expect(WebhookSettingsInput.safeParse({ url: `https://example.com/${'x'.repeat(2028)}` }).success).toBe(true)
  })
})

describe('the outbox', () => {
  it('freezes the envelope of the specification', async () => {
    await webhooks.update(actor, { url: URL_GIVEN })
    await enqueue()
    const [row] = await rows()
    expect(row).toMatchObject({ eventType: 'call.completed', eventId: '77', url: URL_GIVEN, status: 'pending', attemptCount: 0, redeliveryOfId: null })
    expect(JSON.parse(row!.body)).toEqual({
      id: '77',
      type: 'call.completed',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      workspace_id: String(actor.workspaceId),
      data: { call_id: '77', note: 'Grüße 👋' },
    })
    expect(row!.nextAttemptAt!.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('an event is enqueued once, even by two transactions at once, and never aborts its transaction', async () => {
    await webhooks.update(actor, { url: URL_GIVEN })
    await Promise.all(
      Array.from({ length: 8 }, () =>
        transaction(async (tx) => {
          await deliveries.enqueue(tx, event())
          await tx.workspace.update({ where: { id: actor.workspaceId }, data: { name: 'still usable' } })
        }),
      ),
    )
    expect(await rows()).toHaveLength(1)
    await enqueue(actor, '78')
    expect(await rows()).toHaveLength(2)
  })

  it('the same ID in another workspace is a different event', async () => {
    for (const tenant of [actor, other]) {
      await webhooks.update(tenant, { url: URL_GIVEN })
      await enqueue(tenant)
    }
    expect([(await rows(actor)).length, (await rows(other)).length]).toEqual([1, 1])
  })

  it('a transaction that fails leaves no delivery', async () => {
    await webhooks.update(actor, { url: URL_GIVEN })
    await expect(
      transaction(async (tx) => {
        await deliveries.enqueue(tx, event())
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await rows()).toEqual([])
  })

  it('nothing is enqueued without a URL or for a type that is not subscribed', async () => {
    await enqueue()
    await webhooks.update(actor, { url: URL_GIVEN, events: ['sms.received'] })
    await enqueue()
    expect(await rows()).toEqual([])
    await webhooks.update(actor, { events: ['sms.received', 'call.completed'] })
    await enqueue()
    expect(await rows()).toHaveLength(1)
    await webhooks.update(actor, { url: null })
    await enqueue(actor, '79')
    expect(await rows()).toHaveLength(1)
  })

  it('pages through deliveries newest first, by status and type, within the workspace', async () => {
    for (const tenant of [actor, other]) await webhooks.update(tenant, { url: URL_GIVEN })
    for (const id of ['1', '2', '3']) await enqueue(actor, id)
    await enqueue(other, '4')
    await db.webhookDelivery.updateMany({ where: { workspaceId: actor.workspaceId, eventId: '2' }, data: { status: 'failed' } })
    const first = await deliveries.list(actor, { first: 2 })
    expect([first.rows.map(({ eventId }) => eventId), first.hasMore]).toEqual([['3', '2'], true])
    const second = await deliveries.list(actor, { first: 2, after: String(first.rows[1]!.id) })
    expect([second.rows.map(({ eventId }) => eventId), second.hasMore]).toEqual([['1'], false])
    expect((await deliveries.list(actor, {}, { status: 'failed' })).rows.map(({ eventId }) => eventId)).toEqual(['2'])
    expect((await deliveries.list(actor, {}, { eventType: 'sms.received' })).rows).toEqual([])
  })

  it('a redelivery sends the same bytes to the current URL', async () => {
    await webhooks.update(actor, { url: URL_GIVEN })
    await enqueue()
    const [original] = await rows()
    await webhooks.update(actor, { url: 'https://example.com/new' })
    for (let i = 0; i < 2; i++) await deliveries.redeliver(actor, Number(original!.id))
    const [, ...again] = await rows()
    expect(again).toHaveLength(2)
    for (const delivery of again)
      expect(delivery).toMatchObject({
        body: original!.body,
        eventId: '77',
        eventType: 'call.completed',
        url: 'https://example.com/new',
        redeliveryOfId: original!.id,
        status: 'pending',
        attemptCount: 0,
      })
  })

  it("another workspace's delivery is not found", async () => {
    for (const tenant of [actor, other]) await webhooks.update(tenant, { url: URL_GIVEN })
    await enqueue()
    const id = Number((await rows())[0]!.id)
    for (const ask of [() => deliveries.get(other, id), () => deliveries.redeliver(other, id), () => deliveries.get(actor, id + 1_000)])
      await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Webhook delivery not found' })
    expect(await deliveries.get(actor, id)).toMatchObject({ id: BigInt(id), attempts: [] })
  })

  it('nothing can be sent manually without a URL', async () => {
    await webhooks.update(actor, { url: URL_GIVEN })
    await enqueue()
    await webhooks.update(actor, { url: '' })
    await expect(deliveries.sendTest(actor)).rejects.toEqual(badInput('Set a webhook URL first.'))
    await expect(deliveries.redeliver(actor, Number((await rows())[0]!.id))).rejects.toEqual(badInput('Set a webhook URL first.'))
  })

  it('a test event is shaped like a call and can be sent repeatedly, for any subscriptions', async () => {
    await webhooks.update(actor, { url: URL_GIVEN, events: ['sms.received'] })
    const [first, second] = [await deliveries.sendTest(actor), await deliveries.sendTest(actor)]
    expect(first.eventId).toMatch(/^test-/)
    expect(first.eventId).not.toBe(second.eventId)
    expect(JSON.parse(first.body)).toMatchObject({ id: first.eventId, type: 'call.completed', data: { call_id: first.eventId, metadata: { test: true } } })
    const real = toData({} as Parameters<typeof toData>[0])
    expect(Object.keys(createSampleCall('1')).sort()).toEqual(Object.keys(real).sort())
  })
})
