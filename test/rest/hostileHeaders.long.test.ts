import { describe, expect, test } from 'vitest'
import { useRequestFixture } from '../kit/fixtures/requestFixture.ts'
import { HEADER_VALUES } from '../kit/fixtures/hostileInput.ts'
import { exchangeBytes, sendRawRequest } from '../kit/clients/rawRequests.ts'
import { useTestServer } from '../kit/server/testServer.ts'

// No jobs run here, because they would slow the requests.
const testServer = useTestServer({ env: { ROLE: 'api' } })
const fixture = useRequestFixture(testServer)

const create = (headers: Record<string, string | string[]>) =>
  sendRawRequest(testServer().url, {
    method: 'POST',
    path: '/agents',
    headers: { 'X-API-Key': fixture().key.apiKey, 'Content-Type': 'application/json', ...headers },
    body: '{"name":"x"}',
  })

test.each(
  'X-Request-Id Authorization Accept Accept-Encoding Accept-Language Range If-None-Match If-Modified-Since X-Forwarded-For Forwarded Origin Cookie X-HTTP-Method-Override'.split(
    ' ',
  ),
)('the header %s accepts any value', async (name) => {
  for (const value of HEADER_VALUES) {
    const response = await create({ [name]: value })
    expect([value, response.status]).toEqual([value, 201])
    expect(response.headers.get('x-request-id')).toMatch(/^[\w.-]{1,128}$/)
    expect(response.headers.get('x-injected')).toBeNull()
  }
})

test('an Idempotency-Key has 1 to 255 printable ASCII characters and appears once, or is refused', async () => {
  for (const value of HEADER_VALUES) {
    const isKey = /^[\x20-\x7e]{1,255}$/.test(value.trim())
    expect([value, (await create({ 'Idempotency-Key': value })).status]).toEqual([value, isKey ? 201 : 422])
  }
  for (const pair of [
    ['one', 'one'],
    ['one', ''],
  ])
    expect(await create({ 'Idempotency-Key': pair })).toMatchObject({ status: 422, body: { detail: [{ loc: ['header', 'Idempotency-Key'] }] } })
})

test('two request IDs are both ignored', async () => {
  expect((await create({ 'X-Request-Id': ['one', 'two'] })).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

describe('bytes that are not HTTP return an error in JSON', () => {
  const head = 'GET /api/v1/me HTTP/1.1\r\nHost: x\r\n'
  test.each([
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400],
    ['an unknown method', 'FETCH /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a space in the path', 'GET /api/v1/a b HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a path that is not ASCII', 'GET /api/v1/agents/é HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a header without a name', `${head}: x\r\n\r\n`, 400],
    ['a header folded over lines', `${head}X-A: b\r\n c\r\n\r\n`, 400],
    ['a NUL in a header', `${head}X-A: \0\r\n\r\n`, 400],
    ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
    ['a length that is not a number', `${head}Content-Length: +4\r\n\r\n{}{}`, 400],
    ['a length together with chunks', `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['chunks without a size', 'POST /api/v1/agents HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
    ['an unknown expectation', `${head}Expect: miracles\r\nConnection: close\r\n\r\n`, 417],
    ['endless headers', `${head}X-A: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an endless path', `GET /api/v1/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ])('%s', async (_name, bytes, status) => {
    const [top, body] = (await exchangeBytes(testServer().url, bytes)).split('\r\n\r\n')
    expect(top).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*X-Request-Id: [0-9a-f-]{36}`))
    expect(JSON.parse(body!)).toEqual({ detail: expect.any(String) })
  })
})

test.each([
  ['GET', '/me', '', 200],
  ['POST', '/agents', '{"name":"x"}', 201],
])('a %s that offers HTTP/2 is served over HTTP/1.1, and so is the next request', async (method, path, body, status) => {
  const lines = [
    `${method} /api/v1${path} HTTP/1.1`,
    'Host: x',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    `X-API-Key: ${fixture().key.apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  const next = 'GET /api/v1/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const response = await exchangeBytes(testServer().url, `${lines.join('\r\n')}\r\n\r\n${body}${next}`)
  expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 404'])
})

// This test is last, because so many invalid keys block keys that the server has not seen before.
test('an API key with any value, or sent twice, is refused, and the valid key keeps working', async () => {
  const right = fixture().key
  for (const value of [...HEADER_VALUES, [right.apiKey, right.apiKey], ['', right.apiKey]])
    expect([value, [401, 429].includes((await create({ 'X-API-Key': value })).status)]).toEqual([value, true])
  expect((await right.get('/me')).status).toBe(200)
})
