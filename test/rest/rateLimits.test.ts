import { beforeAll, describe, expect, test } from 'vitest'
import { newApiKey } from '../../src/kernel/crypto/ids.ts'
import { type Plan, PLANS } from '../../src/kernel/vocabulary/plans.ts'
import { rateLimits } from '../../src/services/rateLimits/rateLimits.ts'
import * as sessions from '../../src/services/access/sessions/sessions.ts'
import type { ApiResponse, Client } from '../kit/clients/client.ts'
import { graphql } from '../kit/clients/client.ts'
import { MINUTE, advanceClock, stopClock } from '../kit/waiting/clock.ts'
import { createSocketClient } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()

const PER_MINUTE = { status: 429, body: { detail: 'API rate limit exceeded (per minute). Slow down and retry shortly.' } }
const PER_DAY = { status: 429, body: { detail: 'API daily rate limit exceeded. Upgrade your plan or retry tomorrow.' } }
const NAMES = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit-policy', 'ratelimit', 'retry-after'] as const
const limitHeaders = ({ headers }: Pick<ApiResponse, 'headers'>) => NAMES.map((name) => headers.get(name))

const newKey = async (plan: Plan) => (await testServer().workspace({ plan })).key()
const statuses = async (times: number, ask: () => Promise<{ status: number }>) => {
  const responses = await Promise.all(Array.from({ length: times }, ask))
  return { ok: responses.filter(({ status }) => status === 200).length, refused: responses.filter(({ status }) => status === 429).length }
}
const me = (key: Client) => () => key.get('/me')

describe('the limit per minute', () => {
  /** Sends as many requests as the plan allows in a minute, at most 600, and some more. */
  test.each(Object.entries(PLANS).map(([plan, { rpm, rpd }]) => [plan as Plan, rpm, rpd] as const))(
    'plan %s allows exactly %i requests, and as many again in the next minute',
    async (plan, rpm, rpd) => {
      stopClock(new Date('2026-03-03T10:00:15.250Z'))
      const key = await newKey(plan)
      const policy = `"minute";q=${rpm};w=60, "day";q=${rpd};w=86400`
      const first = await key.get('/me')
      expect(limitHeaders(first)).toEqual([`${rpm}`, `${rpm - 1}`, '45', policy, `"minute";r=${rpm - 1};t=45, "day";r=${rpd - 1};t=50385`, null])
      expect(await statuses(rpm + 9, me(key))).toEqual({ ok: rpm - 1, refused: 10 })
      const refused = await key.get('/me')
      expect(refused).toMatchObject(PER_MINUTE)
      expect(limitHeaders(refused)).toEqual([`${rpm}`, '0', '45', policy, `"minute";r=0;t=45, "day";r=${rpd - rpm};t=50385`, '45'])
      stopClock(new Date('2026-03-03T10:00:59.999Z'))
      expect((await key.get('/me')).headers.get('retry-after')).toBe('1')
      stopClock(new Date('2026-03-03T10:01:00.000Z'))
      const next = await key.get('/me')
      expect(next.status).toBe(200)
      expect(limitHeaders(next).slice(0, 3)).toEqual([`${rpm}`, `${rpm - 1}`, '60'])
      expect(next.headers.get('ratelimit')).toContain(`"day";r=${rpd - rpm - 1};`)
    },
  )

  test("is shared by a workspace's keys, and doesn't affect other workspaces", async () => {
    stopClock(new Date('2026-03-03T10:00:00Z'))
    const acme = await testServer().workspace({ plan: 'free' })
    const [one, two, other] = [await acme.key(), await acme.key('me:read'), await newKey('free')]
    expect(await statuses(20, me(one))).toEqual({ ok: 20, refused: 0 })
    expect(await statuses(20, me(two))).toEqual({ ok: 10, refused: 10 })
    expect(await one.get('/me')).toMatchObject(PER_MINUTE)
    expect(await statuses(30, me(other))).toEqual({ ok: 30, refused: 0 })
  })

  test('is checked before the scope, the body and the resource, and a refused request has no effect', async () => {
    stopClock(new Date('2026-03-03T10:00:00Z'))
    const acme = await testServer().workspace({ plan: 'free' })
    const [key, reader] = [await acme.key(), await acme.key('me:read')]
    const before = (await key.get('/agents')).body.items.length
    await statuses(29, me(key))
    for (const refused of [await reader.get('/agents'), await key.post('/agents', {}), await key.post('/agents', { name: 'Ada' }), await key.get('/calls/1')])
      expect(refused).toMatchObject(PER_MINUTE)
    advanceClock(MINUTE)
    expect((await key.get('/agents')).body.items).toHaveLength(before)
  })

  test("doesn't count unknown paths or invalid keys", async () => {
    stopClock(new Date('2026-03-03T10:00:00Z'))
    const key = await newKey('free')
    const uncounted = [
      await key.get('/nothing'),
      await key.raw('/agents', { method: 'PUT' }),
      await key.raw('/me', { headers: { 'X-API-Key': newApiKey() } }),
      await key.get('/openapi.json'),
    ]
    expect(uncounted.map(({ status }) => status)).toEqual([404, 405, 401, 200])
    for (const response of uncounted) expect(limitHeaders(response)).toEqual(NAMES.map(() => null))
    expect((await key.get('/me')).headers.get('x-ratelimit-remaining')).toBe('29')
  })
})

/** Sends a thousand requests, the plan's limit for a day. */
test("the day ends at midnight UTC, and refused requests don't count", async () => {
  stopClock(new Date('2026-03-03T22:30:00Z'))
  const key = await newKey('free')
  for (let minute = 0; minute < 33; minute++) {
    expect(await statuses(30, me(key))).toEqual({ ok: 30, refused: 0 })
    advanceClock(MINUTE)
  }
  const last = await Promise.all(Array.from({ length: 30 }, me(key)))
  expect(last.filter(({ status }) => status === 200)).toHaveLength(10)
  const refused = await key.get('/me')
  expect(refused).toMatchObject(PER_DAY)
  expect(limitHeaders(refused)).toEqual(['1000', '0', '3420', '"minute";q=30;w=60, "day";q=1000;w=86400', '"minute";r=20;t=60, "day";r=0;t=3420', '3420'])
  stopClock(new Date('2026-03-03T23:59:59.001Z'))
  expect(await key.get('/me')).toMatchObject(PER_DAY)
  stopClock(new Date('2026-03-04T00:00:00Z'))
  const next = await key.get('/me')
  expect(limitHeaders(next)).toEqual(['30', '29', '60', '"minute";q=30;w=60, "day";q=1000;w=86400', '"minute";r=29;t=60, "day";r=999;t=86400', null])
})

describe('the headers', () => {
  let key: Client
  beforeAll(async () => {
    key = await newKey('enterprise')
  })
  const bareKey = async () => (await testServer().workspace()).key('me:read')

  test.each<[number, string, () => Promise<ApiResponse>]>([
    [200, 'a page', () => key.get('/agents')],
    [200, 'HEAD', () => key.raw('/me', { method: 'HEAD' })],
    [201, 'something new', () => key.post('/agents', { name: 'Ada' })],
    [204, 'no body', async () => key.delete(`/agents/${(await key.post('/agents', { name: 'Ada' })).body.id}`)],
    [400, 'a wrong value', () => key.post('/calls', { to_number: 'nonsense', agent_id: 1 })],
    [403, 'no scope', async () => (await bareKey()).get('/agents')],
    [404, 'nothing there', () => key.get('/agents/999999')],
    [404, 'no recording', () => key.get('/calls/999999/recording')],
    [413, 'a large body', () => key.post('/agents', { name: 'x'.repeat(300_000) })],
    [415, 'another type', () => key.raw('/agents', { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } })],
    [422, 'an invalid body', () => key.post('/agents', {})],
    [502, 'a provider that is down', async () => key.post(`/agents/${(await key.post('/agents', { name: 'Ada', voice_id: 'unavailable' })).body.id}/publish`)],
  ])('%i: %s has them', async (status, _what, ask) => {
    const response = await ask()
    expect(response.status, JSON.stringify(response.body)).toBe(status)
    const [limit, remaining, reset, policy, rest, retryAfter] = limitHeaders(response)
    expect([limit, policy, retryAfter]).toEqual(['600', '"minute";q=600;w=60, "day";q=500000;w=86400', null])
    expect(Number(remaining)).toBeLessThan(600)
    expect(Number(reset)).toBeGreaterThanOrEqual(1)
    expect(Number(reset)).toBeLessThanOrEqual(60)
    expect(rest).toMatch(new RegExp(`^"minute";r=${remaining};t=${reset}, "day";r=4999\\d\\d;t=\\d+$`))
  })
})

describe('GraphQL', () => {
  const QUERY = '{ agents(first: 1) { nodes { id } } }'
  const ask = (headers: Record<string, string>) => () =>
    fetch(`${testServer().url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query: QUERY }),
    })

  test("counts a key's requests together with those of REST, whatever their size, and refuses them alike", async () => {
    stopClock(new Date('2026-03-03T10:00:00Z'))
    const key = await newKey('free')
    const asKey = ask({ 'X-API-Key': key.apiKey })
    expect(limitHeaders(await asKey()).slice(0, 3)).toEqual(['30', '29', '60'])
    expect((await graphql(testServer().url, { Authorization: `Bearer ${key.apiKey}` }, '{ nonsense')).errors).toHaveLength(1)
    expect(await statuses(20, me(key))).toEqual({ ok: 20, refused: 0 })
    expect(await statuses(20, asKey)).toEqual({ ok: 8, refused: 12 })
    const refused = await asKey()
    expect(limitHeaders(refused)).toEqual(['30', '0', '60', '"minute";q=30;w=60, "day";q=1000;w=86400', '"minute";r=0;t=60, "day";r=970;t=50400', '60'])
    expect(await refused.json()).toEqual({
      errors: [
        {
          message: PER_MINUTE.body.detail,
          extensions: {
            code: 'RATE_LIMITED',
            detail: PER_MINUTE.body.detail,
            reason: 'too_many_requests_per_minute',
            details: {},
            retryAfterSeconds: 60,
            http: { status: 429 },
          },
        },
      ],
    })
    expect(await key.get('/me')).toMatchObject(PER_MINUTE)
  })

  test("counts each operation of a key over a socket, and does not count a person's requests", async () => {
    stopClock(new Date())
    const acme = await testServer().workspace({ plan: 'free' })
    const key = await acme.key()
    await statuses(29, me(key))
    const live = createSocketClient(testServer().url, { apiKey: key.apiKey })
    const [first, second] = [live.watch(QUERY), live.watch(QUERY)]
    await waitFor('both responses', () => first.events.length + second.events.length === 1 && first.errors.length + second.errors.length === 1)
    expect([...first.errors, ...second.errors].flat()).toMatchObject([{ message: PER_MINUTE.body.detail, extensions: { code: 'RATE_LIMITED' } }])
    await live.close()
    const { accessToken } = await sessions.signIn(acme, 'a')
    expect(await statuses(40, ask({ Authorization: `Bearer ${accessToken}` }))).toEqual({ ok: 40, refused: 0 })
    expect(limitHeaders(await ask({ Authorization: `Bearer ${accessToken}` })())).toEqual(NAMES.map(() => null))
  })

  test('a person has 600 requests a minute over HTTP and sockets together, independent of the workspace and other people', async () => {
    stopClock(new Date())
    const acme = await testServer().workspace({ plan: 'free' })
    const { accessToken, userId } = await sessions.signIn(acme, 'a')
    for (let nth = 0; nth < 590; nth++) await rateLimits().takeOf(`person ${userId}`, { rpm: 600, rpd: 864_000 })
    const live = createSocketClient(testServer().url, { accessToken })
    const [first, second] = [live.watch(QUERY), live.watch(QUERY)]
    await waitFor('both responses', () => first.events.length + second.events.length === 2)
    expect(await statuses(20, ask({ Authorization: `Bearer ${accessToken}` }))).toEqual({ ok: 8, refused: 12 })
    const third = live.watch(QUERY)
    await waitFor('the error', () => third.errors.length > 0)
    expect(third.errors.flat()).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }])
    await live.close()
    const other = await sessions.signIn(await testServer().workspace({ plan: 'free' }), 'a')
    expect(await statuses(1, ask({ Authorization: `Bearer ${other.accessToken}` }))).toEqual({ ok: 1, refused: 0 })
    expect(await statuses(1, me(await acme.key()))).toEqual({ ok: 1, refused: 0 })
  })
})
