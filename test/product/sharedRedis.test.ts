import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '../../src/kernel/config/settings.ts'
import { onEvent, publish } from '../../src/kernel/events.ts'
import { graphql } from '../kit/clients/client.ts'
import { type AddedServer, startAddedServer } from '../kit/server/addedServer.ts'
import { freshDatabase } from '../kit/server/postgres.ts'
import { findQuietPort } from '../kit/server/quietPort.ts'
import { startRedis } from '../kit/server/redis.ts'
import { openEventStream, openSocketStream } from '../kit/clients/openStreams.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

/** Two servers that share a database and Redis. Each has a state of its own, as in two processes. */
let servers: AddedServer[]
let metricsPort: number
let end: () => Promise<void>
beforeAll(async () => {
  const [database, redis] = await Promise.all([freshDatabase(), startRedis()])
  metricsPort = await findQuietPort()
  const shared = {
    REDIS_URL: redis.url,
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_TOKEN: 'a-token-of-sixteen-or-more',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  }
  servers = [
    await startAddedServer({ databaseUrl: database.url, env: { ...shared, METRICS_PORT: String(metricsPort) } }),
    await startAddedServer({ databaseUrl: database.url, env: { ...shared, ROLE: 'api' } }),
  ]
  end = async () => {
    await Promise.all(servers.map((server) => server.end()))
    await redis.stop()
    await database.drop()
  }
})
afterAll(() => end())

const email = 'ada@example.com'
const SIGN_UP = 'mutation ($input: SignUpInput!) { signUp(input: $input) { accessToken } }'
const SIGN_IN = 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }'

test('a revocation at one server closes open connections at the other', async () => {
  const [first, second] = servers as [AddedServer, AddedServer]
  const acme = await first.workspace()
  const signedIn = await graphql(first.url, {}, SIGN_IN, { input: { email: acme.email, password: acme.password } })
  const ask = async (query: string) => (await graphql(first.url, { authorization: `Bearer ${signedIn.data.signIn.accessToken}` }, query)).data
  const { key, apiKey } = (await ask('mutation { createApiKey(input: { name: "doomed", scopes: ["calls:read"] }) { key apiKey { id } } }')).createApiKey
  const streams = await Promise.all([openSocketStream(second.url, { key }), openEventStream(second.url, { key })])
  const openStream = await openSocketStream(second.url, { key: (await acme.key()).apiKey })
  expect(streams.map((stream) => stream.closeReason())).toEqual([null, null])
  await ask(`mutation { revokeApiKey(id: "${apiKey.id}") { id } }`)
  await waitFor('both to end', () => streams.every((stream) => stream.closeReason() !== null), 2_000)
  expect(streams.map((stream) => stream.closeReason())).toEqual([4401, 'UNAUTHENTICATED'])
  expect(openStream.closeReason()).toBeNull()
  openStream.close()
})

test('an event at one server is heard once at both, by each as itself', async () => {
  const heard: string[] = []
  for (const server of servers) server.as(() => onEvent('campaign.updated', ({ campaignId }) => heard.push(`${campaignId} ${settings.publicUrl}`)))
  for (const [at, server] of servers.entries()) server.as(() => publish('campaign.updated', { workspaceId: 0, campaignId: at }))
  await waitFor('both events at both', () => heard.length === 4)
  expect(heard.toSorted()).toEqual([0, 1].flatMap((at) => servers.map(({ url }) => `${at} ${url}`)).toSorted())
})

/** Checks a dozen passwords, one after the other. Each is slow to hash on purpose. */
test('attempts at one password are counted over both servers, from all addresses together', async () => {
  const origin = (nth: number) => ({ 'X-Forwarded-For': `203.0.113.${nth}` })
  const guess = async (nth: number, password: string) => {
    const { data, errors } = await graphql(servers[nth % 2]!.url, origin(nth), SIGN_IN, { input: { email, password } })
    return data?.signIn ? 'signed in' : (errors![0]!.extensions!.code as string)
  }
  const password = 'correct horse battery staple 7'
  await graphql(servers[0]!.url, origin(200), SIGN_UP, { input: { email, password, name: 'Ada', workspaceName: 'Ada' } })
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
  const publicPort = Number(new URL(servers[0]!.url).port)
  expect(await ask(metricsPort)).toBe(200)
  expect(await ask(metricsPort, { Host: 'evil.example' })).toBe(404)
  expect(await ask(metricsPort, {}, 'POST')).toBe(404)
  expect(await ask(publicPort)).toBe(404)
  expect(await ask(publicPort, { Host: `127.0.0.1:${metricsPort}` })).toBe(404)
  expect(await ask(publicPort, { authorization: 'Bearer a-token-of-sixteen-or-more' })).toBe(200)
})
