import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { newApiKey } from '../../src/kernel/crypto/ids.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import { db } from '../../src/kernel/db/db.ts'
import type { Client } from '../kit/clients/client.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { errorsIn } from './responses.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let key: Client
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
})

const getWithKey = (apiKey: string, path = '/me') => key.raw(path, { headers: { 'X-API-Key': apiKey } })
const posted = (body: RequestInit['body'], headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
  key.raw('/agents', { method: 'POST', body, headers })
const wire = (lines: string[]) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(testServer().url)
    const socket = connect(Number(port), hostname, () => socket.end(`${lines.join('\r\n')}\r\n\r\n`))
    let received = ''
    socket
      .on('data', (chunk) => {
        received += chunk
      })
      .on('end', () => resolve(received))
      .on('error', reject)
  })

describe('authentication', () => {
  const issue = (changes: { expiresAt?: Date } = {}) => apiKeys.issue({ workspaceId: acme.id, name: 'k', scopes: ['me:read'], ...changes })

  test('a missing key and an unknown key are both invalid', async () => {
    const bare = await fetch(`${testServer().url}/api/v1/me`)
    expect([bare.status, await bare.json()]).toEqual([401, { detail: 'Invalid API key' }])
    expect(await getWithKey(newApiKey())).toMatchObject({ status: 401, body: { detail: 'Invalid API key' } })
  })

  test.each(['nonsense', `ago_${'x'.repeat(31)}`, `xx_${'x'.repeat(31)}`, 'ago_'])('%s is not in the format of a key', async (text) => {
    expect(await getWithKey(text)).toMatchObject({ status: 401, body: { detail: 'Invalid API key format' } })
  })

  test('a revoked key returns that it is revoked', async () => {
    const { key: text, row } = await issue()
    await apiKeys.revokeById(acme.id, row.id)
    expect(await getWithKey(text)).toMatchObject({ status: 401, body: { detail: 'API key revoked' } })
  })

  test('an expired key returns that it is expired', async () => {
    const { key: text, row } = await issue()
    await db.apiKey.update({ where: { workspaceId_id: { workspaceId: acme.id, id: row.id } }, data: { expiresAt: new Date(0) } })
    expect(await getWithKey(text)).toMatchObject({ status: 401, body: { detail: 'API key expired' } })
  })

  test('a key may be sent as a bearer token, and X-API-Key wins if both are sent', async () => {
    const bearer = (headers: Record<string, string>) => fetch(`${testServer().url}/api/v1/me`, { headers }).then(({ status }) => status)
    expect(await bearer({ Authorization: `Bearer ${key.apiKey}` })).toBe(200)
    expect(await bearer({ Authorization: `Basic ${key.apiKey}` })).toBe(401)
    expect(await bearer({ Authorization: `Bearer ${key.apiKey}`, 'X-API-Key': 'nonsense' })).toBe(401)
  })

  test('two keys in one request are refused', async () => {
    const response = await wire(['GET /api/v1/me HTTP/1.1', 'Host: x', 'Connection: close', `X-API-Key: ${key.apiKey}`, `X-API-Key: ${key.apiKey}`])
    expect(response).toMatch(/^HTTP\/1\.1 401 [^]*"Invalid API key format"/)
  })
})

describe('paths and methods', () => {
  test.each(['/', '/nothing', '/agents/1/nothing', '/Agents', '/agents/%zz', '/agents/%ff'])('%s is not found, with or without a key', async (path) => {
    expect(await getWithKey('nonsense', path)).toMatchObject({ status: 404, body: { detail: 'Not Found' } })
  })

  test('another method on a known path returns 405 with the allowed ones, before the key is checked', async () => {
    const response = await key.raw('/agents', { method: 'PUT', headers: { 'X-API-Key': 'nonsense' } })
    expect(response).toMatchObject({ status: 405, body: { detail: 'Method Not Allowed' } })
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST')
    expect((await key.delete('/dnc/check')).headers.get('allow')).toBe('GET, HEAD')
  })

  test('HEAD returns the same as GET without the body', async () => {
    const [got, head] = await Promise.all([key.get('/me'), key.raw('/me', { method: 'HEAD' })])
    expect([head.status, head.body, head.headers.get('content-length')]).toEqual([200, '', got.headers.get('content-length')])
  })

  test('the OpenAPI document needs no key', async () => {
    const response = await getWithKey('nonsense', '/openapi.json')
    expect([response.status, response.body.openapi]).toEqual([200, '3.1.0'])
  })
})

describe('request IDs', () => {
  test("every response has one, the client's own if it is safe", async () => {
    const idFor = async (given: string | null, path = '/me') =>
      (await key.raw(path, { headers: given === null ? {} : { 'X-Request-Id': given } })).headers.get('x-request-id')
    expect(await idFor('mine-1._x')).toBe('mine-1._x')
    expect(await idFor('mine', '/nothing')).toBe('mine')
    for (const requestId of [null, 'a b', 'x'.repeat(129), 'a"b']) expect(await idFor(requestId)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })
})

describe('bodies that are not read', () => {
  test('a body over 256 KiB returns 413, with or without an announced length', async () => {
    const large = JSON.stringify({ name: 'x', filler: 'x'.repeat(262_144) })
    expect(await posted(large)).toMatchObject({ status: 413, body: { detail: expect.any(String) } })
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(large))
        controller.close()
      },
    })
    const init = { method: 'POST', body: stream, duplex: 'half', headers: { 'X-API-Key': key.apiKey, 'Content-Type': 'application/json' } }
    expect((await fetch(`${testServer().url}/api/v1/agents`, init as RequestInit)).status).toBe(413)
  })

  test('a client that sends many megabytes still receives its 413', async () => {
    expect((await posted('x'.repeat(20_000_000))).status).toBe(413)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'application/json; charset=latin1', ''])(
    'Content-Type %o returns 415',
    async (type) => {
      expect(await posted(new Blob(['{"name":"x"}']), { 'Content-Type': type })).toMatchObject({
        status: 415,
        body: { detail: 'Content-Type must be application/json.' },
      })
    },
  )

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json;',
    'application/json; charset=utf8; v=1',
  ])('Content-Type %o is accepted', async (type) => {
    expect((await posted('{"name":"x"}', { 'Content-Type': type })).status).toBe(201)
  })

  test('a compressed body returns 415', async () => {
    expect((await posted('{"name":"x"}', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })).status).toBe(415)
  })

  test('an empty body is an empty object', async () => {
    expect(errorsIn(await posted(undefined, {}))).toEqual([{ loc: ['body', 'name'], msg: 'field required', type: 'value_error.missing' }])
  })

  test("an aborted upload doesn't affect the server", async () => {
    const { hostname, port } = new URL(testServer().url)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /api/v1/agents HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name":`,
        )
        setTimeout(() => socket.destroy(), 50)
      }).on('close', () => resolve())
    })
    expect((await key.get('/me')).status).toBe(200)
  })
})

describe('hostile input never causes a 500, and changes nothing', () => {
  const count = async () => (await key.get('/agents?limit=100')).body.items.length
  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['NUL', '{"name":"a\\u0000b"}'],
    ['half a surrogate pair', '{"name":"a\\ud800"}'],
    ['a deep body', `{"name":"x","general_tools":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['1e400', '{"name":"x","general_tools":[{"a":1e400}]}'],
    ['2^53', '{"name":"x","general_tools":[{"a":9007199254740992}]}'],
    ['__proto__', '{"name":"x","__proto__":{"is_active":false}}'],
    ['invalid UTF-8', new Uint8Array([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')])],
    ['a list', '[]'],
    ['broken JSON', '{"name":"x"'],
  ])('%s returns 422', async (_name, body) => {
    const before = await count()
    for (const item of errorsIn(await posted(body)))
      expect(item).toEqual({ loc: expect.arrayContaining(['body']), msg: expect.any(String), type: expect.stringMatching(/^(value|type)_error/) })
    expect(await count()).toBe(before)
  })

  test.each([
    '/calls?status=%00',
    '/dnc/%00',
    '/dnc/check?phone_number=%00',
    '/agents?cursor=%00',
    '/agents?limit=%00',
    '/calls?campaign_id=%00',
    '/agents/%00',
    '/agents?__proto__=1&constructor=2',
  ])("%s doesn't return 500", async (path) => {
    expect((await key.get(path)).status).toBeLessThan(500)
    expect((await key.delete(path)).status).toBeLessThan(500)
  })

  test('accepted text comes back byte for byte', async () => {
    const name = '\u202e𝕏 é e\u0301 \ufeff‹script›\'"; drop table agents;-- \\u0000 {{7*7}} %s'
    const { body } = await key.post('/agents', { name, system_prompt: `${name}\r\n\t\u0001` })
    expect((await key.get(`/agents/${body.id}`)).body).toMatchObject({ name, system_prompt: `${name}\r\n\t\u0001` })
  })
})

test('a request without the scope is refused before its body and IDs are read', async () => {
  const reader = await acme.key('me:read')
  const refused = { status: 403, body: { detail: 'Missing scope: agents:write' } }
  expect(await reader.raw('/agents', { method: 'POST', body: 'x'.repeat(300_000), headers: { 'Content-Type': 'text/plain' } })).toMatchObject(refused)
  expect(await reader.patch('/agents/nonsense', {})).toMatchObject(refused)
})

test('a revoked key is refused on the next request', async () => {
  const { key: text, row } = await apiKeys.issue({ workspaceId: acme.id, name: 'k', scopes: ['me:read'] })
  expect((await getWithKey(text)).status).toBe(200)
  await apiKeys.revokeById(acme.id, row.id)
  await waitFor('the key is refused', async () => (await getWithKey(text)).status === 401)
})
