import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { beforeAll, expect, test } from 'vitest'
import { wire } from '../kit/socket.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'

const world = useWorld({ env: { ROLE: 'api' } })
let apiKey: string
beforeAll(async () => {
  apiKey = (await (await world().workspace()).key('agents:read')).apiKey
})

const SUBSCRIPTION = 'subscription { activeCallsUpdated { startIndex } }'
const MUTATION = 'mutation { addDncEntry(input: { phoneNumber: "+14155550199" }) { id } }'

test('the official client gives up after one connection with a key that does not hold, however many retries it is allowed', async () => {
  let connections = 0
  class Counted extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols)
      connections++
    }
  }
  const client = createClient({
    url: `${world().url.replace('http', 'ws')}/graphql`,
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
])('%s that the caller may not make is answered by a result with the reason, then completes', async (_, document) => {
  const mine = await wire(world().url, { apiKey })
  mine.subscribe('1', document)
  await until('the answer', () => mine.of('1', 'complete').length > 0)
  expect(mine.messages.map(({ type }) => type)).toEqual(['next', 'complete'])
  expect(mine.of('1')[0]!.payload).toMatchObject({ errors: [{ message: expect.stringContaining('Missing scope'), extensions: { code: 'FORBIDDEN' } }] })
  await mine.close()
})

test('a document that is not valid is answered by an error message', async () => {
  const mine = await wire(world().url, { apiKey })
  for (const [id, document] of Object.entries({ syntax: '{', unknown: '{ agents { nothing } }' })) mine.subscribe(id, document)
  await until('the answers', () => mine.messages.length === 2)
  for (const id of ['syntax', 'unknown']) expect(mine.of(id, 'error')).toHaveLength(1)
  await mine.close()
})

test('who asks for too many descriptions of the schema is refused, and keeps the socket', async () => {
  const mine = await wire(world().url, { apiKey })
  for (let n = 0; n < 22; n++) mine.subscribe(`${n}`, `{ __schema { a${n}: description } }`)
  await until('the answers', () => mine.messages.filter(({ type }) => type === 'complete').length === 22)
  const codes = mine.messages.flatMap(({ payload }) => payload?.errors?.[0].extensions.code ?? [])
  expect(codes).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
  mine.subscribe('query', '{ agents { nodes { id } } }')
  await until('the next answer', () => mine.of('query', 'complete').length > 0)
  expect(mine.of('query')[0]!.payload).toMatchObject({ data: { agents: { nodes: [] } } })
  await mine.close()
})
