import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { anyWorkspace, db, transaction } from '../../../src/kernel/db/db.ts'
import { MAX_WEBHOOK_ENDPOINTS } from '../../../src/inputs/webhooks.ts'
import * as deliveries from '../../../src/services/webhooks/deliveries.ts'
import * as endpoints from '../../../src/services/webhooks/endpoints.ts'
import { readSigningSecret } from '../../../src/services/webhooks/endpointSecrets.ts'
import * as webhooks from '../../../src/services/webhooks/webhooks.ts'
import { useDatabase } from '../../kit/server/database.ts'

useDatabase()

let actor: Actor
let other: Actor
const newActor = async (): Promise<Actor> => {
  const { id } = await anyWorkspace.workspace.create({ data: { name: 'Test' } })
  return { kind: 'key', workspaceId: id, scopes: new Set() }
}
beforeEach(async () => {
  ;[actor, other] = [await newActor(), await newActor()]
})

const url = (name: string) => `https://example.com/${encodeURIComponent(name)}`
const enqueue = (type: 'call.completed' | 'sms.received' = 'call.completed', eventId = '77') =>
  transaction((tx) => deliveries.enqueue(tx, { workspaceId: actor.workspaceId, type, eventId, data: { call_id: eventId } }))
const sent = async () => {
  const rows = await db.webhookDelivery.findMany({ where: { workspaceId: actor.workspaceId }, orderBy: { id: 'asc' } })
  return rows.map(({ url, eventType }) => `${eventType} ${url.split('/').at(-1)}`).sort()
}
const create = (name: string, input: Partial<Parameters<typeof endpoints.create>[1]> = {}) => endpoints.create(actor, { url: url(name), ...input })

test('an event has one delivery for each endpoint that is on and subscribes to it, with the same bytes', async () => {
  await webhooks.update(actor, { url: url('first') })
  await create('all')
  await create('messages', { events: ['sms.received'] })
  await create('off', { isEnabled: false })
  await Promise.all([enqueue(), enqueue()])
  expect(await sent()).toEqual(['call.completed all', 'call.completed first'])
  await enqueue('sms.received')
  expect(await sent()).toEqual(['call.completed all', 'call.completed first', 'sms.received all', 'sms.received first', 'sms.received messages'])
  const bodies = await db.webhookDelivery.findMany({ where: { workspaceId: actor.workspaceId, eventType: 'call.completed' }, select: { body: true } })
  expect(new Set(bodies.map(({ body }) => body)).size).toBe(1)
})

test('each endpoint has a secret of its own, which is returned once and bound to its row', async () => {
  const { secret: first } = await webhooks.update(actor, { url: url('first') })
  const { id, newSecret } = await create('second')
  expect(newSecret).toMatch(/^whsec_/)
  const { rows } = await endpoints.list(actor)
  const [second, row] = rows
  expect([readSigningSecret(row!), readSigningSecret(second!)]).toEqual([first, newSecret])
  expect(() => readSigningSecret({ ...second!, id: id + 1 })).toThrow('None of the encryption keys can decrypt the secret')
  const rotated = await endpoints.update(actor, id, { rotateSecret: true })
  expect(rotated.newSecret).not.toBe(newSecret)
  expect(readSigningSecret(await endpoints.get(actor, id))).toBe(rotated.newSecret)
  expect((await endpoints.update(actor, id, { description: 'CRM' })).newSecret).toBeUndefined()
  expect((await webhooks.get(actor)).url).toBe(url('first'))
})

test("the first endpoint is the specification's, and without one the next that is created becomes it", async () => {
  const { id, isFirst } = await create('created')
  expect(isFirst).toBe(true)
  expect(await webhooks.get(actor)).toMatchObject({ url: url('created'), secretSet: true })
  expect((await create('second')).isFirst).toBe(false)
  await endpoints.update(actor, id, { isEnabled: false })
  expect(await webhooks.get(actor)).toMatchObject({ url: null })
  await webhooks.update(actor, { url: url('again') })
  expect(await endpoints.get(actor, id)).toMatchObject({ url: url('again'), isEnabled: true })
  await endpoints.remove(actor, id)
  expect(await webhooks.get(actor)).toEqual({ url: null, events: [], secretSet: false, signatureHeader: 'X-Service-Signature' })
  await webhooks.update(actor, { url: url('new') })
  expect((await endpoints.list(actor)).rows.map(({ url }) => url)).toEqual([url('new'), url('second')])
})

test('a workspace has at most 10 endpoints, even if they are created at once', async () => {
  const answers = await Promise.allSettled(Array.from({ length: MAX_WEBHOOK_ENDPOINTS + 3 }, (_, i) => create(String(i))))
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  const first = (await endpoints.list(actor)).rows.find(({ isFirst }) => isFirst)
  await endpoints.remove(actor, first!.id)
  await webhooks.update(actor, { url: url('first') })
  await expect(create('more')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await endpoints.list(actor)).rows).toHaveLength(MAX_WEBHOOK_ENDPOINTS)
})

test('a URL that cannot be called, an unknown event, and turning on without a URL are rejected', async () => {
  const { id } = await create('one')
  for (const input of [{ url: '' }, { url: 'https://localhost/' }, { url: url('x'), events: ['call.exploded'] }])
    await expect(endpoints.create(actor, input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(endpoints.update(actor, id, { url: 'http://10.0.0.1/' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(endpoints.update(actor, id, {})).rejects.toMatchObject({ message: 'No fields to update' })
  await webhooks.update(actor, { url: null })
  await expect(endpoints.update(actor, id, { isEnabled: true })).rejects.toMatchObject({ message: 'Set the URL of the endpoint first.' })
  expect((await endpoints.list(actor)).rows.map(({ url }) => url)).toEqual([null])
})

test("another workspace's endpoint is not found", async () => {
  const { id } = await create('one')
  for (const ask of [
    () => endpoints.get(other, id),
    () => endpoints.update(other, id, { description: 'x' }),
    () => endpoints.remove(other, id),
    () => deliveries.sendTest(other, id),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Webhook endpoint not found' })
  expect((await endpoints.list(other)).rows).toEqual([])
})

test('a test event and a redelivery go to their endpoint, at its current URL', async () => {
  await webhooks.update(actor, { url: url('first') })
  const { id } = await create('second')
  expect(await deliveries.sendTest(actor)).toMatchObject({ url: url('first') })
  const test = await deliveries.sendTest(actor, id)
  expect(test).toMatchObject({ url: url('second'), endpointId: id })
  await endpoints.update(actor, id, { url: url('moved') })
  expect(await deliveries.redeliver(actor, Number(test.id))).toMatchObject({ url: url('moved'), endpointId: id, redeliveryOfId: test.id })
  expect((await deliveries.list(actor, {}, { endpointId: id })).rows).toHaveLength(2)
  await endpoints.update(actor, id, { isEnabled: false })
  await expect(deliveries.sendTest(actor, id)).rejects.toMatchObject({ message: 'Turn the endpoint on first.' })
  await endpoints.remove(actor, id)
  await expect(deliveries.redeliver(actor, Number(test.id))).rejects.toMatchObject({ message: 'Webhook endpoint not found' })
})
