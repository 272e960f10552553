import { Client, createRequest, fetchExchange, gql, type Operation, type OperationResult } from 'urql'
import { expect, test } from 'vitest'
import { pipe, subscribe } from 'wonka'
import { mergeQueries } from '../../web/src/api/mergedQueries.ts'

const WALLET = gql`
  query Wallet {
    wallet {
      balance
    }
  }
`
const ALERTS = gql`
  query Alerts($first: Int) {
    alerts(first: $first) {
      id
    }
  }
`

/** A client whose server answers when a test tells it to. */
function openClient() {
  const requests: { body: { query: string; variables: object }; answer(body: object): void }[] = []
  const fetch = (_url: unknown, { body }: RequestInit) =>
    new Promise<Response>((resolve) => {
      const answer = (json: object) => resolve(new Response(JSON.stringify(json), { headers: { 'Content-Type': 'application/json' } }))
      requests.push({ body: JSON.parse(body as string), answer })
    })
  const client = new Client({ url: 'http://localhost/graphql', fetch: fetch as never, preferGetMethod: false, exchanges: [mergeQueries, fetchExchange] })
  const results: OperationResult[] = []
  const ask = () =>
    [createRequest(WALLET, {}), createRequest(ALERTS, { first: 3 })].map((request) => {
      const operation = client.createRequestOperation('query', request, { requestPolicy: 'network-only' })
      const { unsubscribe } = pipe(
        client.executeRequestOperation(operation),
        subscribe((result) => void results.push(result)),
      )
      return { ...operation, unsubscribe }
    })
  return { requests, ask, last: ({ key }: Pick<Operation, 'key'>) => results.findLast(({ operation }) => operation.key === key) }
}

const arrived = async (requests: unknown[], count: number) => {
  await expect.poll(() => requests.length).toBe(count)
}

/** Asks, and waits for the request. */
async function sent<Result>(requests: unknown[], ask: () => Result): Promise<Result> {
  const before = requests.length
  const asked = ask()
  await arrived(requests, before + 1)
  return asked
}

test('queries of one moment are one request, and each gets its own fields', async () => {
  const { requests, ask, last } = openClient()
  const [wallet, alerts] = ask()
  await arrived(requests, 1)
  expect(requests[0]!.body.variables).toEqual({ first_1: 3 })
  requests[0]!.answer({ data: { wallet_0: { balance: '1' }, alerts_1: [{ id: 'a' }] } })
  await expect.poll(() => last(alerts!)?.data).toEqual({ alerts: [{ id: 'a' }] })
  expect(last(wallet!)?.data).toEqual({ wallet: { balance: '1' } })
})

test('queries that are given up and sent again before their answer get the later answer too', async () => {
  const { requests, ask, last } = openClient()
  for (const { unsubscribe } of await sent(requests, ask)) unsubscribe()
  const operations = await sent(requests, ask)
  for (const [index, { answer }] of requests.entries()) answer({ data: { wallet_0: { balance: String(index) }, alerts_1: [{ id: String(index) }] } })
  await expect.poll(() => operations.map((operation) => last(operation)?.data)).toEqual([{ wallet: { balance: '1' } }, { alerts: [{ id: '1' }] }])
})

test('queries of a request that is refused are sent again, each alone', async () => {
  const { requests, ask, last } = openClient()
  const [wallet, alerts] = ask()
  await arrived(requests, 1)
  requests[0]!.answer({ errors: [{ message: 'Forbidden', extensions: { code: 'FORBIDDEN' } }] })
  await arrived(requests, 3)
  requests[1]!.answer({ data: { wallet: { balance: '1' } } })
  requests[2]!.answer({ errors: [{ message: 'Forbidden', extensions: { code: 'FORBIDDEN' } }] })
  await expect.poll(() => last(alerts!)?.error?.message).toContain('Forbidden')
  await expect.poll(() => last(wallet!)?.data).toEqual({ wallet: { balance: '1' } })
})
