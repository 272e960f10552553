import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let key: Client
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
})

test.each<[string, object, string]>([
  ['/calls', { to_number: '4155550100' }, 'Invalid phone number'],
  ['/calls', { to_number: '', agent_id: 'x', metadata: [] }, 'Invalid phone number'],
  ['/integrations/connect', { carrier: 'acme' }, 'Unsupported provider: acme'],
  ['/integrations/connect', { provider: 'acme', external_owner_id: 7 }, 'Unsupported provider: acme'],
  ['/phone-numbers/link', { carrier: 'acme' }, 'Unsupported provider: acme'],
  ['/phone-numbers/link', { carrier: 'Twilio', label: 7 }, 'Unsupported provider: Twilio'],
])('POST %s with %j returns 400 with the reason, whatever else is missing or invalid', async (path, body, detail) => {
  expect(await key.post(path, body)).toMatchObject({ status: 400, body: { detail } })
})

test('the same fields with a wrong type, or missing, return 422 together with all other errors', async () => {
  const items = async (path: string, body: object) => {
    const response = await key.post(path, body)
    expect(response.status).toBe(422)
    return (response.body.detail as { loc: string[] }[]).map(({ loc }) => loc.at(-1)!).sort((one, other) => one.localeCompare(other))
  }
  expect(await items('/calls', { to_number: 7 })).toEqual(['agent_id', 'to_number'])
  expect(await items('/calls', {})).toEqual(['agent_id', 'to_number'])
  expect(await items('/integrations/connect', {})).toEqual(['carrier', 'credentials'])
  expect(await items('/phone-numbers/link', { carrier: 'sip', label: 7 })).toEqual(['label', 'phone_number'])
})

test('GraphQL checks in the same order', async () => {
  const placed = key.gql('mutation { placeCall(input: { toNumber: "4155550100" }) { id } }')
  await expect(placed).rejects.toThrow('Invalid phone number')
  const connected = key.gql('mutation { connectCarrier(input: { carrier: "acme", credentials: [] }) { id } }')
  await expect(connected).rejects.toThrow('Unsupported provider: acme')
})
