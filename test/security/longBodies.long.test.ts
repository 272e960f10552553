import { type ClientRequest, request } from 'node:http'
import { expect, test } from 'vitest'
import { SMALL_BODY_BYTES, countActiveBodies } from '../../src/kernel/http/bodyTurns.ts'
import type { Client } from '../kit/clients/client.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
const LENGTH = SMALL_BODY_BYTES + 65_536
/** The server reads two bodies of a workspace at a time, and sixteen wait. */
const MAX = 18

const body = JSON.stringify({ leads: [{ phone_number: '+14155550100', data: { x: 1 } }], note: 'x'.repeat(LENGTH) })
const leadsOf = async (key: Client) => `/campaigns/${(await key.post('/campaigns', { name: 'Autumn' })).body.id as number}/leads`
const post = async (key: Client, to: string) => (await key.raw(to, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })).status

/** Sends everything but the end. The response goes to the others. */
function sendSlowly(key: Client, path: string, responses: (number | undefined)[]): ClientRequest {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': key.apiKey, 'Content-Length': Buffer.byteLength(body) }
  const sending = request(`${testServer().url}/api/v1${path}`, { method: 'POST', headers, agent: false }, (res) => void responses.push(res.resume().statusCode))
  sending.on('error', () => {})
  sending.write(body.slice(0, -10))
  return sending
}

test('of simultaneous long bodies of one workspace few are read and the others refused, and another workspace is served', async () => {
  const [one, other] = [await (await testServer().workspace()).key(), await (await testServer().workspace()).key()]
  const path = await leadsOf(one)
  const responses: (number | undefined)[] = []
  const openRequests = Array.from({ length: MAX + 2 }, () => sendSlowly(one, path, responses))
  await waitFor('two refusals', () => responses.length === 2)
  expect(responses).toEqual([503, 503])
  expect(await post(other, await leadsOf(other))).toBe(201)

  for (const sending of openRequests) sending.end(body.slice(-10))
  await waitFor('the other responses', () => responses.length === MAX + 2)
  expect(responses.slice(2)).toEqual(Array.from({ length: MAX }, () => 201))
  expect(await post(one, path)).toBe(201)
})

/** Waits until one of eight bodies has been arriving for five seconds and is dropped. */
test('slow senders that use every slot are dropped for another workspace, which is served', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, async () => (await testServer().workspace()).key()))
  const paths = await Promise.all(keys.map(leadsOf))
  const responses: (number | undefined)[] = []
  const openRequests = [0, 0, 1, 1, 2, 2, 3, 3].map((at) => sendSlowly(keys[at]!, paths[at]!, responses))
  await waitFor('every slot to be used', () => countActiveBodies() === openRequests.length)
  expect(await post(keys[4]!, paths[4]!)).toBe(201)
  await waitFor('one refusal', () => responses.length === 1)
  expect(responses).toEqual([503])

  for (const sending of openRequests) sending.end(body.slice(-10))
  await waitFor('the other responses', () => responses.length === 8)
  expect(responses.slice(1)).toEqual(Array.from({ length: 7 }, () => 201))
})
