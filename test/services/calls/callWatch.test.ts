import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { processId } from '../../../src/kernel/liveness.ts'
import * as callReconciler from '../../../src/services/calls/placing/callReconciler.ts'
import { provider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer({ speed: 20, env: { ROLE: 'api' } })
let workspaceId: number
beforeAll(async () => {
  workspaceId = (await testServer().workspace()).id
})

const due = new Date(Date.now() - 1_000)
const readCall = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id } })
const createDueCall = async (data: object) => {
  const { id } = await makeCall(workspaceId)
  await anyWorkspace.call.update({ where: { id }, data: { nextCheckAt: due, ...data } })
  return id
}

/** Waits two seconds, the simulator's listing lag. */
test('a placement of a live sender is left to the sender; one of a dead or long silent sender is looked up and ends as not placed', async () => {
  const sending = await createDueCall({ owner: processId() })
  const orphaned = await createDueCall({ owner: '00000000-0000-4000-8000-000000000000' })
  const silent = await createDueCall({ owner: processId(), createdAt: new Date(Date.now() - 120_000) })
  await callReconciler.reconcileDue()
  expect((await readCall(sending)).placement).toBe('sending')
  for (const id of [orphaned, silent]) expect((await readCall(id)).placement).toBe('unknown')

  await waitFor('both placements to end', async () => {
    await callReconciler.reconcileDue()
    return (await Promise.all([orphaned, silent].map(readCall))).every(({ placement }) => placement === 'refused')
  })
  expect(await readCall(orphaned)).toMatchObject({ status: 'failed', endedReason: 'not_placed', outcome: 'failed', nextCheckAt: null })
})

/** Waits until the request stops looking up the call, after at most three seconds. */
test('a placement is not marked as lost during the listing lag of the provider: the request returns 202, and the reconciler settles the call', async () => {
  const key = await (await testServer().workspace()).key()
  const { id: agentId } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body
  await key.post(`/agents/${agentId}/publish`)
  const slowProvider = provider('retell') as { listLagMs: number }
  const originalLagMs = slowProvider.listLagMs
  slowProvider.listLagMs = 90_000
  const answer = await key.post('/calls', { to_number: '+12125550103', agent_id: agentId }).finally(() => void (slowProvider.listLagMs = originalLagMs))
  expect([answer.status, answer.body.status]).toEqual([202, 'queued'])
  expect(await readCall(answer.body.id)).toMatchObject({ placement: 'unknown' })
  await anyWorkspace.call.update({ where: { id: answer.body.id }, data: { reconcileAfter: due, nextCheckAt: due } })
  await callReconciler.reconcileDue()
  expect(await readCall(answer.body.id)).toMatchObject({ placement: 'refused', status: 'failed', endedReason: 'not_placed' })
})

test('a call that its provider no longer knows is closed after the maximum call duration', async () => {
  const recent = await createDueCall({ placement: 'placed', providerCallId: 'call_nowhere_1', status: 'in_progress' })
  const old = await createDueCall({ placement: 'placed', providerCallId: 'call_nowhere_2', status: 'in_progress', createdAt: new Date(Date.now() - 1_000_000) })
  await callReconciler.reconcileDue()
  expect((await readCall(recent)).status).toBe('in_progress')
  expect(await readCall(old)).toMatchObject({ status: 'failed', endedReason: 'lost_by_provider' })
})

test('an ended call whose analysis never arrives is closed with the known data', async () => {
  const id = await createDueCall({
    placement: 'placed',
    providerCallId: 'call_nowhere_3',
    status: 'completed',
    endedReason: 'user_hangup',
    durationSeconds: 30,
    endedAt: new Date(Date.now() - 130_000 / settings.simulatorSpeed),
  })
  await callReconciler.reconcileDue()
  expect(await readCall(id)).toMatchObject({ status: 'completed', endedReason: 'user_hangup', outcome: 'unknown', finishedAt: expect.any(Date) })
})

test('two reconcilers share the work: no call is checked twice at the same time', async () => {
  await anyWorkspace.call.updateMany({ data: { nextCheckAt: null } })
  const ids = await Promise.all(Array.from({ length: 10 }, () => createDueCall({ owner: processId() })))
  const counts = await Promise.all([callReconciler.reconcileDue(5), callReconciler.reconcileDue(5), callReconciler.reconcileDue(5)])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ids.length)
})

/** Waits for a simulated call to end, after about a second at this speed. */
test('calls that another process is checking are skipped without waiting', async () => {
  await anyWorkspace.call.updateMany({ data: { nextCheckAt: null } })
  const ids = await Promise.all(Array.from({ length: 6 }, () => createDueCall({ owner: processId() })))
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query('select from calls where id = any($1::int[]) for update', [ids.slice(0, 4)])
    expect(await callReconciler.reconcileDue()).toBe(2)
  } finally {
    await other.query('rollback')
    other.release()
  }
})

test.each(['retell', 'vapi'])('%s: a call found only by polling ends with its full transcript, and is charged', async (voice_engine) => {
  const key = await (await testServer().workspace()).key()
  const { id: agentId } = (await key.post('/agents', { name: 'Ada', voice_engine, voice_id: 'Elliot', system_prompt: 'Ask for the name.' })).body
  await key.post(`/agents/${agentId}/publish`)
  // The provider answers 500 but places the call. No jobs process its webhooks here.
  const { id } = (await key.post('/calls', { to_number: '+12125550104', agent_id: agentId })).body
  await waitFor('the call to end at the provider', async () => {
    const { calls } = await (await fetch(`${testServer().running.simulator!.url}/simulator/state`)).json()
    return calls[0].phase === 'analyzed'
  })
  await waitFor('the call to be closed', async () => {
    await anyWorkspace.call.updateMany({ where: { id, finishedAt: null }, data: { nextCheckAt: due } })
    await callReconciler.reconcileDue()
    return (await readCall(id)).finishedAt
  })
  const call = (await key.get(`/calls/${id}`)).body
  expect(call).toMatchObject({ status: 'completed', outcome: 'success', summary: expect.any(String) })
  expect(call.transcript.length).toBeGreaterThan(2)
  expect(Number(call.cost)).toBeGreaterThan(0)
})
