import { beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { expectResponse, errorsIn } from './responses.ts'

const testServer = useTestServer()
let key: Client
beforeEach(async () => {
  key = await (await testServer().workspace()).key()
})

const EMPTY = { url: null, events: [], secret_set: false, signature_header: 'X-Service-Signature' }
const url = 'https://example.com/hook'

test('a workspace without settings forwards no events', async () => {
  const response = await key.get('/webhooks')
  expectResponse('get_webhooks', 200, response)
  expect(response.body).toEqual(EMPTY)
})

describe('the signing secret', () => {
  test("is returned once, with the first URL, and can't be read again", async () => {
    const first = await key.put('/webhooks', { url, events: ['call.completed'] })
    expectResponse('update_webhooks', 200, first)
    expect(first.body).toEqual({
      url,
      events: ['call.completed'],
      secret_set: true,
      signature_header: 'X-Service-Signature',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    const second = await key.put('/webhooks', { url: `${url}/2` })
    expectResponse('update_webhooks', 200, second)
    expect(second.body).not.toHaveProperty('secret')
    expect((await key.get('/webhooks')).body).toEqual({
      url: `${url}/2`,
      events: ['call.completed'],
      secret_set: true,
      signature_header: 'X-Service-Signature',
    })
  })

  test('is replaced on rotation', async () => {
    const {
      body: { secret },
    } = await key.put('/webhooks', { url })
    const { body } = await key.put('/webhooks', { rotate_secret: true })
    expect(body.secret).toMatch(/^whsec_/)
    expect(body.secret).not.toBe(secret)
    expect(body.url).toBe(url)
  })
})

test.each(['', null])('a URL of %j turns forwarding off and keeps the other settings', async (off) => {
  await key.put('/webhooks', { url, events: ['sms.received'] })
  expect((await key.put('/webhooks', { url: off })).body).toEqual({
    url: null,
    events: ['sms.received'],
    secret_set: true,
    signature_header: 'X-Service-Signature',
  })
})

describe('a refused request changes nothing', () => {
  test.each<[object, number]>([
    [{}, 400],
    [{ url: 'nonsense' }, 400],
    [{ url: 'ftp://example.com/x' }, 400],
    [{ url: 'https://user:pw@example.com/x' }, 400],
    [{ url, events: ['call.started'] }, 400],
    [{ url: 5 }, 422],
    [{ url, events: 'call.completed' }, 422],
    [{ url, rotate_secret: 'yes' }, 422],
  ])('%j', async (body, status) => {
    expect((await key.put('/webhooks', body)).status).toBe(status)
    expect((await key.get('/webhooks')).body).toEqual(EMPTY)
  })

  test('with the documented message', async () => {
    expect(errorsIn(await key.put('/webhooks', { events: [5] }))).toEqual([{ loc: ['body', 'events', 0], msg: 'str type expected', type: 'type_error.string' }])
  })
})

test('settings belong to one workspace', async () => {
  await key.put('/webhooks', { url })
  expect((await (await (await testServer().workspace()).key()).get('/webhooks')).body).toEqual(EMPTY)
})

test('further endpoints are created, changed, listed and deleted beside the first one, which keeps its shape', async () => {
  await key.put('/webhooks', { url })
  const created = await key.post('/webhook-endpoints', { url: `${url}/2`, description: 'CRM', events: ['sms.received'] })
  expectResponse('create_webhook_endpoint', 201, created)
  const { secret, ...endpoint } = created.body
  expect(secret).toMatch(/^whsec_/)
  expect(endpoint).toMatchObject({ url: `${url}/2`, is_first: false, description: 'CRM', events: ['sms.received'], is_enabled: true, secret_set: true })
  const changed = await key.patch(`/webhook-endpoints/${endpoint.id}`, { is_enabled: false })
  expectResponse('update_webhook_endpoint', 200, changed)
  expect(changed.body).toEqual({ ...endpoint, is_enabled: false })
  const list = await key.get('/webhook-endpoints')
  expectResponse('list_webhook_endpoints', 200, list)
  expect(list.body.items).toMatchObject([{ url: `${url}/2` }, { url, is_first: true }])
  expect((await key.delete(`/webhook-endpoints/${endpoint.id}`)).status).toBe(204)
  expect((await key.get('/webhook-endpoints')).body.items).toHaveLength(1)
  expect((await key.get('/webhooks')).body).toEqual({ ...EMPTY, url, secret_set: true })
})
