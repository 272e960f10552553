import { createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { anyWorkspace, db } from '../../../src/kernel/db/db.ts'
import { nowMs } from '../../../src/kernel/lib/clock.ts'
import { signedHeaders } from '../../../src/services/shared/signatures.ts'
import { check } from '../../../src/services/webhooks/signatureCheck.ts'
import * as webhooks from '../../../src/services/webhooks/webhooks.ts'
import { useDatabase } from '../../kit/server/database.ts'

useDatabase()

const BODY = '{"id":"7","type":"call.completed","data":{"note":"Grüße"}}'
let actor: Actor
let secret: string
beforeEach(async () => {
  const { id } = await anyWorkspace.workspace.create({ data: { name: 'Test' } })
  actor = { kind: 'key', workspaceId: id, scopes: new Set() }
  secret = (await webhooks.update(actor, { url: 'https://example.com/hook' })).secret!
})

const headersOf = (changes: Record<string, string | undefined> = {}, signedWith = secret) =>
  Object.entries({ ...signedHeaders('call.completed', BODY, signedWith), ...changes })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .join('\n')
const verdictOf = async (headers: string, body = BODY, given?: string) => (await check(actor, { headers, body, secret: given })).verdict
const minutesAgo = (minutes: number) => String(Math.floor(nowMs() / 1000) - minutes * 60)

test("a request is valid with the workspace's secret and with the same one given", async () => {
  expect(await check(actor, { headers: headersOf(), body: BODY })).toEqual({ verdict: 'valid', ageSeconds: expect.any(Number) })
  expect(await verdictOf(headersOf(), BODY, ` ${secret} `)).toBe('valid')
})

test('a request that is missing something, or is older than five minutes, is not valid, and the reason says so', async () => {
  expect(await verdictOf(headersOf({ 'X-Service-Signature': undefined }))).toBe('signature_missing')
  expect(await verdictOf(headersOf({ 'X-Service-Signature': createHmac('sha256', secret).update(BODY).digest('hex') }))).toBe('signature_malformed')
  expect(await verdictOf(headersOf({ 'X-Service-Timestamp': undefined }))).toBe('timestamp_missing')
  expect(await verdictOf(headersOf({ 'X-Service-Timestamp': minutesAgo(4) }))).toBe('valid')
  expect(await verdictOf(headersOf({ 'X-Service-Timestamp': minutesAgo(6) }))).toBe('timestamp_too_old')
})

test('a body that was formatted or got a line break is told from a wrong secret', async () => {
  expect(await verdictOf(headersOf(), `${BODY}\n`)).toBe('body_changed')
  expect(await verdictOf(headersOf(), JSON.stringify(JSON.parse(BODY), null, 2))).toBe('body_changed')
  expect(await verdictOf(headersOf(), BODY, 'whsec_other')).toBe('secret_wrong')
  expect(await verdictOf(headersOf({}, 'whsec_earlier'))).toBe('no_match')
})

test("the delivery's ID tells a changed body from an earlier secret, and another workspace's delivery tells nothing", async () => {
  const { id } = await db.webhookDelivery.create({
    data: { workspaceId: actor.workspaceId, eventType: 'call.completed', eventId: '7', dedupeKey: 'x', url: 'https://example.com', body: BODY },
  })
  const delivery = { 'X-Service-Delivery': String(id) }
  expect(await verdictOf(headersOf(delivery), '{"id":"8"}')).toBe('body_changed')
  expect(await verdictOf(headersOf(delivery, 'whsec_earlier'))).toBe('secret_wrong')
  const { id: otherId } = await anyWorkspace.workspace.create({ data: { name: 'Other' } })
  const other: Actor = { ...actor, workspaceId: otherId }
  await webhooks.update(other, { url: 'https://example.com/hook' })
  expect((await check(other, { headers: headersOf(delivery), body: '{"id":"8"}', secret })).verdict).toBe('no_match')
})

test('a workspace without a secret can only check with a given one', async () => {
  const { id } = await anyWorkspace.workspace.create({ data: { name: 'New' } })
  const fresh: Actor = { ...actor, workspaceId: id }
  expect((await check(fresh, { headers: headersOf(), body: BODY })).verdict).toBe('secret_missing')
  expect((await check(fresh, { headers: headersOf(), body: BODY, secret })).verdict).toBe('valid')
})
