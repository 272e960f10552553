import { beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as apiKeys from '../../../src/services/access/apiKeys.ts'
import { KEY_SCOPES } from '../../../src/kernel/vocabulary/scopes.ts'
import { client, type Client } from '../../kit/clients/client.ts'
import { MINUTE, advanceClock } from '../../kit/waiting/clock.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createTenant } from './placementKit.ts'

// Slow enough to listen to a conversation.
const testServer = useTestServer({ speed: 20 })
const LISTEN = 'mutation ($id: ID!) { monitorCall(id: $id) { protocol url transport token room expiresAt } }'
const readCall = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id } })
let vapi: Awaited<ReturnType<typeof createTenant>>
beforeAll(async () => {
  vapi = await createTenant(testServer(), { engine: 'vapi' })
})

/** Places a long call and waits until it is in progress. */
async function startConversation(acme = vapi, to = '+14155550011') {
  const { id } = (await acme.place(to)).body
  await waitFor('the conversation', async () => (await readCall(id)).status === 'in_progress')
  return id as number
}
const openSession = async (id: number, key: Client = vapi.key) => (await key.gql<{ monitorCall: Record<string, string> }>(LISTEN, { id })).monitorCall
function openStream(url: string) {
  const socket = new WebSocket(url)
  const received = { texts: [] as string[], bytes: 0, code: 0, refused: '' }
  socket.on('message', (data: Buffer, isBinary) => (isBinary ? (received.bytes += data.length) : received.texts.push(data.toString())))
  socket.on('close', (code) => (received.code = code))
  socket.on('error', (error) => (received.refused = error.message))
  return { heard: received, close: () => socket.close() }
}

test('a call at Vapi is streamed over our own WebSocket until it ends, and its URL at Vapi is not exposed', async () => {
  const id = await startConversation()
  const { protocol, url, transport } = await openSession(id)
  expect({ protocol, transport }).toEqual({ protocol: 'websocket', transport: 'pcm_s16le' })
  expect(url).toMatch(new RegExp(`^${testServer().url.replace('http', 'ws')}/listen/[\\w-]+$`))
  const { heard: received } = openStream(url!)
  await waitFor('sound', () => received.bytes > 1_000)
  expect(JSON.parse(received.texts[0]!)).toMatchObject({ type: 'start' })
  await vapi.key.gql('mutation ($id: ID!) { endCall(id: $id) { id } }', { id })
  await waitFor('the end', () => received.code)
  expect(received.code).toBe(1000)
})

test('a call at Retell is streamed in a listen-only room', async () => {
  const retell = await createTenant(testServer())
  const id = await startConversation(retell)
  expect(await openSession(id, retell.key)).toMatchObject({ protocol: 'webrtc', token: expect.any(String), room: expect.any(String) })
  await retell.key.gql('mutation ($id: ID!) { endCall(id: $id) { id } }', { id })
})

test('the audit log records who got the live audio of a call, and not who was refused', async () => {
  const id = await startConversation()
  await openSession(id)
  await expect(openSession(id, await vapi.acme.key('calls:read'))).rejects.toThrow('Missing scope')
  const where = { workspaceId: vapi.acme.id, resource: 'call', resourceId: String(id), action: 'listened' }
  expect(await anyWorkspace.auditEntry.findMany({ where })).toMatchObject([{ operation: 'monitorCall', actorKind: 'key', address: '127.0.0.1' }])
})

test('a call cannot be monitored where notice or consent is required and recording is off, or where no rule was verified', async () => {
  const place = (to: string) => vapi.key.post('/calls', { to_number: to, agent_id: vapi.agentId, recording_enabled: false })
  const { id } = (await place('+14155550011')).body
  await expect(openSession(id)).rejects.toThrow('The law of US requires notice or consent')
  const unverified = (await vapi.place('+595210000011')).body.id
  const { call } = await vapi.key.gql<{ call: object }>('query ($id: ID!) { call(id: $id) { monitorBlocker } }', { id: unverified })
  expect(call).toEqual({ monitorBlocker: 'unverified_law' })
  await expect(openSession(unverified)).rejects.toThrow('no verified recording rule for PY')
})

test('a call cannot be monitored if its agent can transfer it to a number whose law requires notice or consent', async () => {
  const { acme, key } = vapi
  const tools = [{ type: 'transferCall', destinations: [{ type: 'number', number: '+14155550199' }] }]
  const { id: agentId } = (await key.post('/agents', { name: 'Bo', voice_engine: 'vapi', voice_id: 'Elliot', general_tools: tools })).body
  expect((await key.post(`/agents/${agentId}/publish`)).status).toBe(200)
  const place = async (agent: number) => (await key.post('/calls', { to_number: '+81312340011', agent_id: agent, recording_enabled: false })).body.id as number
  const refused = await place(agentId)
  await expect(openSession(refused)).rejects.toThrow('The law of US requires notice or consent')
  const { call } = await key.gql<{ call: object }>('query ($id: ID!) { call(id: $id) { monitorBlocker } }', { id: refused })
  expect(call).toEqual({ monitorBlocker: 'announcement_missing' })
  const id = await place(vapi.agentId)
  await waitFor('the conversation', async () => (await readCall(id)).status === 'in_progress')
  expect(await openSession(id, await acme.key())).toMatchObject({ protocol: 'websocket' })
})

test('a workspace has at most 20 listeners at the same time', async () => {
  const { url } = await openSession(await startConversation())
  const streams = Array.from({ length: 20 }, () => openStream(url!))
  await waitFor('sound for all', () => streams.every(({ heard }) => heard.bytes > 0))
  const further = openStream(url!)
  await waitFor('a refusal', () => further.heard.refused)
  for (const { close } of streams) close()
})

test('a forged, changed or expired ticket is rejected', async () => {
  const { url } = await openSession(await startConversation())
  const changed = url!.slice(0, -2) + (url!.endsWith('A') ? 'BB' : 'AA')
  for (const wrongUrl of [changed, `${testServer().url.replace('http', 'ws')}/listen/nonsense`]) {
    const { heard: received } = openStream(wrongUrl)
    await waitFor('a refusal', () => received.refused)
    expect(received.refused).toContain('403')
  }
  advanceClock(2 * MINUTE)
  const { heard: received } = openStream(url!)
  await waitFor('a refusal', () => received.refused)
  expect(received.bytes).toBe(0)
})

/** Waits until the server checks the access of open streams, every one and a half seconds. */
test('a stream ends when its key is revoked', async () => {
  const id = await startConversation()
  const { key: text, row } = await apiKeys.issue({ workspaceId: vapi.acme.id, name: 'doomed', scopes: [...KEY_SCOPES] })
  const [first, unused] = [await openSession(id, client(testServer().url, text)), await openSession(id, client(testServer().url, text))]
  const { heard: received } = openStream(first.url!)
  await waitFor('sound', () => received.bytes > 0)
  await anyWorkspace.apiKey.update({ where: { id: row.id }, data: { revokedAt: new Date() } })
  await waitFor('the end', () => received.code)
  expect(received.code).toBe(4401)
  const lateStream = openStream(unused.url!)
  await waitFor('a refusal', () => lateStream.heard.refused)
  expect(lateStream.heard.bytes).toBe(0)
})

/** Waits for one simulated call to end, and for another to be in progress. */
test('a call cannot be monitored if the law forbids recording, after its end, by another workspace, or without the scope', async () => {
  const germanCallId = (await vapi.place('+4930901820011')).body.id
  await expect(openSession(germanCallId)).rejects.toThrow('The law of DE forbids it')
  const endedCallId = (await vapi.place('+14155550001')).body.id
  await waitFor('the end', async () => (await readCall(endedCallId)).finishedAt)
  await expect(openSession(endedCallId)).rejects.toThrow('not in progress')
  const id = await startConversation()
  await expect(openSession(id, await (await testServer().workspace()).key())).rejects.toThrow('Call not found')
  await expect(openSession(id, await vapi.acme.key('calls:read'))).rejects.toThrow('Missing scope: calls:write')
})
