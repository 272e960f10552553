import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Route } from '../../src/rest/route.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import { useGround } from '../kit/ground.ts'
import { BODIES } from '../kit/hostile.ts'
import { exchange, send } from '../kit/wire.ts'
import { useWorld } from '../kit/world.ts'
import { expectVocabulary } from './vocabulary.ts'

// No jobs: what is under way beside the requests would only make them slow.
const world = useWorld({ env: { ROLE: 'api' } })
const ground = useGround(world)

const withBody = routeTable.filter((row) => row.body)
const LIMIT = 262_144

const ask = (row: Route, body: string | Buffer, headers: Record<string, string> = {}) =>
  send(world().url, {
    method: row.method,
    path: ground().request(row).path,
    headers: { 'X-API-Key': ground().key.apiKey, 'Content-Type': 'application/json', ...headers },
    body,
  })
const good = (row: Route) => JSON.stringify(ground().request(row).body)

describe.each(withBody.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', (_name, row) => {
  /** Sends some 150 bodies, one request after the other. */
  test('a body that is no JSON object is a 422, and leaves everything as it was', async () => {
    const before = await ground().kept()
    for (const body of BODIES) {
      const answer = await ask(row, body)
      expect([body.toString('latin1').slice(0, 40), answer.status]).toEqual([expect.any(String), 422])
      expectVocabulary(answer, 'body')
    }
    expect(await ground().kept()).toBe(before)
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
  ])('Content-Type %o is a 415', async (type) => {
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
  ])('Content-Encoding %s is a 415', async (encoding, pack) => {
    expect(await ask(row, pack(good(row)), { 'Content-Encoding': encoding })).toMatchObject({
      status: 415,
      body: { detail: 'Compressed request bodies are not accepted.' },
    })
  })

  test('a body may be as large as the limit, and not one byte larger', async () => {
    const limit = row.bodyLimit ?? LIMIT
    const padded = (size: number) => good(row).padEnd(size)
    expect((await ask(row, padded(limit))).status).toBe(row.status)
    const answer = await ask(row, padded(limit + 1))
    expect(answer).toMatchObject({ status: 413, body: { detail: `The request body is larger than ${limit} bytes.` } })
    expect((await ask(row, padded(limit + 1), { 'Transfer-Encoding': 'chunked' })).status).toBe(413)
  })
})

describe('a body that does not come as announced', () => {
  const head = (...headers: string[]) =>
    ['POST /api/v1/agents HTTP/1.1', 'Host: x', `X-API-Key: ${ground().key.apiKey}`, 'Content-Type: application/json', ...headers].join('\r\n') + '\r\n\r\n'
  const agents = async () => (await ground().key.get('/agents?limit=100')).body.items.length

  test.each([
    ['a length that is not reached', () => head('Content-Length: 1000') + '{"name":"x"}'],
    ['chunks without end', () => head('Transfer-Encoding: chunked') + 'c\r\n{"name":"x"}\r\n'],
    ['a chunk that is cut off', () => head('Transfer-Encoding: chunked') + 'ff\r\n{"name":"x"}'],
    ['nothing at all', () => head('Content-Length: 12')],
  ])('%s: nothing is done, others are served meanwhile, and hanging up ends it', async (_name, bytes) => {
    const { hostname, port } = new URL(world().url)
    const before = await agents()
    const socket = connect(Number(port), hostname, () => socket.write(bytes()))
    socket.resume()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await agents()).toBe(before)
    const gone = new Promise((resolve) => socket.once('close', resolve))
    socket.end()
    await gone
    expect(await agents()).toBe(before)
  })

  test('what is sent beyond the announced length is no second body', async () => {
    const heard = await exchange(world().url, head('Content-Length: 12') + '{"name":"x"}{"name":"second"}\r\n\r\n')
    expect(heard.match(/^HTTP\/1\.1 \d+/gm)!.at(-1)).toBe('HTTP/1.1 400')
    expect((await ground().key.get('/agents?limit=1')).body.items[0].name).not.toBe('second')
  })

  test('a body in a hundred chunks is one body', async () => {
    const name = 'é'.repeat(100)
    const parts = Buffer.from(JSON.stringify({ name }))
    const chunks = Array.from(parts, (byte) => Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]))
    const heard = await exchange(
      world().url,
      Buffer.concat([Buffer.from(head('Connection: close', 'Transfer-Encoding: chunked')), ...chunks, Buffer.from('0\r\n\r\n')]),
    )
    expect(Buffer.from(heard, 'latin1').toString()).toContain(`"name":"${name}"`)
  })
})

test('nothing that was sent here has reached the prototypes', () => {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
