import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { graphql } from '../kit/clients/client.ts'
import { freshDatabase } from '../kit/server/postgres.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { findQuietPort } from '../kit/server/quietPort.ts'
import { startRedis } from '../kit/server/redis.ts'
import { openEventStream, openSocketStream } from '../kit/clients/openStreams.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

let processes: Product[]
let metricsPort: number
let end: () => Promise<void>
beforeAll(async () => {
  const [database, redis, first, second] = await Promise.all([freshDatabase(), startRedis(), createProduct(), createProduct()])
  processes = [first, second]
  metricsPort = await findQuietPort()
  const shared = { DATABASE_URL: database.url, REDIS_URL: redis.url, TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN: 'a-token-of-sixteen-or-more' }
  await first.start({ ...shared, METRICS_PORT: String(metricsPort) })
  await second.start({ ...shared, ROLE: 'api', PUBLIC_URL: second.url })
  end = async () => {
    await Promise.all(processes.map((one) => one.end()))
    await redis.stop()
    await database.drop()
  }
})
afterAll(() => end())

const email = 'ada@example.com'
const SIGN_UP = 'mutation ($input: SignUpInput!) { signUp(input: $input) { accessToken } }'
const SIGN_IN = 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }'

test('a revocation at one process closes open connections at the other', async () => {
  const [first, second] = processes as [Product, Product]
  const { email: ofDemo, password } = first.demo()
  const signedIn = await graphql(first.url, {}, SIGN_IN, { input: { email: ofDemo, password } })
  const ask = async (query: string) => (await graphql(first.url, { authorization: `Bearer ${signedIn.data.signIn.accessToken}` }, query)).data
  const { key, apiKey } = (await ask('mutation { createApiKey(input: { name: "doomed", scopes: ["calls:read"] }) { key apiKey { id } } }')).createApiKey
  const streams = await Promise.all([openSocketStream(second.url, { key }), openEventStream(second.url, { key })])
  const openStream = await openSocketStream(second.url, { key: first.demo().api_key })
  expect(streams.map((stream) => stream.closeReason())).toEqual([null, null])
  await ask(`mutation { revokeApiKey(id: "${apiKey.id}") { id } }`)
  await waitFor('both to end', () => streams.every((stream) => stream.closeReason() !== null), 2_000)
  expect(streams.map((stream) => stream.closeReason())).toEqual([4401, 'UNAUTHENTICATED'])
  expect(openStream.closeReason()).toBeNull()
  openStream.close()
})

/** Checks a dozen passwords, one after the other. Each is slow to hash on purpose. */
test('attempts at one password are counted over both processes, from all addresses together', async () => {
  const origin = (nth: number) => ({ 'X-Forwarded-For': `203.0.113.${nth}` })
  const guess = async (nth: number, password: string) => {
    const { data, errors } = await graphql(processes[nth % 2]!.url, origin(nth), SIGN_IN, { input: { email, password } })
    return data?.signIn ? 'signed in' : (errors![0]!.extensions!.code as string)
  }
  const password = 'correct horse battery staple 7'
  await graphql(processes[0]!.url, origin(200), SIGN_UP, { input: { email, password, name: 'Ada', workspaceName: 'Ada' } })
  expect(await guess(201, password)).toBe('signed in')
  const answers: string[] = []
  for (let nth = 1; nth <= 10; nth++) answers.push(await guess(nth, 'wrong'))
  expect(new Set(answers)).toEqual(new Set(['UNAUTHENTICATED']))
  expect([await guess(11, 'wrong'), await guess(12, 'wrong'), await guess(13, password)]).toEqual(Array(3).fill('RATE_LIMITED'))
})

test('METRICS_PORT serves metrics on 127.0.0.1 without a token and only to that host, while the public port requires the token', async () => {
  const ask = (port: number, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<number>((resolve, reject) =>
      http
        .request({ host: '127.0.0.1', port, path: '/metrics', method, headers }, (res) => (res.resume(), resolve(res.statusCode!)))
        .on('error', reject)
        .end(),
    )
  const publicPort = Number(new URL(processes[0]!.url).port)
  expect(await ask(metricsPort)).toBe(200)
  expect(await ask(metricsPort, { Host: 'evil.example' })).toBe(404)
  expect(await ask(metricsPort, {}, 'POST')).toBe(404)
  expect(await ask(publicPort)).toBe(404)
  expect(await ask(publicPort, { Host: `127.0.0.1:${metricsPort}` })).toBe(404)
  expect(await ask(publicPort, { authorization: 'Bearer a-token-of-sixteen-or-more' })).toBe(200)
})
