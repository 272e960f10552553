import { connect as connectTo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import { KEY_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import type { Client } from '../kit/clients/client.ts'
import { graphql } from '../kit/clients/client.ts'
import { createSocketClient, type SocketClient } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ speed: 8 })
let acme: TestWorkspace
let key: Client
let agentId: number
const open: SocketClient[] = []
const connect = (params: Record<string, unknown>) => {
  const client = createSocketClient(testServer().url, params)
  open.push(client)
  return client
}
const place = async () => (await key.post('/calls', { to_number: '+12125550009', agent_id: agentId })).body.id as number

beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  agentId = (await key.post('/agents', { name: 'Ada', voice_id: '11labs-Adrian', system_prompt: 'Ask for the name.' })).body.id
  await key.post(`/agents/${agentId}/publish`)
})
afterAll(async () => {
  for (const socket of open) await socket.close()
})

const CALL = 'subscription ($id: ID!) { callUpdated(callId: $id) { id status transcript { role text } outcome } }'
const LIVE = 'subscription { activeCallsUpdated { startIndex lines { role text } call { id status } } }'
const ORDER = ['queued', 'dialing', 'ringing', 'in_progress', 'completed']

/** Waits for a simulated call to end. It lasts more than two seconds at this speed. */
test('a subscriber sees every status of a call until its end, in order, with its outcome', async () => {
  const id = await place()
  const watched = connect({ apiKey: key.apiKey }).watch<any>(CALL, { id })
  await waitFor('the end of the call', () => watched.events.some(({ callUpdated }) => callUpdated.outcome === 'success'))
  const states = watched.events.map(({ callUpdated }) => callUpdated.status)
  expect([...states].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))).toEqual(states)
  expect(states.at(-1)).toBe('completed')
  expect(watched.events.at(-1).callUpdated.transcript.length).toBeGreaterThan(2)
})

/** Waits for a simulated call to end. It lasts more than two seconds at this speed. */
test('liveCalls sends every line once and in order, and a later subscriber first receives the earlier lines', async () => {
  const early = connect({ apiKey: key.apiKey }).watch<any>(LIVE)
  await waitFor('the socket', () => early.ready)
  const id = String(await place())
  const lines = (watched: typeof early) => {
    const received: string[] = []
    for (const { activeCallsUpdated: liveCalls } of watched.events)
      if (liveCalls.call.id === id && liveCalls.lines.length > 0)
        received.splice(liveCalls.startIndex, Infinity, ...liveCalls.lines.map(({ text }: { text: string }) => text))
    return received
  }
  await waitFor('two lines', () => lines(early).length >= 2)
  const late = connect({ apiKey: key.apiKey }).watch<any>(LIVE)
  await waitFor('the end of the call', () =>
    late.events.some(({ activeCallsUpdated: liveCalls }) => liveCalls.call.id === id && liveCalls.call.status === 'completed'),
  )
  await waitFor('the same end', () =>
    early.events.some(({ activeCallsUpdated: liveCalls }) => liveCalls.call.id === id && liveCalls.call.status === 'completed'),
  )
  expect(lines(early).length).toBeGreaterThan(2)
  expect(lines(early).every(Boolean)).toBe(true)
  expect(lines(late)).toEqual(lines(early))
})

/** Waits for a simulated call to end. It lasts more than two seconds at this speed. */
test('a later subscriber receives the transcript from its beginning, line by line in order, until the call ends', async () => {
  const TRANSCRIPT = 'subscription ($id: ID!) { callTranscript(callId: $id) { startIndex lines { role text startSeconds } ended } }'
  const id = await place()
  const read = (watched: { events: any[] }) =>
    watched.events.reduce((lines: object[], { callTranscript: part }) => [...lines.slice(0, part.startIndex), ...part.lines], [])
  const early = connect({ apiKey: key.apiKey }).watch<any>(TRANSCRIPT, { id })
  await waitFor('two lines', () => read(early).length >= 2)
  const late = connect({ apiKey: key.apiKey }).watch<any>(TRANSCRIPT, { id })
  const isOver = (watched: { events: any[] }) => watched.events.at(-1)?.callTranscript.ended
  await waitFor('the end', () => isOver(early) && isOver(late))
  const { transcript } = (await key.get(`/calls/${id}`)).body
  const transcriptLines = transcript.map(({ role, text, start_seconds }: any) => ({ role, text, startSeconds: start_seconds }))
  expect(read(early)).toEqual(transcriptLines)
  expect(read(late)).toEqual(transcriptLines)
  expect(late.events[0].callTranscript.lines.length).toBeGreaterThanOrEqual(2)
  const after = connect({ apiKey: key.apiKey }).watch<any>(TRANSCRIPT, { id })
  await waitFor('all lines', () => isOver(after))
  expect(read(after)).toEqual(transcriptLines)
})

/** Waits for two simulated calls to end. They last more than two seconds at this speed. */
test('callsUnderWay returns the active calls, oldest first, of this workspace only', async () => {
  const ids = [await place(), await place()].map(String)
  const otherKey = await (await testServer().workspace()).key()
  const underWay = async (asker: Client) => {
    const { activeCalls: liveCalls } = await asker.gql<{ activeCalls: { id: string }[] }>('{ activeCalls { id } }')
    return liveCalls.map(({ id }) => id)
  }
  expect((await underWay(key)).filter((id) => ids.includes(id))).toEqual(ids)
  expect(await underWay(otherKey)).toEqual([])
  await waitFor('the calls are over', async () => (await underWay(key)).length === 0)
})

/** Waits for a simulated call to end. It lasts more than two seconds at this speed. */
test('subscriptions also work as server-sent events', async () => {
  const id = await place()
  const res = await fetch(`${testServer().url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', 'X-API-Key': key.apiKey },
    body: JSON.stringify({ query: CALL, variables: { id } }),
  })
  expect(res.headers.get('content-type')).toContain('text/event-stream')
  let text = ''
  const reader = res.body!.getReader()
  while (!text.includes('"outcome":"success"')) text += Buffer.from((await reader.read()).value!).toString()
  await reader.cancel()
  expect(text).toContain('"status":"in_progress"')
})

/** Waits for a simulated call to end. It lasts more than two seconds at this speed. */
test("another workspace's call can't be subscribed to, and its events reach only its own workspace", async () => {
  const other = await testServer().workspace()
  const otherSocket = connect({ apiKey: (await other.key()).apiKey })
  const live = otherSocket.watch<any>(LIVE)
  const id = await place()
  const subscription = otherSocket.watch<any>(CALL, { id })
  await waitFor('an error', () => subscription.errors.length > 0)
  expect(JSON.stringify(subscription.errors)).toContain('Call not found')
  await waitFor('the end of the call', async () => (await anyWorkspace.call.findUnique({ where: { id } }))?.finishedAt)
  expect(live.events).toEqual([])
})

test("a key without the scope can't subscribe", async () => {
  const watched = connect({ apiKey: (await acme.key('agents:read')).apiKey }).watch<any>(LIVE)
  await waitFor('an error', () => watched.errors.length > 0)
  expect(JSON.stringify(watched.errors)).toContain('Missing scope: calls:read')
})

test('the socket of a revoked key closes, even if another process revoked it', async () => {
  const { key: text, row } = await apiKeys.issue({ workspaceId: acme.id, name: 'doomed', scopes: [...KEY_SCOPES] })
  const socket = connect({ apiKey: text })
  const watched = socket.watch<any>(LIVE)
  await waitFor('the socket', () => watched.ready)
  await anyWorkspace.apiKey.update({ where: { id: row.id }, data: { revokedAt: new Date() } })
  expect(await socket.closed).toBe(4401)
})

/** Waits until open sockets are checked against the database, which happens every second and a half. */
test('the socket of a person closes when they lose their membership', async () => {
  const { data } = await graphql(testServer().url, {}, 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }', {
    input: { email: acme.email, password: acme.password },
  })
  const socket = connect({ accessToken: data.signIn.accessToken })
  const watched = socket.watch<any>(LIVE)
  await waitFor('the socket', () => watched.ready)
  await anyWorkspace.membership.deleteMany({ where: { workspaceId: acme.id } })
  expect(await socket.closed).toBe(4401)
})

test('a socket without credentials, or with invalid ones, is refused', async () => {
  expect(await connect({}).connect()).toBe(4401)
  expect(await connect({ apiKey: 'ago_nonsense' }).connect()).toBe(4401)
})

test.each(['//', '/listen/x', '/listen/%', 'http://', '/nowhere', '*'])('a socket to %s is refused, and the server keeps running', async (path) => {
  const lines = [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const wire = connectTo(Number(new URL(testServer().url).port), '127.0.0.1')
  wire.end(`${[...lines, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='].join('\r\n')}\r\n\r\n`)
  let answer = ''
  for await (const part of wire) answer += String(part)
  expect(answer).toMatch(/^HTTP\/1\.1 40[03]/)
  expect((await key.get('/me')).status).toBe(200)
})
