import { type ClientRequest, request } from 'node:http'
import { expect, test } from 'vitest'
import { SMALL_BODY_BYTES, countActiveBodies } from '../../src/kernel/http/bodyTurns.ts'
import type { Client } from '../kit/client.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'

const world = useWorld({ env: { ROLE: 'api' } })
const LENGTH = SMALL_BODY_BYTES + 65_536
/** Two of a workspace are taken in, and sixteen wait. */
const MAX = 18

const body = JSON.stringify({ leads: [{ phone_number: '+14155550100', data: { x: 1 } }], note: 'x'.repeat(LENGTH) })
const leadsOf = async (key: Client) => `/campaigns/${(await key.post('/campaigns', { name: 'Autumn' })).body.id as number}/leads`
const post = async (key: Client, to: string) => (await key.raw(to, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })).status

/** Sends all but the end; what is answered comes to the others. */
function slowly(key: Client, path: string, answers: (number | undefined)[]): ClientRequest {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': key.apiKey, 'Content-Length': Buffer.byteLength(body) }
  const sending = request(`${world().url}/api/v1${path}`, { method: 'POST', headers, agent: false }, (res) => void answers.push(res.resume().statusCode))
  sending.on('error', () => {})
  sending.write(body.slice(0, -10))
  return sending
}

test('of long bodies that one workspace sends at once few are taken in, more are refused, and another workspace is served', async () => {
  const [one, other] = [await (await world().workspace()).key(), await (await world().workspace()).key()]
  const path = await leadsOf(one)
  const answers: (number | undefined)[] = []
  const begun = Array.from({ length: MAX + 2 }, () => slowly(one, path, answers))
  await until('two to be refused', () => answers.length === 2)
  expect(answers).toEqual([503, 503])
  expect(await post(other, await leadsOf(other))).toBe(201)

  for (const sending of begun) sending.end(body.slice(-10))
  await until('the others to be answered', () => answers.length === MAX + 2)
  expect(answers.slice(2)).toEqual(Array.from({ length: MAX }, () => 201))
  expect(await post(one, path)).toBe(201)
})

/** Waits until one of eight bodies has been arriving for five seconds, and makes way. */
test('slow senders that hold every turn make way for another workspace, which is served', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, async () => (await world().workspace()).key()))
  const paths = await Promise.all(keys.map(leadsOf))
  const answers: (number | undefined)[] = []
  const begun = [0, 0, 1, 1, 2, 2, 3, 3].map((at) => slowly(keys[at]!, paths[at]!, answers))
  await until('every turn to be taken', () => countActiveBodies() === begun.length)
  expect(await post(keys[4]!, paths[4]!)).toBe(201)
  await until('one to be refused', () => answers.length === 1)
  expect(answers).toEqual([503])

  for (const sending of begun) sending.end(body.slice(-10))
  await until('the others to be answered', () => answers.length === 8)
  expect(answers.slice(1)).toEqual(Array.from({ length: 7 }, () => 201))
})
