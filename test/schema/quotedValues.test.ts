import { beforeAll, expect, test } from 'vitest'
import { createSocketClient } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let apiKey: string
beforeAll(async () => {
  apiKey = (await (await testServer().workspace()).key()).apiKey
})

const SECRET = 'correct horse battery staple'
const MISTAKES: [what: string, query: string, variables: object][] = [
  ['a variable of the wrong type', 'query ($first: Int) { calls(first: $first) { nodes { id } } }', { first: SECRET }],
  ['an input field of the wrong type', 'mutation ($input: SmsInput!) { sendSms(input: $input) { id } }', { input: { body: { text: SECRET } } }],
  ['a literal of the wrong type', `query { calls(first: "${SECRET}") { nodes { id } } }`, {}],
]

test.each(MISTAKES)('%s returns an error without the value, over HTTP and over a socket', async (_what, query, variables) => {
  const res = await fetch(`${testServer().url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey },
    body: JSON.stringify({ query, variables }),
  })
  const client = createSocketClient(testServer().url, { apiKey })
  const watched = client.watch(query, variables as Record<string, unknown>)
  await waitFor('the error', () => watched.errors.length > 0)
  for (const response of [await res.text(), JSON.stringify(watched.errors)]) {
    expect(response).toMatch(/cannot represent|got invalid value/)
    expect(response).not.toContain(SECRET)
  }
  await client.close()
})
