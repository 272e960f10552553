import { beforeAll, expect, test } from 'vitest'
import { graphql } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let headers: Record<string, string>
beforeAll(async () => {
  headers = { 'X-API-Key': (await (await testServer().workspace()).key()).apiKey }
})
const ask = (query: string, variables?: object) => graphql(testServer().url, headers, query, variables)

const HOSTILE: [string, string][] = [
  ['a thousand aliases', `{ ${Array.from({ length: 1000 }, (_, i) => `a${i}: calls(first: 100) { nodes { id } }`).join(' ')} }`],
  [
    'nested lists',
    `{ ${Array.from({ length: 40 }, (_, i) => `a${i}: calls(first: 100) { edges { node { id transcript { text } metadata } } nodes { id analysis structuredData } }`).join(' ')} }`,
  ],
  ['free JSON of thousands of rows', '{ agents(first: 50) { nodes { versions(first: 100) { nodes { settings } } } } }'],
  ['a fragment that names itself', 'query { ...f } fragment f on Query { calls { nodes { id } } ...f }'],
  ['endless nesting', `${'{ calls { nodes '.repeat(50)}{ id }${' } }'.repeat(50)}`],
]

test.each(HOSTILE)('%s is refused before anything is read', async (_, query) => {
  const { data, errors } = await ask(query)
  expect(data ?? null).toBeNull()
  expect(errors!.length).toBeGreaterThan(0)
})

test('errors have a code, their detail and their HTTP status, and internal errors reveal nothing', async () => {
  const { errors } = await ask('{ agent(id: "999999") { id } }')
  expect(errors).toMatchObject([{ message: 'Agent not found', extensions: { code: 'NOT_FOUND', detail: 'Agent not found' } }])
  const invalid = await ask('mutation ($input: AgentInput!) { createAgent(input: $input) { id } }', { input: { name: '' } })
  expect(invalid.errors![0]!.extensions).toMatchObject({ code: 'UNPROCESSABLE_ENTITY', detail: [{ type: 'value_error.str.min_length' }] })
})

test('a request without a key or a session is refused, and so is an invalid key', async () => {
  const { errors } = await graphql(testServer().url, {}, '{ calls { nodes { id } } }')
  expect(errors![0]!.extensions).toMatchObject({ code: 'UNAUTHENTICATED' })
  const refused = await graphql(testServer().url, { 'X-API-Key': 'ago_nonsense' }, '{ calls { nodes { id } } }')
  expect(refused.errors![0]!.message).toBe('Invalid API key format')
})

test('a body of invalid JSON is refused as strictly as in REST', async () => {
  const send = (body: BodyInit, type = 'application/json') =>
    fetch(`${testServer().url}/graphql`, { method: 'POST', headers: { ...headers, 'Content-Type': type }, body })
  expect((await send('{"query":')).status).toBe(422)
  expect((await send('query=%7B__typename%7D', 'application/x-www-form-urlencoded')).status).toBe(415)
  expect((await send('{"query":"{ __typename }","variables":{"__proto__":{"a":1}}}')).status).toBe(422)
  expect((await send(new Uint8Array([0x7b, 0xff, 0x7d]))).status).toBe(422)
})
