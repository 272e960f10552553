import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { beforeAll, expect, test } from 'vitest'
import { openProtocolSocket } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let apiKey: string
beforeAll(async () => {
  apiKey = (await (await testServer().workspace()).key('agents:read')).apiKey
})

const SUBSCRIPTION = 'subscription { activeCallsUpdated { startIndex } }'
const MUTATION = 'mutation { addDncEntry(input: { phoneNumber: "+14155550199" }) { id } }'

test('the official client stops after one connection with an invalid key, despite its retries', async () => {
  let connections = 0
  class Counted extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols)
      connections++
    }
  }
  const client = createClient({
    url: `${testServer().url.replace('http', 'ws')}/graphql`,
    webSocketImpl: Counted,
    connectionParams: { apiKey: 'ago_nonsense' },
    retryAttempts: 5,
    retryWait: () => Promise.resolve(),
  })
  const failure = await new Promise((resolve) => client.subscribe({ query: SUBSCRIPTION }, { next() {}, error: resolve, complete: () => resolve('complete') }))
  expect(failure).toMatchObject({ code: 4401 })
  expect(connections).toBe(1)
  await client.dispose()
})

test.each([
  ['a query', '{ wallet { balance } }'],
  ['a mutation', MUTATION],
  ['a subscription', SUBSCRIPTION],
])('%s without permission returns a result with the reason, then completes', async (_, document) => {
  const socket = await openProtocolSocket(testServer().url, { apiKey })
  socket.subscribe('1', document)
  await waitFor('the answer', () => socket.messagesOf('1', 'complete').length > 0)
  expect(socket.messages.map(({ type }) => type)).toEqual(['next', 'complete'])
  expect(socket.messagesOf('1')[0]!.payload).toMatchObject({
    errors: [{ message: expect.stringContaining('Missing scope'), extensions: { code: 'FORBIDDEN' } }],
  })
  await socket.close()
})

test('an invalid document returns an error message', async () => {
  const socket = await openProtocolSocket(testServer().url, { apiKey })
  for (const [id, document] of Object.entries({ syntax: '{', unknown: '{ agents { nothing } }' })) socket.subscribe(id, document)
  await waitFor('the answers', () => socket.messages.length === 2)
  for (const id of ['syntax', 'unknown']) expect(socket.messagesOf(id, 'error')).toHaveLength(1)
  await socket.close()
})

test('too many schema queries are refused without closing the socket', async () => {
  const socket = await openProtocolSocket(testServer().url, { apiKey })
  for (let n = 0; n < 22; n++) socket.subscribe(`${n}`, `{ __schema { a${n}: description } }`)
  await waitFor('the answers', () => socket.messages.filter(({ type }) => type === 'complete').length === 22)
  const codes = socket.messages.flatMap(({ payload }) => payload?.errors?.[0].extensions.code ?? [])
  expect(codes).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
  socket.subscribe('query', '{ agents { nodes { id } } }')
  await waitFor('the next answer', () => socket.messagesOf('query', 'complete').length > 0)
  expect(socket.messagesOf('query')[0]!.payload).toMatchObject({ data: { agents: { nodes: [] } } })
  await socket.close()
})
