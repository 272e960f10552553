import { gzipSync } from 'node:zlib'
import { connect } from 'node:net'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import type { VoiceEngine } from '../../src/kernel/vocabulary/engines.ts'
import { until } from '../kit/until.ts'
import { exchange } from '../kit/wire.ts'
import { useWorld } from '../kit/world.ts'
import { counted, deliver, ENGINES, headersOf, news, NOBODY, pathOf } from './vendors.ts'

// No jobs: what is stored stays as it was stored.
const world = useWorld({ env: { ROLE: 'api' } })
const LIMIT = 5 * 1024 * 1024
const stored = () => anyWorkspace.providerEvent.count()
const nested = (levels: number) => `{"event":"x","a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

describe.each(ENGINES)('%s', (engine) => {
  /** The deepest body, two megabytes of brackets, is parsed here as well, and waits for the server's thread that reads long bodies. */
  test.each<[string, string | Buffer]>([
    ['an empty body', ''],
    ['no JSON', 'event=call_started'],
    ['JSON cut short', news('retell', 'cut').slice(0, -3)],
    ['two JSON values', '{} {}'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"event":"x"}', 'utf16le')],
    ['nesting 65 levels deep', nested(65)],
    ['nesting a million levels deep', nested(1_000_000)],
  ])('%s in a genuine webhook is a 400, counted, and stored nowhere', async (_name, raw) => {
    const before = [await stored(), await counted(engine, 'malformed')]
    expect(await deliver(world(), engine, raw)).toMatchObject({ status: 400, text: '' })
    expect([await stored(), await counted(engine, 'malformed')]).toEqual([before[0], before[1]! + 1])
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
  ])('JSON that tells nothing (%.40s) is acknowledged and ignored', async (raw) => {
    expect((await deliver(world(), engine, raw)).status).toBe(204)
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })

  test('a packed body is a 415, whatever it is signed with', async () => {
    const raw = gzipSync(news(engine, 'packed'))
    const before = [await stored(), await counted(engine, 'malformed')]
    expect((await deliver(world(), engine, raw, { headers: { ...headersOf(world(), engine, raw), 'Content-Encoding': 'gzip' } })).status).toBe(415)
    expect([await stored(), await counted(engine, 'malformed')]).toEqual([before[0], before[1]! + 1])
  })

  test('texts that the database cannot hold are kept without the characters at fault, names of calls included', async () => {
    const before = await stored()
    for (const id of ['a\u0000b', 'half \ud800 pair', '\\u0000 spelt out', 'x'.repeat(100_000)])
      expect([id.slice(0, 20), (await deliver(world(), engine, news(engine, id, { transcript: `${id}"\\`, [id.slice(0, 20)]: 1 }))).status]).toEqual([
        id.slice(0, 20),
        204,
      ])
    expect(await stored()).toBe(before + 4)
    const { rows } = await pool.query<{ text: string }>('select body::text as text from provider_events order by id desc limit 2')
    expect(rows[1]!.text).toContain('\\\\u0000 spelt out')
  })

  test('a body announced as too large is refused before it is sent, and the connection closed', async () => {
    const before = await counted(engine, 'oversized')
    const heard = await exchange(world().url, head(engine, `Content-Length: ${LIMIT + 1}`))
    expect(heard).toMatch(/^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n/i)
    expect(await counted(engine, 'oversized')).toBe(before + 1)
  })

  test('one that turns out too large is refused when it does, and not read on', async () => {
    const before = [await stored(), await counted(engine, 'oversized')]
    const { heard, sent } = await pour(head(engine, 'Transfer-Encoding: chunked'))
    // Who goes on sending may be cut off before the answer is read.
    expect(heard).toMatch(/^(HTTP\/1\.1 413 |$)/)
    expect(sent).toBeLessThan(4 * LIMIT)
    expect([await stored(), await counted(engine, 'oversized')]).toEqual([before[0], before[1]! + 1])
  })

  test('a body of exactly the limit is taken', async () => {
    const raw = news(engine, `large-${engine}`).padEnd(LIMIT)
    expect((await deliver(world(), engine, raw)).status).toBe(204)
  })

  test('a sender that hangs up in the middle leaves nothing', async () => {
    const before = await stored()
    const raw = news(engine, 'gone')
    const { hostname, port } = new URL(world().url)
    await new Promise<void>((resolve) => {
      const headers = Object.entries(headersOf(world(), engine, raw)).map(([name, value]) => `${name}: ${value}`)
      const socket = connect(Number(port), hostname, () => {
        socket.write(head(engine, `Content-Length: ${raw.length}`, ...headers) + raw.slice(0, 10), () => socket.destroy())
      })
      socket.on('close', () => resolve())
    })
    expect((await deliver(world(), engine, news(engine, 'after'))).status).toBe(204)
    expect(await stored()).toBe(before + 1)
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is a 405 that names POST', async (method) => {
    const res = await fetch(world().url + pathOf(engine), { method })
    expect([res.status, res.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

test('while the database is away the provider is asked to try again, and then nothing is lost', async () => {
  const raw = news('retell', 'call_patient')
  const before = await counted('retell', 'failed')
  const admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  const name = new URL(world().databaseUrl).pathname.slice(1)
  try {
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    const refused = await deliver(world(), 'retell', raw, { owner: NOBODY })
    expect([refused.status, refused.text]).toEqual([503, ''])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await admin.query(`alter database ${name} allow_connections true`)
    await admin.end()
  }
  expect(await counted('retell', 'failed')).toBe(before + 1)
  await until('the webhook to be taken', async () => (await deliver(world(), 'retell', raw, { owner: NOBODY })).status === 204)
  expect(await anyWorkspace.providerEvent.count({ where: { dedupeKey: { contains: 'call_patient' } } })).toBe(1)
})

const head = (engine: VoiceEngine, ...headers: string[]) =>
  [`POST ${pathOf(engine)} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers].join('\r\n') + '\r\n\r\n'

/** Pours chunks into the server until it answers; says what it answered and how much it let itself be sent. */
const pour = (start: string) =>
  new Promise<{ heard: string; sent: number }>((resolve) => {
    const { hostname, port } = new URL(world().url)
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    let [heard, sent] = ['', 0]
    const socket = connect(Number(port), hostname, () => {
      socket.write(start)
      more()
    })
    const more = () => {
      while (!socket.destroyed && !heard && sent < 20 * LIMIT) {
        sent += chunk.length
        if (!socket.write(chunk)) return
      }
    }
    socket.on('drain', more)
    socket.on('data', (part) => (heard += part.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve({ heard, sent }))
  })
