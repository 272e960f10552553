import { beforeAll, expect, test } from 'vitest'
import { graphql } from '../kit/clients/client.ts'
import type { Client } from '../kit/clients/client.ts'
import { openProtocolSocket } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let key: Client
let reader: Client
let agentId: string
beforeAll(async () => {
  const acme = await testServer().workspace()
  key = await acme.key()
  reader = await acme.key('agents:read')
  for (const name of ['Ada', 'Bea', 'Cleo']) agentId = String((await key.post('/agents', { name })).body.id)
  await key.post('/dnc', { phone_number: '+12125550100' })
})

const DETAIL = 'fragment Detail on Agent { id name lang systemPrompt generalTools createdAt }'
const OPERATIONS: [name: string, query: string, variables?: () => object][] = [
  [
    'a list with fragments and edges',
    `{ agents(first: 2) { nodes { ...Detail } edges { cursor node { isPublished } } pageInfo { hasNextPage endCursor } } } ${DETAIL}`,
  ],
  [
    'variables and directives',
    'query($on: Boolean!, $first: Int) { agents(first: $first) { nodes { id name @include(if: $on) lang @skip(if: $on) } } }',
    () => ({ on: true, first: 1 }),
  ],
  [
    'the other side of a directive',
    'query($on: Boolean!, $first: Int) { agents(first: $first) { nodes { id name @include(if: $on) lang @skip(if: $on) } } }',
    () => ({ on: false }),
  ],
  ['aliases and type names', '{ a: agents { nodes { __typename id } } b: dncEntries { nodes { __typename phoneNumber } } }'],
  ['one of several operations is invalid', 'query A { agents { nodes { id } } } query B { wallet { balance } }'],
  ['a domain error', 'query($id: ID!) { agent(id: $id) { name } }', () => ({ id: '999999' })],
  ['an error together with data', 'query($id: ID!) { good: agent(id: $id) { name } bad: agent(id: 999999) { name } }', () => ({ id: agentId })],
  ['a missing variable', 'query($id: ID!) { agent(id: $id) { name } }', () => ({})],
  ['a variable of another type', 'query($first: Int) { agents(first: $first) { nodes { id } } }', () => ({ first: 'ten' })],
  ['an input that does not validate', 'mutation($input: AgentInput!) { createAgent(input: $input) { id } }', () => ({ input: { name: '' } })],
  ['a page size out of bounds', '{ agents(first: 1000) { nodes { id } } }'],
  ['an unknown field', '{ agents { nodes { nothing } } }'],
]

/** When compiled, an error doesn't have its location in the document, but its path. An invalid variable is named with its type. */
const plain = ({ data, errors }: Awaited<ReturnType<typeof graphql>>) => ({
  data,
  errors: errors?.map((error: any) => ({ ...error, locations: null, message: error.message.replace(/Expected type \w+; /, '') })),
})

test.each(OPERATIONS)('%s: the response is the same the first time and when compiled', async (_name, query, variables) => {
  const ask = async () => plain(await graphql(testServer().url, { 'X-API-Key': key.apiKey }, query, variables?.()))
  const first = await ask()
  expect(first.data ?? first.errors).toBeTruthy()
  for (const repetition of [await ask(), await ask(), await ask()]) expect(repetition).toEqual(first)
})

test('a field without permission is refused the first time and when compiled', async () => {
  const query = '{ agents { nodes { id } } wallet { balance } }'
  const asReader = async () => plain(await graphql(testServer().url, { 'X-API-Key': reader.apiKey }, query))
  const first = await asReader()
  expect(first.errors?.[0]?.message).toBe('Missing scope: billing:read')
  for (let i = 0; i < 3; i++) expect(await asReader()).toEqual(first)
  // The same document from another caller.
  expect((await graphql(testServer().url, { 'X-API-Key': key.apiKey }, query)).errors).toBeUndefined()
  expect((await asReader()).errors?.[0]?.message).toBe('Missing scope: billing:read')
})

test('queries over a socket get the same responses the first time and when compiled', async () => {
  const socket = await openProtocolSocket(testServer().url, { apiKey: key.apiKey })
  const ask = async (id: string, variables: object) => {
    socket.subscribe(id, 'query OverSocket($id: ID!) { agent(id: $id) { id name } }', variables)
    await waitFor('the answer', () => socket.messagesOf(id, 'complete').length === 1)
    return plain(socket.messagesOf(id)[0]!.payload)
  }
  for (const variables of [{ id: agentId }, { id: '999999' }, {}]) {
    const answers = []
    for (const turn of ['first', 'second', 'third']) answers.push(await ask(`${turn} ${JSON.stringify(variables)}`, variables))
    expect(answers[0]!.data ?? answers[0]!.errors).toBeTruthy()
    expect(answers.slice(1)).toEqual([answers[0], answers[0]])
  }
  await socket.close()
})
