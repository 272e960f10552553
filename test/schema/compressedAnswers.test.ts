import { beforeAll, expect, test } from 'vitest'
import * as onboarding from '../../src/services/onboarding/onboarding.ts'
import { signUpInput } from '../kit/fixtures/rows.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let session: Record<string, string>
let key: Record<string, string>
beforeAll(async () => {
  session = { Authorization: `Bearer ${(await onboarding.signUp(signUpInput())).accessToken}` }
  key = { 'X-API-Key': (await (await testServer().workspace()).key()).apiKey }
})

const LONG = 'query { hourlyStats { hours { weekday hour calls answered answerRate } } }'
const SHORT = 'query { wallet { balance } }'
const MUTATION = `mutation { createApiKey(input: { name: "${'a'.repeat(90)}", scopes: ["calls:read"] }) { key ${Array.from({ length: 20 }, (_, at) => `a${at}: apiKey { name }`).join(' ')} } }`

async function send(query: string, headers: Record<string, string>) {
  const response = await fetch(`${testServer().url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
  return {
    encoding: response.headers.get('content-encoding'),
    vary: response.headers.get('vary'),
    body: (await response.json()) as { data: object; errors?: unknown },
  }
}

test('a long answer to the dashboard is compressed, and is the same as one that is not', async () => {
  const compressed = await send(LONG, { ...session, 'Accept-Encoding': 'br, gzip' })
  const plain = await send(LONG, { ...session, 'Accept-Encoding': 'identity' })
  expect(compressed.encoding).toBe('gzip')
  expect(compressed.vary).toBe('Authorization, X-API-Key, Accept-Encoding')
  expect(plain.encoding).toBeNull()
  expect(compressed.body).toEqual(plain.body)
  expect(JSON.stringify(plain.body).length).toBeGreaterThan(5_000)
})

test.each([
  ['a short answer', () => [SHORT, session]],
  ['an answer to an API key', () => [LONG, key]],
  ['an answer with new secrets', () => [MUTATION, session]],
] as [string, () => [string, Record<string, string>]][])('%s is sent as it is', async (_, request) => {
  const [query, headers] = request()
  const { encoding, body } = await send(query, { ...headers, 'Accept-Encoding': 'gzip' })
  expect(body.errors).toBeUndefined()
  expect(encoding).toBeNull()
})

test.each(['gzip;q=0', 'br', 'x-gzip-like', ''])('a client that accepts "%s" gets no gzip', async (accepted) => {
  expect((await send(LONG, { ...session, 'Accept-Encoding': accepted })).encoding).toBeNull()
})
