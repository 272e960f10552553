import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import * as idempotency from '../../src/services/shared/idempotency.ts'
import type { Client } from '../kit/clients/client.ts'
import { DAY, advanceClock, SECOND } from '../kit/waiting/clock.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { listPlacements, createTenant } from '../services/calls/placementKit.ts'

const testServer = useTestServer({ speed: 200 })
let acme: Awaited<ReturnType<typeof createTenant>>
let key: Client
let campaignId: number
beforeAll(async () => {
  acme = await createTenant(testServer())
  key = acme.key
  campaignId = (await key.post('/campaigns', { name: 'Autumn' })).body.id
})

let areas = 200
/** A number that no other test of this file calls. Its last four digits select the outcome. */
const number = (digits: string) => `+1${(areas += 1)}555${digits}`
let agents = 0
const SAMPLES: Record<string, () => object> = {
  '/agents': () => ({ name: `Agent ${(agents += 1)}` }),
  '/calls': () => ({ to_number: number('0100'), agent_id: acme.agentId }),
  '/campaigns': () => ({ name: `Campaign ${(agents += 1)}` }),
  '/campaigns/{campaign_id}/leads': () => ({ leads: [{ phone_number: number('0100') }] }),
  '/leads:upsert': () => ({ campaign_id: campaignId, items: [{ external_id: number('0100'), phone: number('0100') }] }),
  '/phone-numbers/link': () => ({ phone_number: number('0100'), carrier: 'sip', sip: { termination_uri: 'sip.example.com' } }),
  '/reports': () => ({ type: 'calls', to: `20${(agents += 1) + 10}-01-01` }),
  '/sms': () => ({ to_number: number('0213'), body: 'Hello' }),
}
const post = (path: string, body: object, idempotencyKey: string, client = key) =>
  client.raw(path.replace('{campaign_id}', String(campaignId)), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
  })
const count = async (path: string) => {
  const where = { workspaceId: acme.acme.id }
  if (path === '/campaigns') return anyWorkspace.campaign.count({ where })
  if (path === '/reports') return anyWorkspace.report.count({ where })
  if (path === '/sms') return anyWorkspace.message.count({ where })
  if (path === '/phone-numbers/link') return anyWorkspace.phoneNumber.count({ where })
  if (path.includes('leads')) return anyWorkspace.leadImport.count({ where })
  return path === '/agents' ? anyWorkspace.agent.count({ where }) : anyWorkspace.call.count({ where })
}
/** The created resource, distinguished from similar ones. */
const createdId = (body: { id?: number; import_id?: number }) => body.id ?? body.import_id

const keyed = routeTable.filter((row) => row.idempotent)
test('every route that accepts a key has a sample here', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(keyed.map(({ path }) => path).sort())
})

describe.each(keyed.map(({ path, status }) => [`POST ${path}`, path, status] as const))('%s', (_name, path, status) => {
  test('runs once for a key, and a repetition returns the same status and bytes', async () => {
    const body = SAMPLES[path]!()
    const idempotencyKey = randomUUID()
    const before = await count(path)
    const first = await post(path, body, idempotencyKey)
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([status, null])
    const second = await post(path, body, idempotencyKey)
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([status, 'true'])
    expect(second.body).toEqual(first.body)
    expect(await count(path)).toBe(before + 1)
  })

  test('runs once for 30 simultaneous requests, and all get the same response', async () => {
    const body = SAMPLES[path]!()
    const idempotencyKey = randomUUID()
    const before = await count(path)
    const responses = await Promise.all(Array.from({ length: 30 }, () => post(path, body, idempotencyKey)))
    expect(new Set(responses.map((response) => JSON.stringify([response.status, response.body]))).size).toBe(1)
    expect(responses[0]!.status).toBe(status)
    expect(await count(path)).toBe(before + 1)
  })

  test('refuses the key with another body, compared by bytes', async () => {
    const body = SAMPLES[path]!()
    const idempotencyKey = randomUUID()
    await post(path, body, idempotencyKey)
    const before = await count(path)
    for (const other of [
      { ...body, name: 'Other', metadata: { other: true } },
      Object.fromEntries(
        Object.entries(body)
          .reverse()
          .concat([['extra', 1]]),
      ),
    ]) {
      const refused = await post(path, other, idempotencyKey)
      expect([refused.status, refused.body]).toEqual([409, { detail: 'Idempotency-Key was already used with a different request body' }])
    }
    expect(await count(path)).toBe(before)
  })

  test('runs again for another API key of the workspace, and after a day', async () => {
    const body = SAMPLES[path]!()
    const idempotencyKey = randomUUID()
    const before = await count(path)
    const first = await post(path, body, idempotencyKey)
    // A number can be connected once. A second run is refused, which shows that it ran.
    const [newStatus, more] = path === '/phone-numbers/link' ? [409, 0] : [status, 1]
    const colleague = await post(path, body, idempotencyKey, await acme.acme.key())
    expect([colleague.status, colleague.headers.get('idempotent-replayed')]).toEqual([newStatus, null])
    expect(createdId(colleague.body)).not.toBe(createdId(first.body))
    advanceClock(DAY - 5 * SECOND)
    expect(createdId((await post(path, body, idempotencyKey)).body)).toBe(createdId(first.body))
    advanceClock(10 * SECOND)
    const later = await post(path, body, idempotencyKey)
    expect([later.status, later.headers.get('idempotent-replayed')]).toEqual([newStatus, null])
    expect(await count(path)).toBe(before + 1 + 2 * more)
  })

  test('returns the result from the stored effect if the server died before it could respond', async () => {
    const body = SAMPLES[path]!()
    const idempotencyKey = randomUUID()
    const first = await post(path, body, idempotencyKey)
    const before = await count(path)
    await anyWorkspace.idempotencyKey.updateMany({ where: { key: idempotencyKey }, data: { status: null, body: null } })
    const repetitions = await Promise.all(Array.from({ length: 5 }, () => post(path, body, idempotencyKey)))
    expect(repetitions.map((response) => [response.status, createdId(response.body)])).toEqual(repetitions.map(() => [status, createdId(first.body)]))
    expect(new Set(repetitions.map((response) => JSON.stringify(response.body))).size).toBe(1)
    expect(await count(path)).toBe(before)
  })
})

test('a refusal by the action is stored like any response, and a successful call is returned even if it would be refused now', async () => {
  const to = number('0100')
  await key.post('/dnc', { phone_number: to })
  const body = { to_number: to, agent_id: acme.agentId }
  const refused = await post('/calls', body, 'refused-1')
  expect(refused.status).toBe(403)
  await key.delete(`/dnc/${to}`)
  const repetition = await post('/calls', body, 'refused-1')
  expect([repetition.status, repetition.body, repetition.headers.get('idempotent-replayed')]).toEqual([403, refused.body, 'true'])

  const placed = await post('/calls', body, 'placed-1')
  expect(placed.status).toBe(202)
  await key.post('/dnc', { phone_number: to })
  const after = await post('/calls', body, 'placed-1')
  expect([after.status, after.body]).toEqual([202, placed.body])
  expect((await listPlacements(testServer(), 'retell', to)).length).toBe(1)
})

test('a request that failed because of the server or the provider is not stored, and the next one with its key runs again', async () => {
  const to = number('0101')
  const body = { to_number: to, agent_id: acme.agentId }
  expect((await post('/calls', body, 'fails-1')).status).toBe(502)
  expect(await anyWorkspace.idempotencyKey.count({ where: { key: 'fails-1' } })).toBe(0)
  expect((await post('/calls', body, 'fails-1')).status).toBe(502)
  expect((await listPlacements(testServer(), 'retell', to)).length).toBe(2)
})

test('a call that was never placed because its process died returns 502 and frees its key for a new call', async () => {
  const to = number('0100')
  const body = { to_number: to, agent_id: acme.agentId }
  const first = await post('/calls', body, 'died-1')
  await anyWorkspace.idempotencyKey.updateMany({ where: { key: 'died-1' }, data: { status: null, body: null } })
  await anyWorkspace.call.update({ where: { id: first.body.id }, data: { placement: 'refused' } })
  expect((await post('/calls', body, 'died-1')).status).toBe(502)
  const second = await post('/calls', body, 'died-1')
  expect(second.status).toBe(202)
  expect(second.body.id).not.toBe(first.body.id)
})

test('a refusal before the action is not stored: validation, scope, an unknown key', async () => {
  expect((await post('/agents', { name: 7 }, 'early-1')).status).toBe(422)
  const reader = await acme.acme.key('agents:read')
  expect((await post('/agents', { name: 'Ada' }, 'early-1', reader)).status).toBe(403)
  expect(await anyWorkspace.idempotencyKey.count({ where: { key: 'early-1' } })).toBe(0)
  expect((await post('/agents', { name: 'Ada' }, 'early-1')).status).toBe(201)
})

test.each([
  ['an empty key', ['']],
  ['256 characters', ['k'.repeat(256)]],
  ['characters beyond ASCII', ['clé']],
  ['two keys', ['one', 'two']],
  ['the same key twice', ['one', 'one']],
])('%s returns 422 for the header, and nothing is created', async (_name, keys) => {
  const before = await count('/agents')
  const response = await new Promise<{ status: number; body: { detail: { loc: string[] }[] } }>((resolve, reject) => {
    const ask = request(
      `${testServer().url}/api/v1/agents`,
      { method: 'POST', headers: { 'X-API-Key': key.apiKey, 'Content-Type': 'application/json' } },
      (res) => {
        let text = ''
        res.setEncoding('utf8').on('data', (part: string) => (text += part))
        res.on('end', () => resolve({ status: res.statusCode!, body: JSON.parse(text) }))
      },
    )
    ask.on('error', reject).setHeader('Idempotency-Key', keys.length === 1 ? Buffer.from(keys[0]!).toString('latin1') : keys)
    ask.end('{"name":"Ada"}')
  })
  expect([response.status, response.body.detail[0]?.loc]).toEqual([422, ['header', 'Idempotency-Key']])
  expect(await count('/agents')).toBe(before)
})

test('only keys older than a day are deleted', async () => {
  await post('/agents', { name: 'Old' }, 'old-1')
  advanceClock(DAY + SECOND)
  await post('/agents', { name: 'Young' }, 'young-1')
  await idempotency.deleteExpired()
  expect(await anyWorkspace.idempotencyKey.count({ where: { key: 'old-1' } })).toBe(0)
  expect(await anyWorkspace.idempotencyKey.count({ where: { key: 'young-1' } })).toBe(1)
})
