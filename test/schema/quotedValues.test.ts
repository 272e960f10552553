import { beforeAll, expect, test } from 'vitest'
import { socket } from '../kit/socket.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'

const world = useWorld({ env: { ROLE: 'api' } })
let apiKey: string
beforeAll(async () => {
  apiKey = (await (await world().workspace()).key()).apiKey
})

const SECRET = 'correct horse battery staple'
const MISTAKES: [what: string, query: string, variables: object][] = [
  ['a variable of the wrong kind', 'query ($first: Int) { calls(first: $first) { nodes { id } } }', { first: SECRET }],
  ['a field of an input of the wrong kind', 'mutation ($input: SmsInput!) { sendSms(input: $input) { id } }', { input: { body: { text: SECRET } } }],
  ['a literal of the wrong kind', `query { calls(first: "${SECRET}") { nodes { id } } }`, {}],
]

test.each(MISTAKES)('%s is told without its value, over HTTP and over a socket', async (_what, query, variables) => {
  const res = await fetch(`${world().url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey },
    body: JSON.stringify({ query, variables }),
  })
  const client = socket(world().url, { apiKey })
  const watched = client.watch(query, variables as Record<string, unknown>)
  await until('the mistake to be told', () => watched.errors.length > 0)
  for (const told of [await res.text(), JSON.stringify(watched.errors)]) {
    expect(told).toMatch(/cannot represent|got invalid value/)
    expect(told).not.toContain(SECRET)
  }
  await client.close()
})
