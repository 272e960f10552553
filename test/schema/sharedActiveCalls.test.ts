import { afterEach, beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import type { KeyScope } from '../../src/kernel/vocabulary/scopes.ts'
import { type ProtocolSocket, openProtocolSocket } from '../kit/clients/graphqlSocket.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { recordStatements } from '../kit/observers/queries.ts'
import { sharedCounts } from '../kit/observers/sharedCounts.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

// No jobs run in this process, so all counted statements on calls are those of the subscriptions.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let statements: string[]
beforeAll(() => {
  const recorded = recordStatements()
  statements = recorded.statements
  return recorded.stop
})

const sockets: ProtocolSocket[] = []
afterEach(async () => {
  await Promise.all(sockets.splice(0).map((socket) => socket.close()))
  await waitFor('all groups to end', async () => (await sharedCounts.groups()) === 0)
})

const ACTIVE = 'subscription { activeCallsUpdated { startIndex lines { text } call { id status transcript { text } } } }'
const open = async (workspace: TestWorkspace, ...scopes: KeyScope[]) => {
  const socket = await openProtocolSocket(testServer().url, { apiKey: (await workspace.key(...scopes)).apiKey })
  sockets.push(socket)
  return socket
}
const updates = (socket: ProtocolSocket) => socket.messagesOf('x').map(({ payload }) => payload.data.activeCallsUpdated)
/** Subscribes, and waits for the snapshot of one active call. */
const watch = async (socket: ProtocolSocket) => {
  socket.subscribe('x', ACTIVE)
  await waitFor('the active call', () => updates(socket).length > 0)
}
const speak = ({ id, workspaceId }: { id: number; workspaceId: number }, startIndex: number) =>
  publish('call.updated', { workspaceId, callId: id, startIndex, lines: [{ role: 'user', text: `line ${startIndex}`, startSeconds: null }] })

test('twenty subscribers to the active calls cost the same statements for each change as one', async () => {
  const workspace = await testServer().workspace()
  const call = await makeCall(workspace.id)
  const watchers = [await open(workspace)]
  await watch(watchers[0]!)
  const statementsOfChange = async (startIndex: number) => {
    statements.length = 0
    speak(call, startIndex)
    await waitFor('the change', () => watchers.every((socket) => updates(socket).at(-1).startIndex === startIndex))
    return statements.filter((text) => /^\s*select/i.test(text) && /\b(calls|call_details)\b/.test(text))
  }
  const alone = await statementsOfChange(1)
  for (let more = 0; more < 19; more++) watchers.push(await open(workspace))
  await Promise.all(watchers.slice(1).map(watch))
  expect([await sharedCounts.groups(), await sharedCounts.watchers()]).toEqual([1, 20])
  expect(await statementsOfChange(2)).toEqual(alone)
  expect(alone.length).toBeGreaterThan(0)
  expect(new Set(watchers.map((socket) => JSON.stringify(updates(socket).at(-1)))).size).toBe(1)
})

test('a later subscriber first receives the active calls, which the others do not receive again', async () => {
  const workspace = await testServer().workspace()
  const calls = [await makeCall(workspace.id), await makeCall(workspace.id)]
  const early = await open(workspace)
  await watch(early)
  await waitFor('both calls', () => updates(early).length === 2)
  await anyWorkspace.call.update({ where: { id: calls[0]!.id }, data: { status: 'ringing' } })
  const late = await open(workspace)
  late.subscribe('x', ACTIVE)
  await waitFor('both calls', () => updates(late).length === 2)
  expect(updates(late).map(({ call }) => [call.id, call.status])).toEqual([
    [String(calls[0]!.id), 'ringing'],
    [String(calls[1]!.id), calls[1]!.status],
  ])
  speak(calls[1]!, 7)
  await waitFor('the change for both', () => [early, late].every((socket) => updates(socket).length === 3))
  expect(updates(early).at(-1)).toEqual(updates(late).at(-1))
})

test('a change during the snapshot of a subscriber arrives after it', async () => {
  const workspace = await testServer().workspace()
  const calls = await Promise.all(Array.from({ length: 60 }, () => makeCall(workspace.id)))
  const early = await open(workspace)
  await watch(early)
  const late = await open(workspace)
  late.subscribe('x', ACTIVE)
  const isChange = ({ startIndex }: { startIndex: number }) => startIndex === 9
  await waitFor('the change for both', () => (speak(calls[0]!, 9), [early, late].every((socket) => updates(socket).some(isChange))))
  expect(
    new Set(
      updates(late)
        .slice(0, calls.length)
        .map(({ call }) => call.id),
    ).size,
  ).toBe(calls.length)
  expect(updates(late).findIndex(isChange)).toBe(calls.length)
})

test('subscribers with other scopes or of another workspace share nothing, and receive only what they may see', async () => {
  const [workspace, other] = [await testServer().workspace(), await testServer().workspace()]
  const call = await makeCall(workspace.id)
  await makeCall(other.id)
  const [full, narrow, foreign, refused] = [await open(workspace), await open(workspace, 'calls:read'), await open(other), await open(workspace, 'agents:read')]
  for (const socket of [full, narrow, foreign]) await watch(socket)
  refused.subscribe('x', ACTIVE)
  await waitFor('the refusal', () => refused.messagesOf('x', 'complete').length > 0)
  expect([await sharedCounts.groups(), await sharedCounts.watchers()]).toEqual([3, 3])
  speak(call, 1)
  await waitFor('the change', () => [full, narrow].every((socket) => updates(socket).length === 2))
  expect(updates(foreign)).toHaveLength(1)
  expect(refused.messagesOf('x')).toMatchObject([{ payload: { errors: [{ message: 'Missing scope: calls:read' }] } }])
})
