import { beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as apiKeys from '../../../src/services/access/apiKeys.ts'
import { KEY_SCOPES } from '../../../src/kernel/vocabulary/scopes.ts'
import { client, type Client } from '../../kit/client.ts'
import { MINUTE, pass } from '../../kit/clock.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { tenant } from './placementKit.ts'

// Slow enough for a conversation to be listened to.
const world = useWorld({ speed: 20 })
const LISTEN = 'mutation ($id: ID!) { monitorCall(id: $id) { protocol url transport token room expiresAt } }'
const stored = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id } })
let vapi: Awaited<ReturnType<typeof tenant>>
beforeAll(async () => {
  vapi = await tenant(world(), { engine: 'vapi' })
})

/** A long call, once somebody speaks. */
async function talking(acme = vapi, to = '+14155550011') {
  const { id } = (await acme.place(to)).body
  await until('the conversation', async () => (await stored(id)).status === 'in_progress')
  return id as number
}
const listen = async (id: number, key: Client = vapi.key) => (await key.gql<{ monitorCall: Record<string, string> }>(LISTEN, { id })).monitorCall
function hear(url: string) {
  const socket = new WebSocket(url)
  const heard = { texts: [] as string[], bytes: 0, code: 0, refused: '' }
  socket.on('message', (data: Buffer, isBinary) => (isBinary ? (heard.bytes += data.length) : heard.texts.push(data.toString())))
  socket.on('close', (code) => (heard.code = code))
  socket.on('error', (error) => (heard.refused = error.message))
  return { heard, close: () => socket.close() }
}

test('a call at Vapi is heard over a WebSocket of our own, until it ends; its address at Vapi is not told', async () => {
  const id = await talking()
  const { protocol, url, transport } = await listen(id)
  expect({ protocol, transport }).toEqual({ protocol: 'websocket', transport: 'pcm_s16le' })
  expect(url).toMatch(new RegExp(`^${world().url.replace('http', 'ws')}/listen/[\\w-]+$`))
  const { heard } = hear(url!)
  await until('sound', () => heard.bytes > 1_000)
  expect(JSON.parse(heard.texts[0]!)).toMatchObject({ type: 'start' })
  await vapi.key.gql('mutation ($id: ID!) { endCall(id: $id) { id } }', { id })
  await until('the end', () => heard.code)
  expect(heard.code).toBe(1000)
})

test('a call at Retell is heard in a room that may only be listened to', async () => {
  const retell = await tenant(world())
  const id = await talking(retell)
  expect(await listen(id, retell.key)).toMatchObject({ protocol: 'webrtc', token: expect.any(String), room: expect.any(String) })
  await retell.key.gql('mutation ($id: ID!) { endCall(id: $id) { id } }', { id })
})

test('a ticket that is forged, changed, or a minute old opens nothing', async () => {
  const { url } = await listen(await talking())
  const changed = url!.slice(0, -2) + (url!.endsWith('A') ? 'BB' : 'AA')
  for (const wrong of [changed, `${world().url.replace('http', 'ws')}/listen/nonsense`]) {
    const { heard } = hear(wrong)
    await until('a refusal', () => heard.refused)
    expect(heard.refused).toContain('403')
  }
  pass(2 * MINUTE)
  const { heard } = hear(url!)
  await until('a refusal', () => heard.refused)
  expect(heard.bytes).toBe(0)
})

/** Waits until the server checks its open streams against the database, which it does every one and a half seconds. */
test('who loses the right to listen hears no more', async () => {
  const id = await talking()
  const { key: text, row } = await apiKeys.issue({ workspaceId: vapi.acme.id, name: 'doomed', scopes: [...KEY_SCOPES] })
  const [first, unused] = [await listen(id, client(world().url, text)), await listen(id, client(world().url, text))]
  const { heard } = hear(first.url!)
  await until('sound', () => heard.bytes > 0)
  await anyWorkspace.apiKey.update({ where: { id: row.id }, data: { revokedAt: new Date() } })
  await until('the end', () => heard.code)
  expect(heard.code).toBe(4401)
  const late = hear(unused.url!)
  await until('a refusal', () => late.heard.refused)
  expect(late.heard.bytes).toBe(0)
})

/** Waits for one simulated call to end, and for another to be answered. */
test('a call cannot be heard where the law forbids recording, nor once it is over, nor by another workspace or a reader', async () => {
  const german = (await vapi.place('+4930901820011')).body.id
  await expect(listen(german)).rejects.toThrow('The law of DE forbids it')
  const over = (await vapi.place('+14155550001')).body.id
  await until('the end', async () => (await stored(over)).finishedAt)
  await expect(listen(over)).rejects.toThrow('not in progress')
  const id = await talking()
  await expect(listen(id, await (await world().workspace()).key())).rejects.toThrow('Call not found')
  await expect(listen(id, await vapi.acme.key('calls:read'))).rejects.toThrow('Missing scope: calls:write')
})
