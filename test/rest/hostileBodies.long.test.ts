import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Route } from '../../src/rest/route.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import { useRequestFixture } from '../kit/fixtures/requestFixture.ts'
import { BODIES } from '../kit/fixtures/hostileInput.ts'
import { exchangeBytes, sendRawRequest } from '../kit/clients/rawRequests.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { expectVocabulary } from './vocabulary.ts'

// No jobs run here, because they would slow the requests.
const testServer = useTestServer({ env: { ROLE: 'api' } })
const fixture = useRequestFixture(testServer)

const withBody = routeTable.filter((row) => row.body)
const LIMIT = 262_144

const ask = (row: Route, body: string | Buffer, headers: Record<string, string> = {}) =>
  sendRawRequest(testServer().url, {
    method: row.method,
    path: fixture().request(row).path,
    headers: { 'X-API-Key': fixture().key.apiKey, 'Content-Type': 'application/json', ...headers },
    body,
  })
const good = (row: Route) => JSON.stringify(fixture().request(row).body)

describe.each(withBody.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', (_name, row) => {
  /** Sends about 150 bodies, one after the other. */
  test('a body that is not a JSON object returns 422 and changes nothing', async () => {
    const before = await fixture().countResources()
    for (const body of BODIES) {
      const response = await ask(row, body)
      expect([body.toString('latin1').slice(0, 40), response.status]).toEqual([expect.any(String), 422])
      expectVocabulary(response, 'body')
    }
    expect(await fixture().countResources()).toBe(before)
  })

  test.each([
    ...'text/plain text/json application/jsonp application/json5 application/x-www-form-urlencoded application/vnd.api+json */* json ;'.split(' '),
    'multipart/form-data; boundary=x',
    'application/ json',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json;charset="utf-8',
    'application/json; x=y; charset=ascii',
    'application/json, text/plain',
    '',
  ])('Content-Type %o returns 415', async (type) => {
    expect(await ask(row, good(row), { 'Content-Type': type })).toMatchObject({ status: 415, body: { detail: 'Content-Type must be application/json.' } })
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['gzip, identity', gzipSync],
    ['x-gzip', gzipSync],
    ['compress', (text: string) => Buffer.from(text)],
    ['anything', (text: string) => Buffer.from(text)],
  ])('Content-Encoding %s returns 415', async (encoding, pack) => {
    expect(await ask(row, pack(good(row)), { 'Content-Encoding': encoding })).toMatchObject({
      status: 415,
      body: { detail: 'Compressed request bodies are not accepted.' },
    })
  })

  test('a body may be exactly as large as the limit', async () => {
    const limit = row.bodyLimit ?? LIMIT
    const padded = (size: number) => good(row).padEnd(size)
    expect((await ask(row, padded(limit))).status).toBe(row.status)
    const response = await ask(row, padded(limit + 1))
    expect(response).toMatchObject({ status: 413, body: { detail: `The request body is larger than ${limit} bytes.` } })
    expect((await ask(row, padded(limit + 1), { 'Transfer-Encoding': 'chunked' })).status).toBe(413)
  })
})

describe('a body that does not match its announced length', () => {
  const head = (...headers: string[]) =>
    ['POST /api/v1/agents HTTP/1.1', 'Host: x', `X-API-Key: ${fixture().key.apiKey}`, 'Content-Type: application/json', ...headers].join('\r\n') + '\r\n\r\n'
  const agents = async () => (await fixture().key.get('/agents?limit=100')).body.items.length

  test.each([
    ['a length that is too long', () => head('Content-Length: 1000') + '{"name":"x"}'],
    ['endless chunks', () => head('Transfer-Encoding: chunked') + 'c\r\n{"name":"x"}\r\n'],
    ['an incomplete chunk', () => head('Transfer-Encoding: chunked') + 'ff\r\n{"name":"x"}'],
    ['no body at all', () => head('Content-Length: 12')],
  ])('%s: it has no effect, other requests are served, and a disconnect ends it', async (_name, bytes) => {
    const { hostname, port } = new URL(testServer().url)
    const before = await agents()
    const socket = connect(Number(port), hostname, () => socket.write(bytes()))
    socket.resume()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await agents()).toBe(before)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.end()
    await closed
    expect(await agents()).toBe(before)
  })

  test('bytes beyond the announced length are not a second body', async () => {
    const response = await exchangeBytes(testServer().url, head('Content-Length: 12') + '{"name":"x"}{"name":"second"}\r\n\r\n')
    expect(response.match(/^HTTP\/1\.1 \d+/gm)!.at(-1)).toBe('HTTP/1.1 400')
    expect((await fixture().key.get('/agents?limit=1')).body.items[0].name).not.toBe('second')
  })

  test('a body in a hundred chunks is one body', async () => {
    const name = 'é'.repeat(100)
    const parts = Buffer.from(JSON.stringify({ name }))
    const chunks = Array.from(parts, (byte) => Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]))
    const response = await exchangeBytes(
      testServer().url,
      Buffer.concat([Buffer.from(head('Connection: close', 'Transfer-Encoding: chunked')), ...chunks, Buffer.from('0\r\n\r\n')]),
    )
    expect(Buffer.from(response, 'latin1').toString()).toContain(`"name":"${name}"`)
  })
})

test('no request has changed a prototype', () => {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
