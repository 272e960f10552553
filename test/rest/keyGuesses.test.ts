import { afterEach, describe, expect, test } from 'vitest'
import { readEnv } from '../../src/kernel/config/env.ts'
import { trustProxies } from '../../src/http/address.ts'
import { newApiKey } from '../../src/kernel/crypto/ids.ts'
import { graphql } from '../kit/clients/client.ts'
import { MINUTE, SECOND, advanceClock, stopClock } from '../kit/waiting/clock.ts'
import { createSocketClient } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { TRUSTED_PROXIES: 'loopback, 203.0.113.0/24' } })
const TOO_MANY = { detail: 'Too many requests. Please try again later.' }

const ask = async (address: string, key: string | null = newApiKey()) => {
  const res = await fetch(`${testServer().url}/api/v1/me`, { headers: { 'X-Forwarded-For': address, ...(key === null ? {} : { 'X-API-Key': key }) } })
  return { status: res.status, body: await res.json(), retryAfter: res.headers.get('retry-after') }
}
const guess = async (times: number, address: string, key?: string) => {
  const statuses: number[] = []
  for (let i = 0; i < times; i++) statuses.push((await ask(address, key)).status)
  return { wrong: statuses.filter((status) => status === 401).length, slowed: statuses.filter((status) => status === 429).length }
}
const newKey = async () => (await (await testServer().workspace()).key('me:read')).apiKey

describe('a client with invalid keys', () => {
  test.each([
    ['unknown', undefined],
    ['malformed', 'ago_nonsense'],
  ])('may try twenty a minute from one address: %s', async (_kind, key) => {
    stopClock(new Date())
    const address = `198.51.100.${key ? 1 : 2}`
    expect(await guess(25, address, key)).toEqual({ wrong: 20, slowed: 5 })
    advanceClock(30 * SECOND)
    expect(await ask(address)).toEqual({ status: 429, body: TOO_MANY, retryAfter: '30' })
    expect((await ask('198.51.100.3')).status).toBe(401)
    advanceClock(30 * SECOND)
    expect(await guess(21, address, key)).toEqual({ wrong: 20, slowed: 1 })
  })

  test("doesn't block a valid key, new or already seen, and a request without a key doesn't count", async () => {
    stopClock(new Date())
    const address = '198.51.100.10'
    const [old, fresh] = [await newKey(), await newKey()]
    expect((await ask(address, old)).status).toBe(200)
    await guess(20, address)
    expect((await ask(address, old)).status).toBe(200)
    expect((await ask('198.51.100.11', fresh)).status).toBe(200)
    expect((await ask(address, fresh)).status).toBe(200)
    const late = await newKey()
    expect((await ask(address)).status).toBe(429)
    expect((await ask(address, late)).status).toBe(200)
    expect((await ask(address, null)).status).toBe(401)
  })

  test('is limited by the same count in GraphQL and over sockets', async () => {
    const address = '127.0.0.1'
    for (let i = 0; i < 10; i++) await graphql(testServer().url, { 'X-API-Key': newApiKey() }, '{ __typename }')
    expect((await graphql(testServer().url, { 'X-API-Key': newApiKey() }, '{ __typename }')).errors![0]!.extensions!.code).toBe('UNAUTHENTICATED')
    for (let i = 0; i < 9; i++) expect(await createSocketClient(testServer().url, { apiKey: newApiKey() }).connect()).toBe(4401)
    const res = await fetch(`${testServer().url}/graphql`, { headers: { 'X-API-Key': newApiKey() } })
    expect([res.status, (await res.json()).errors[0].message, Number(res.headers.get('retry-after')) > 0]).toEqual([429, TOO_MANY.detail, true])
    expect((await ask(address)).status).toBe(429)
    const late = createSocketClient(testServer().url, { apiKey: (await (await testServer().workspace()).key()).apiKey })
    const watched = late.watch('subscription { activeCallCount }')
    await waitFor('the subscription to begin', () => watched.events.length > 0)
    await late.close()
  })
})

test('a client that guesses a password gets the time of its next attempt, and no other client is slowed', async () => {
  const { email, password } = await testServer().workspace()
  const signIn = async (address: string, guess: string) => {
    const res = await fetch(`${testServer().url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({
        query: 'mutation ($input: SignInInput!) { signIn(input: $input) { expiresAt } }',
        variables: { input: { email, password: guess } },
      }),
    })
    return { status: res.status, retryAfter: res.headers.get('retry-after'), body: await res.json() }
  }
  for (let i = 0; i < 5; i++) expect((await signIn('198.51.100.40', 'wrong')).body.errors[0].extensions.code).toBe('UNAUTHENTICATED')
  const refused = await signIn('198.51.100.40', password)
  expect([refused.status, refused.body.errors[0].message]).toEqual([429, TOO_MANY.detail])
  expect(Number(refused.retryAfter)).toBeGreaterThan(890)
  expect((await signIn('198.51.100.41', password)).status).toBe(200)
})

describe('the address of a client', () => {
  afterEach(() => trustProxies(['loopback', '203.0.113.0/24']))

  test('is the nearest one that is not a trusted proxy, regardless of what the client claims before it', async () => {
    expect(await guess(20, '192.0.2.1, 198.51.100.20, 203.0.113.7')).toEqual({ wrong: 20, slowed: 0 })
    expect((await ask('192.0.2.99, 198.51.100.20')).status).toBe(429)
    expect((await ask('192.0.2.1')).status).toBe(401)
  })

  test('is the whole /64 network with IPv6, and the same address in every notation', async () => {
    expect(await guess(20, '2001:db8:1:2::1')).toEqual({ wrong: 20, slowed: 0 })
    for (const same of ['2001:0db8:0001:0002:ffff::9', '2001:db8:1:2:3:4:5:6', '2001:DB8:1:2::']) expect((await ask(same)).status).toBe(429)
    for (const other of ['2001:db8:1:3::1', '2001:db8:1::2', '::1:2']) expect((await ask(other)).status).toBe(401)
    expect(await guess(20, '198.51.100.30')).toEqual({ wrong: 20, slowed: 0 })
    expect((await ask('::ffff:198.51.100.30')).status).toBe(429)
  })

  test('is the proxy itself if the proxy sends no address, or if no proxy is trusted', async () => {
    stopClock(new Date(Date.now() + 10 * MINUTE))
    expect(await guess(20, 'unknown')).toEqual({ wrong: 20, slowed: 0 })
    expect((await ask('127.0.0.1')).status).toBe(429)
    advanceClock(MINUTE)
    trustProxies([])
    for (let i = 0; i < 20; i++) await ask(`198.51.100.${100 + i}`)
    expect((await ask('198.51.100.99')).status).toBe(429)
  })

  test.each(['1', 'localhost', '10.0.0.0/33', '10.0.0.1;10.0.0.2', 'true'])('TRUSTED_PROXIES=%s prevents the start with an error message', (text) => {
    expect(() => readEnv({ TRUSTED_PROXIES: text })).toThrow(
      /TRUSTED_PROXIES: must be a comma-separated list of addresses, ranges such as 10\.0\.0\.0\/8, .* \(given: /,
    )
  })

  test('TRUSTED_PROXIES accepts addresses, ranges and names', () => {
    expect(readEnv({ TRUSTED_PROXIES: ' loopback,10.0.0.0/8 , fd00::/8,192.0.2.7' }).TRUSTED_PROXIES).toEqual([
      'loopback',
      '10.0.0.0/8',
      'fd00::/8',
      '192.0.2.7',
    ])
    expect(readEnv({}).TRUSTED_PROXIES).toEqual([])
  })
})
