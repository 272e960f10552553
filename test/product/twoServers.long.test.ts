import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { settings } from '../../src/kernel/config/settings.ts'
import { deriveKey } from '../../src/kernel/crypto/keyring.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { log } from '../../src/kernel/log.ts'
import * as credentials from '../../src/services/access/credentials.ts'
import { graphql } from '../kit/clients/client.ts'
import { createSocketClient, type SocketClient } from '../kit/clients/graphqlSocket.ts'
import { openEventStream, openSocketStream } from '../kit/clients/openStreams.ts'
import { createReport, download } from '../kit/fixtures/reports.ts'
import { type AddedServer, startAddedServer } from '../kit/server/addedServer.ts'
import { DAY } from '../kit/waiting/clock.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { createTenant, listPlacements } from '../services/calls/placementKit.ts'
import { createCampaign, leadsOf } from '../services/dialer/dialerKit.ts'

const TOKEN = 'a-token-of-sixteen-or-more'
const dir = mkdtempSync(join(tmpdir(), 'callwright-two-'))
const files = { PLANS_FILE: join(dir, 'plans.json'), PRICES_FILE: join(dir, 'prices.json') }
const since = { valid_from: new Date(Date.now() - DAY).toISOString() }
writeFileSync(files.PLANS_FILE, JSON.stringify({ plans: [{ plan: 'starter', rpm: 5, ...since }] }))
writeFileSync(files.PRICES_FILE, JSON.stringify({ prices: [{ prefix: '1', name: 'North America', per_minute: '6', per_segment: '0.5', ...since }] }))
const shared = { CALLING_HOURS: 'off', METRICS_TOKEN: TOKEN }

const AREAS = ['+1312', '+1313']

/** Two servers of one process, each with a workspace whose rows have the same IDs as the other's. `area` begins the numbers that only one calls. */
type Side = Awaited<ReturnType<typeof createTenant>> & { server: AddedServer; area: string; sockets: SocketClient }
let first: Side
let second: Side
const logged: unknown[] = []
beforeAll(async () => {
  for (const level of ['warn', 'error'] as const) vi.spyOn(log, level).mockImplementation((...args: unknown[]) => void logged.push(args))
  const servers = await Promise.all([
    startAddedServer({ env: { ...shared, ...files, ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'), SIGN_UP: 'off', TRUSTED_PROXIES: '127.0.0.1' } }),
    startAddedServer({ env: { ...shared, ENCRYPTION_KEY: Buffer.alloc(32, 2).toString('base64'), SIGN_UP: 'open' } }),
  ])
  const [ofFirst, ofSecond] = await Promise.all(
    servers.map(async (server, at) => {
      const tenant = await createTenant(server)
      return { ...tenant, server, area: AREAS[at]!, sockets: createSocketClient(server.url, { apiKey: tenant.key.apiKey }) }
    }),
  )
  first = ofFirst!
  second = ofSecond!
})
afterAll(async () => {
  vi.restoreAllMocks()
  for (const { sockets } of [first, second]) void sockets.close()
  await Promise.all([first.server.end().catch(() => {}), second.server.end()])
  rmSync(dir, { recursive: true, force: true })
})

/** Does the same at both servers simultaneously. */
const both = <T>(work: (side: Side) => Promise<T>) => Promise.all([first, second].map((side) => side.server.as(async () => work(side))))
const SIGN_IN = 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }'

test('neither accepts a credential of the other, although their rows have the same IDs', async () => {
  expect([first.acme.id, first.agentId]).toEqual([second.acme.id, second.agentId])
  for (const [side, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const answers = [side.key.get('/me'), side.key.raw('/me', { headers: { 'X-API-Key': other.key.apiKey } })]
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 401])
    const { email, password } = side.acme
    const ofOther = await graphql(other.server.url, {}, SIGN_IN, { input: { email, password } })
    expect(ofOther.errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
    const { accessToken } = (await graphql(side.server.url, {}, SIGN_IN, { input: { email, password } })).data.signIn
    const ask = async ({ server }: Side) =>
      (await graphql(server.url, { Authorization: `Bearer ${accessToken}` }, '{ wallet { balance } }')).data?.wallet ?? null
    expect([await ask(side), await ask(other)]).toEqual([{ balance: '100.0000' }, null])
  }
  const [one, two] = [first, second].map(({ server }) => Buffer.from(server.as(() => deriveKey('session'))).toString('hex'))
  expect(one).not.toBe(two)
})

test('each has its own settings, plans and prices', async () => {
  const [ofFirst, ofSecond] = await both(({ key }) => key.gql<any>('{ price(toNumber: "+13125550100") { perMinute } }'))
  expect(Number(ofFirst.price.perMinute)).toBe(6)
  expect(Number(ofSecond.price.perMinute)).toBeLessThan(1)
  expect([first, second].map(({ server }) => server.as(() => [settings.publicUrl, settings.signUp]))).toEqual([
    [first.server.url, 'off'],
    [second.server.url, 'open'],
  ])
  const input = { email: 'ada@example.com', password: 'correct horse battery staple 7', name: 'Ada', workspaceName: 'Ada' }
  const signUp = 'mutation ($input: SignUpInput!) { signUp(input: $input) { accessToken } }'
  const answers = await both(({ server }) => graphql(server.url, {}, signUp, { input }))
  expect(answers.map(({ data, errors }) => errors?.[0]?.extensions?.code ?? Object.keys(data))).toEqual(['FORBIDDEN', ['signUp']])
})

test('requests and wrong keys at one do not count at the other', async () => {
  const keys = await both(async ({ server }) => (await server.workspace({ plan: 'starter' })).key())
  const statuses = await Promise.all(keys.map((key) => Promise.all(Array.from({ length: 8 }, async () => (await key.get('/me')).status))))
  expect(statuses.map((list) => list.toSorted((a, b) => a - b))).toEqual([[...Array(5).fill(200), ...Array(3).fill(429)], Array(8).fill(200)])

  const guess = async ({ key }: Side) => (await key.raw('/me', { headers: { 'X-API-Key': 'ago_wrong' } })).status
  for (let nth = 1; nth <= 20; nth++) await guess(first)
  expect([await guess(first), await guess(second)]).toEqual([429, 401])
})

const CALLS = 'subscription { activeCallsUpdated { startIndex lines { text } call { id toNumber status outcome } } }'

/** Places a call and waits until its watcher has seen the end and it is charged. Returns the call, and the numbers of the calls that the watcher saw. */
async function completeCall({ key, place, sockets }: Side, to: string) {
  const watched = sockets.watch<any>(CALLS)
  await waitFor('the socket', () => watched.ready)
  const { id } = (await place(to)).body
  await waitFor('the end', () => watched.events.some(({ activeCallsUpdated: { call } }) => call.id === String(id) && call.outcome === 'success'))
  const call = await waitFor('the charge', async () => {
    const { body } = await key.get(`/calls/${id}`)
    return body.cost !== null && body
  })
  return { id, cost: Number(call.cost), seen: [...new Set(watched.events.map((event) => event.activeCallsUpdated.call.toNumber as string))] }
}

/** Waits for a simulated call to end at each server. */
test('calls of both run to their end at the same time, and each is only watched, charged and placed at its own server', async () => {
  const [ofFirst, ofSecond] = await both((side) => completeCall(side, `${side.area}5550009`))
  expect(ofFirst!.id).toBe(ofSecond!.id)
  expect([ofFirst!.seen, ofSecond!.seen]).toEqual([['+13125550009'], ['+13135550009']])
  expect(ofFirst!.cost).toBeGreaterThan(10 * ofSecond!.cost)
  const placements = await both(({ server }) => Promise.all(AREAS.map(async (area) => (await listPlacements(server, 'retell', area)).length)))
  expect(placements).toEqual([
    [1, 0],
    [0, 1],
  ])
})

/** Waits for a campaign of three simulated calls to complete at each server. */
test('campaigns with the same ID run at both at the same time, each with its own leads', async () => {
  const [ofFirst, ofSecond] = await both(async ({ acme, agentId, area }) => {
    const campaign = await createCampaign(acme.id, agentId, { phones: [1, 2, 3].map((nth) => `${area}55${nth}0100`) })
    await campaign.start()
    await campaign.over()
    return {
      id: campaign.id,
      leads: (await leadsOf(campaign.id)).map(({ status }) => status),
      called: (await campaign.calls()).map(({ toNumber }) => toNumber),
    }
  })
  expect(ofFirst!.id).toBe(ofSecond!.id)
  expect([ofFirst!, ofSecond!].map(({ leads }) => leads)).toEqual(Array(2).fill(Array(3).fill('completed')))
  expect([ofFirst!, ofSecond!].map(({ called }) => called.toSorted())).toEqual(AREAS.map((area) => [1, 2, 3].map((nth) => `${area}55${nth}0100`)))
})

test('an export is a file of its own server', async () => {
  const texts = await both(async ({ key }) => {
    return (await download((await createReport(key, { type: 'leads' })).download_url)).bytes.toString()
  })
  expect(texts.map((text) => AREAS.map((area) => text.includes(area)))).toEqual([
    [true, false],
    [false, true],
  ])
})

test('a key revoked at one ends its open connections there, and none of the key with the same ID at the other', async () => {
  const opened = await both(async ({ server, acme }) => {
    const { apiKey } = await acme.key()
    return Promise.all([openSocketStream(server.url, { key: apiKey }), openEventStream(server.url, { key: apiKey })])
  })
  const [key, other] = await both(() => anyWorkspace.apiKey.findFirstOrThrow({ orderBy: { id: 'desc' } }))
  expect(key!.id).toBe(other!.id)
  await first.server.as(() => credentials.revoke(first.acme.id, 'key', key!.id))
  await waitFor('the end of both', () => opened[0]!.every((stream) => stream.closeReason() !== null))
  expect(opened.map((streams) => streams.map((stream) => stream.closeReason()))).toEqual([
    [4401, 'UNAUTHENTICATED'],
    [null, null],
  ])
  for (const stream of opened.flat()) stream.close()
})

test('each counts what it does in its own metrics', async () => {
  const watchersOf = async ({ server }: Side) => {
    const text = await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()
    expect(text).toContain('callwright_process_cpu_seconds_total')
    return Number(/^callwright_shared_watchers (\d+)$/m.exec(text)![1])
  }
  const [ofFirst, ofSecond] = [await watchersOf(first), await watchersOf(second)]
  second.sockets.watch('subscription { activeCallCount }')
  await waitFor('the subscription', async () => (await watchersOf(second)) === ofSecond + 1)
  expect(await watchersOf(first)).toBe(ofFirst)
})

/** Waits for a simulated call to end after the other server has stopped. */
test('when one stops, the other continues its calls, subscriptions, jobs and files', async () => {
  await first.server.end()
  await expect(fetch(first.server.url)).rejects.toThrow('fetch failed')
  expect((await completeCall(second, '+13135560009')).seen).toEqual(['+13135560009'])
  expect(await createReport(second.key, { type: 'leads' })).toMatchObject({ status: 'done' })
})

test('nothing that a server does is lost to work outside of both', () => {
  expect(JSON.stringify(logged, (_, value: unknown) => (value instanceof Error ? value.message : value))).not.toContain('not connected yet')
  expect(settings.publicUrl).toBe('http://localhost:4000')
})
