import { gzipSync } from 'node:zlib'
import { connect } from 'node:net'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import type { VoiceEngine } from '../../src/kernel/vocabulary/engines.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { exchangeBytes } from '../kit/clients/rawRequests.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { countWebhooks, deliver, ENGINES, signedHeadersOf, callStartedBody, UNKNOWN_OWNER, webhookPathOf } from './vendors.ts'

// Without jobs, stored events stay unchanged.
const testServer = useTestServer({ env: { ROLE: 'api' } })
const LIMIT = 5 * 1024 * 1024
const countStoredEvents = () => anyWorkspace.providerEvent.count()
const nested = (levels: number) => `{"event":"x","a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

describe.each(ENGINES)('%s', (engine) => {
  /** The deepest body has two megabytes of brackets. This process parses it too, and the server's thread for long bodies has to run. */
  test.each<[string, string | Buffer]>([
    ['an empty body', ''],
    ['a body that is not JSON', 'event=call_started'],
    ['truncated JSON', callStartedBody('retell', 'cut').slice(0, -3)],
    ['two JSON values', '{} {}'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"event":"x"}', 'utf16le')],
    ['nesting 65 levels deep', nested(65)],
    ['nesting a million levels deep', nested(1_000_000)],
  ])('responds 400 to %s in a genuine webhook, counts it and stores nothing', async (_name, raw) => {
    const before = [await countStoredEvents(), await countWebhooks(engine, 'malformed')]
    expect(await deliver(testServer(), engine, raw)).toMatchObject({ status: 400, text: '' })
    expect([await countStoredEvents(), await countWebhooks(engine, 'malformed')]).toEqual([before[0], before[1]! + 1])
  })

  test.each([
    'null',
    '7',
    '"text"',
    '[]',
    '[{}]',
    '{}',
    '{"event":7,"call":{}}',
    '{"message":null}',
    '{"message":{"type":7}}',
    '{"__proto__":{"a":1}}',
    nested(64),
  ])('acknowledges and ignores JSON without an event (%.40s)', async (raw) => {
    expect((await deliver(testServer(), engine, raw)).status).toBe(204)
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })

  test('responds 415 to a compressed body, even if signed', async () => {
    const raw = gzipSync(callStartedBody(engine, 'packed'))
    const before = [await countStoredEvents(), await countWebhooks(engine, 'malformed')]
    expect((await deliver(testServer(), engine, raw, { headers: { ...signedHeadersOf(testServer(), engine, raw), 'Content-Encoding': 'gzip' } })).status).toBe(
      415,
    )
    expect([await countStoredEvents(), await countWebhooks(engine, 'malformed')]).toEqual([before[0], before[1]! + 1])
  })

  test('stores texts without the characters that the database rejects, in IDs of calls too', async () => {
    const before = await countStoredEvents()
    for (const id of ['a\u0000b', 'half \ud800 pair', '\\u0000 spelt out', 'x'.repeat(100_000)])
      expect([
        id.slice(0, 20),
        (await deliver(testServer(), engine, callStartedBody(engine, id, { transcript: `${id}"\\`, [id.slice(0, 20)]: 1 }))).status,
      ]).toEqual([id.slice(0, 20), 204])
    expect(await countStoredEvents()).toBe(before + 4)
    const { rows } = await pool.query<{ text: string }>('select body::text as text from provider_events order by id desc limit 2')
    expect(rows[1]!.text).toContain('\\\\u0000 spelt out')
  })

  test('refuses a body with a Content-Length above the limit before it is sent, and closes the connection', async () => {
    const before = await countWebhooks(engine, 'oversized')
    const response = await exchangeBytes(testServer().url, requestHead(engine, `Content-Length: ${LIMIT + 1}`))
    expect(response).toMatch(/^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n/i)
    expect(await countWebhooks(engine, 'oversized')).toBe(before + 1)
  })

  test('refuses a chunked body at the limit and stops reading it', async () => {
    const before = [await countStoredEvents(), await countWebhooks(engine, 'oversized')]
    const { response, sent } = await sendUntilResponse(requestHead(engine, 'Transfer-Encoding: chunked'))
    // The connection may be reset before a sender that continues reads the response.
    expect(response).toMatch(/^(HTTP\/1\.1 413 |$)/)
    expect(sent).toBeLessThan(4 * LIMIT)
    expect([await countStoredEvents(), await countWebhooks(engine, 'oversized')]).toEqual([before[0], before[1]! + 1])
  })

  test('accepts a body of exactly the limit', async () => {
    const raw = callStartedBody(engine, `large-${engine}`).padEnd(LIMIT)
    expect((await deliver(testServer(), engine, raw)).status).toBe(204)
  })

  test('stores nothing if the sender disconnects before the end', async () => {
    const before = await countStoredEvents()
    const raw = callStartedBody(engine, 'gone')
    const { hostname, port } = new URL(testServer().url)
    await new Promise<void>((resolve) => {
      const headers = Object.entries(signedHeadersOf(testServer(), engine, raw)).map(([name, value]) => `${name}: ${value}`)
      const socket = connect(Number(port), hostname, () => {
        socket.write(requestHead(engine, `Content-Length: ${raw.length}`, ...headers) + raw.slice(0, 10), () => socket.destroy())
      })
      socket.on('close', () => resolve())
    })
    expect((await deliver(testServer(), engine, callStartedBody(engine, 'after'))).status).toBe(204)
    expect(await countStoredEvents()).toBe(before + 1)
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('responds 405 with Allow: POST to %s', async (method) => {
    const res = await fetch(testServer().url + webhookPathOf(engine), { method })
    expect([res.status, res.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

test('asks the provider to retry while the database is unavailable, and accepts the retry', async () => {
  const raw = callStartedBody('retell', 'call_patient')
  const before = await countWebhooks('retell', 'failed')
  const admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  const name = new URL(testServer().databaseUrl).pathname.slice(1)
  try {
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    const refused = await deliver(testServer(), 'retell', raw, { owner: UNKNOWN_OWNER })
    expect([refused.status, refused.text]).toEqual([503, ''])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await admin.query(`alter database ${name} allow_connections true`)
    await admin.end()
  }
  expect(await countWebhooks('retell', 'failed')).toBe(before + 1)
  await waitFor('the webhook to be accepted', async () => (await deliver(testServer(), 'retell', raw, { owner: UNKNOWN_OWNER })).status === 204)
  expect(await anyWorkspace.providerEvent.count({ where: { body: { path: ['call', 'call_id'], equals: 'call_patient' } } })).toBe(1)
})

const requestHead = (engine: VoiceEngine, ...headers: string[]) =>
  [`POST ${webhookPathOf(engine)} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers].join('\r\n') + '\r\n\r\n'

/** Sends chunks until the server responds. Returns the response and the number of bytes sent. */
const sendUntilResponse = (start: string) =>
  new Promise<{ response: string; sent: number }>((resolve) => {
    const { hostname, port } = new URL(testServer().url)
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    let [response, sent] = ['', 0]
    const socket = connect(Number(port), hostname, () => {
      socket.write(start)
      sendMore()
    })
    const sendMore = () => {
      while (!socket.destroyed && !response && sent < 20 * LIMIT) {
        sent += chunk.length
        if (!socket.write(chunk)) return
      }
    }
    socket.on('drain', sendMore)
    socket.on('data', (data) => (response += data.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve({ response, sent }))
  })
