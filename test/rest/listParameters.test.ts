import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { errorsIn } from './responses.ts'

const testServer = useTestServer()
let key: Client
let campaignId: number
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
  campaignId = (await key.post('/campaigns', { name: 'Autumn' })).body.id
})

test('a list filtered by an unknown status returns 422, and by a known one succeeds', async () => {
  for (const path of ['/campaigns', '/calls', `/campaigns/${campaignId}/leads`]) {
    expect(errorsIn(await key.get(`${path}?status=sleeping`))).toMatchObject([{ loc: ['query', 'status'], type: 'type_error.enum' }])
    expect((await key.get(`${path}?status=completed`)).status).toBe(200)
  }
  expect((await key.get('/campaigns?status=active')).status).toBe(200)
  await expect(key.gql('{ calls(status: sleeping) { nodes { id } } }')).rejects.toMatchObject({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })
})

test.each([
  ['/calls?limit=5&limit=6', 'limit', 'type_error.integer'],
  ['/calls?campaign_id=5&campaign_id=6', 'campaign_id', 'type_error.integer'],
  ['/agents?is_active=true&is_active=true', 'is_active', 'type_error.bool'],
  ['/calls?status=busy&status=busy', 'status', 'type_error.enum'],
  ['/calls?cursor=5&cursor=6', 'cursor', 'type_error.string'],
])('%s: a repeated parameter is of the wrong type', async (path, name, type) => {
  expect(errorsIn(await key.get(path))).toMatchObject([{ loc: ['query', name], type }])
})

test('an encoded colon in a path is a colon', async () => {
  const body = JSON.stringify({ campaign_id: campaignId, items: [{ external_id: 'a', phone: '+12125550142' }] })
  const headers = { 'X-API-Key': key.apiKey, 'Content-Type': 'application/json' }
  for (const path of ['/leads%3Aupsert', '/leads%3aupsert', '/leads:upsert'])
    expect((await fetch(`${testServer().url}/api/v1${path}`, { method: 'POST', headers, body })).status, path).toBe(200)
})
