import { beforeAll, describe, expect, test } from 'vitest'
import { newApiKey } from '../../src/kernel/crypto/ids.ts'
import { type Plan, PLANS } from '../../src/kernel/vocabulary/plans.ts'
import { getRateLimits } from '../../src/services/rateLimits/rateLimits.ts'
import * as sessions from '../../src/services/access/sessions/sessions.ts'
import type { Answer, Client } from '../kit/client.ts'
import { graphql } from '../kit/client.ts'
import { MINUTE, pass, stopClock } from '../kit/clock.ts'
import { socket } from '../kit/socket.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'

const world = useWorld()

const PER_MINUTE = { status: 429, body: { detail: 'API rate limit exceeded (per minute). Slow down and retry shortly.' } }
const PER_DAY = { status: 429, body: { detail: 'API daily rate limit exceeded. Upgrade your plan or retry tomorrow.' } }
const NAMES = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit-policy', 'ratelimit', 'retry-after'] as const
const told = ({ headers }: Pick<Answer, 'headers'>) => NAMES.map((name) => headers.get(name))

const newKey = async (plan: Plan) => (await world().workspace({ plan })).key()
const statuses = async (times: number, ask: () => Promise<{ status: number }>) => {
  const answers = await Promise.all(Array.from({ length: times }, ask))
  return { ok: answers.filter(({ status }) => status === 200).length, refused: answers.filter(({ status }) => status === 429).length }
}
const me = (key: Client) => () => key.get('/me')

describe('the minute', () => {
  /** Sends as many requests as the plan allows in a minute, 600 at most, and some more. */
  test.each(Object.entries(PLANS).map(([plan, { rpm, rpd }]) => [plan as Plan, rpm, rpd] as const))(
    'plan %s: %i requests and not one more, then all of them again in the next minute',
    async (plan, rpm, rpd) => {
      stopClock(new Date('2026-03-03T10:00:15.250Z'))
      const key = await newKey(plan)
      const policy = `"minute";q=${rpm};w=60, "day";q=${rpd};w=86400`
      const first = await key.get('/me')
      expect(told(first)).toEqual([`${rpm}`, `${rpm - 1}`, '45', policy, `"minute";r=${rpm - 1};t=45, "day";r=${rpd - 1};t=50385`, null])
      expect(await statuses(rpm + 9, me(key))).toEqual({ ok: rpm - 1, refused: 10 })
      const refused = await key.get('/me')
      expect(refused).toMatchObject(PER_MINUTE)
      expect(told(refused)).toEqual([`${rpm}`, '0', '45', policy, `"minute";r=0;t=45, "day";r=${rpd - rpm};t=50385`, '45'])
      stopClock(new Date('2026-03-03T10:00:59.999Z'))
      expect((await key.get('/me')).headers.get('retry-after')).toBe('1')
      stopClock(new Date('2026-03-03T10:01:00.000Z'))
      const next = await key.get('/me')
      expect(next.status).toBe(200)
      expect(told(next).slice(0, 3)).toEqual([`${rpm}`, `${rpm - 1}`, '60'])
      expect(next.headers.get('ratelimit')).toContain(`"day";r=${rpd - rpm - 1};`)
    },
  )

  test('belongs to a workspace: its keys share it, and no other workspace feels it', async () => {
    stopClock(new Date('2026-03-03T10:00:00Z'))
    const acme = await world().workspace({ plan: 'free' })
    const [one, two, other] = [await acme.key(), await acme.key('me:read'), await newKey('free')]
    expect(await statuses(20, me(one))).toEqual({ ok: 20, refused: 0 })
    expect(await statuses(20, me(two))).toEqual({ ok: 10, refused: 10 })
    expect(await one.get('/me')).toMatchObject(PER_MINUTE)
    expect(await statuses(30, me(other))).toEqual({ ok: 30, refused: 0 })
  })

  test('is looked at before the scope, the body and the resource, and a refused request does nothing', async () => {
    stopClock(new Date('2026-03-03T10:00:00Z'))
    const acme = await world().workspace({ plan: 'free' })
    const [key, reader] = [await acme.key(), await acme.key('me:read')]
    const before = (await key.get('/agents')).body.items.length
    await statuses(29, me(key))
    for (const refused of [await reader.get('/agents'), await key.post('/agents', {}), await key.post('/agents', { name: 'Ada' }), await key.get('/calls/1')])
      expect(refused).toMatchObject(PER_MINUTE)
    pass(MINUTE)
    expect((await key.get('/agents')).body.items).toHaveLength(before)
  })

  test('counts neither a path that is none, nor a key that is none', async () => {
    stopClock(new Date('2026-03-03T10:00:00Z'))
    const key = await newKey('free')
    const uncounted = [
      await key.get('/nothing'),
      await key.raw('/agents', { method: 'PUT' }),
      await key.raw('/me', { headers: { 'X-API-Key': newApiKey() } }),
      await key.get('/openapi.json'),
    ]
    expect(uncounted.map(({ status }) => status)).toEqual([404, 405, 401, 200])
    for (const answer of uncounted) expect(told(answer)).toEqual(NAMES.map(() => null))
    expect((await key.get('/me')).headers.get('x-ratelimit-remaining')).toBe('29')
  })
})

/** Sends a thousand requests: all that the plan allows in a day. */
test('the day ends at midnight UTC, and what it refused has consumed nothing', async () => {
  stopClock(new Date('2026-03-03T22:30:00Z'))
  const key = await newKey('free')
  for (let minute = 0; minute < 33; minute++) {
    expect(await statuses(30, me(key))).toEqual({ ok: 30, refused: 0 })
    pass(MINUTE)
  }
  const last = await Promise.all(Array.from({ length: 30 }, me(key)))
  expect(last.filter(({ status }) => status === 200)).toHaveLength(10)
  const refused = await key.get('/me')
  expect(refused).toMatchObject(PER_DAY)
  expect(told(refused)).toEqual(['1000', '0', '3420', '"minute";q=30;w=60, "day";q=1000;w=86400', '"minute";r=20;t=60, "day";r=0;t=3420', '3420'])
  stopClock(new Date('2026-03-03T23:59:59.001Z'))
  expect(await key.get('/me')).toMatchObject(PER_DAY)
  stopClock(new Date('2026-03-04T00:00:00Z'))
  const next = await key.get('/me')
  expect(told(next)).toEqual(['30', '29', '60', '"minute";q=30;w=60, "day";q=1000;w=86400', '"minute";r=29;t=60, "day";r=999;t=86400', null])
})

describe('the headers', () => {
  let key: Client
  beforeAll(async () => {
    key = await newKey('enterprise')
  })
  const bareKey = async () => (await world().workspace()).key('me:read')

  test.each<[number, string, () => Promise<Answer>]>([
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
    const answer = await ask()
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    const [limit, remaining, reset, policy, rest, retryAfter] = told(answer)
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
    fetch(`${world().url}/graphql`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify({ query: QUERY }) })

  test("counts a key's requests with those of REST, whatever they ask, and refuses them alike", async () => {
    stopClock(new Date('2026-03-03T10:00:00Z'))
    const key = await newKey('free')
    const asKey = ask({ 'X-API-Key': key.apiKey })
    expect(told(await asKey()).slice(0, 3)).toEqual(['30', '29', '60'])
    expect((await graphql(world().url, { Authorization: `Bearer ${key.apiKey}` }, '{ nonsense')).errors).toHaveLength(1)
    expect(await statuses(20, me(key))).toEqual({ ok: 20, refused: 0 })
    expect(await statuses(20, asKey)).toEqual({ ok: 8, refused: 12 })
    const refused = await asKey()
    expect(told(refused)).toEqual(['30', '0', '60', '"minute";q=30;w=60, "day";q=1000;w=86400', '"minute";r=0;t=60, "day";r=970;t=50400', '60'])
    expect(await refused.json()).toEqual({
      errors: [
        { message: PER_MINUTE.body.detail, extensions: { code: 'RATE_LIMITED', detail: PER_MINUTE.body.detail, retryAfterSeconds: 60, http: { status: 429 } } },
      ],
    })
    expect(await key.get('/me')).toMatchObject(PER_MINUTE)
  })

  test("counts each operation that a key asks over a socket, and takes a person's requests without counting", async () => {
    stopClock(new Date())
    const acme = await world().workspace({ plan: 'free' })
    const key = await acme.key()
    await statuses(29, me(key))
    const live = socket(world().url, { apiKey: key.apiKey })
    const [first, second] = [live.watch(QUERY), live.watch(QUERY)]
    await until('both to be answered', () => first.events.length + second.events.length === 1 && first.errors.length + second.errors.length === 1)
    expect([...first.errors, ...second.errors].flat()).toMatchObject([{ message: PER_MINUTE.body.detail, extensions: { code: 'RATE_LIMITED' } }])
    await live.close()
    const { accessToken } = await sessions.signIn(acme, 'a')
    expect(await statuses(40, ask({ Authorization: `Bearer ${accessToken}` }))).toEqual({ ok: 40, refused: 0 })
    expect(told(await ask({ Authorization: `Bearer ${accessToken}` })())).toEqual(NAMES.map(() => null))
  })

  test('a person may ask 600 times a minute, over HTTP and sockets together, and takes nothing from others or from the workspace', async () => {
    stopClock(new Date())
    const acme = await world().workspace({ plan: 'free' })
    const { accessToken, userId } = await sessions.signIn(acme, 'a')
    for (let nth = 0; nth < 590; nth++) await getRateLimits().takeOf(`person ${userId}`, { rpm: 600, rpd: 864_000 })
    const live = socket(world().url, { accessToken })
    const [first, second] = [live.watch(QUERY), live.watch(QUERY)]
    await until('both to be answered', () => first.events.length + second.events.length === 2)
    expect(await statuses(20, ask({ Authorization: `Bearer ${accessToken}` }))).toEqual({ ok: 8, refused: 12 })
    const third = live.watch(QUERY)
    await until('the refusal', () => third.errors.length > 0)
    expect(third.errors.flat()).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }])
    await live.close()
    const other = await sessions.signIn(await world().workspace({ plan: 'free' }), 'a')
    expect(await statuses(1, ask({ Authorization: `Bearer ${other.accessToken}` }))).toEqual({ ok: 1, refused: 0 })
    expect(await statuses(1, me(await acme.key()))).toEqual({ ok: 1, refused: 0 })
  })
})
