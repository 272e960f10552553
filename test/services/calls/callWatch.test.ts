import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { processId } from '../../../src/kernel/liveness.ts'
import * as callReconciler from '../../../src/services/calls/placing/callReconciler.ts'
import { provider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { makeCall } from '../../kit/rows.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'

const world = useWorld({ speed: 20, env: { ROLE: 'api' } })
let workspaceId: number
beforeAll(async () => {
  workspaceId = (await world().workspace()).id
})

const due = new Date(Date.now() - 1_000)
const stored = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id } })
const place = async (data: object) => {
  const { id } = await makeCall(workspaceId)
  await anyWorkspace.call.update({ where: { id }, data: { checkAt: due, ...data } })
  return id
}

/** Waits two seconds, until the provider must have listed the calls. */
test('a placement whose sender lives is left to it; one whose sender is dead or long silent is looked for, and ends as not placed', async () => {
  const sending = await place({ owner: processId() })
  const orphaned = await place({ owner: '00000000-0000-4000-8000-000000000000' })
  const silent = await place({ owner: processId(), createdAt: new Date(Date.now() - 120_000) })
  await callReconciler.reconcileDue()
  expect((await stored(sending)).placement).toBe('sending')
  for (const id of [orphaned, silent]) expect((await stored(id)).placement).toBe('unknown')

  await until('both to be given up', async () => {
    await callReconciler.reconcileDue()
    return (await Promise.all([orphaned, silent].map(stored))).every(({ placement }) => placement === 'refused')
  })
  expect(await stored(orphaned)).toMatchObject({ status: 'failed', endedReason: 'not_placed', outcome: 'failed', checkAt: null })
})

/** Waits until the request stops looking the call up: it does so for three seconds at most. */
test('a placement is not called lost before the provider has had time to list it: 202, and the watchdog settles it', async () => {
  const key = await (await world().workspace()).key()
  const { id: agentId } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body
  await key.post(`/agents/${agentId}/publish`)
  const slow = provider('retell') as { listLagMs: number }
  const usual = slow.listLagMs
  slow.listLagMs = 90_000
  const answer = await key.post('/calls', { to_number: '+12125550103', agent_id: agentId }).finally(() => void (slow.listLagMs = usual))
  expect([answer.status, answer.body.status]).toEqual([202, 'queued'])
  expect(await stored(answer.body.id)).toMatchObject({ placement: 'unknown' })
  await anyWorkspace.call.update({ where: { id: answer.body.id }, data: { quietUntil: due, checkAt: due } })
  await callReconciler.reconcileDue()
  expect(await stored(answer.body.id)).toMatchObject({ placement: 'refused', status: 'failed', endedReason: 'not_placed' })
})

test('a call that its provider no longer knows is closed when no call can last that long', async () => {
  const recent = await place({ placement: 'placed', providerCallId: 'call_nowhere_1', status: 'in_progress' })
  const old = await place({ placement: 'placed', providerCallId: 'call_nowhere_2', status: 'in_progress', createdAt: new Date(Date.now() - 1_000_000) })
  await callReconciler.reconcileDue()
  expect((await stored(recent)).status).toBe('in_progress')
  expect(await stored(old)).toMatchObject({ status: 'failed', endedReason: 'lost_by_provider' })
})

test('an ended call whose analysis never comes is closed with what is known', async () => {
  const id = await place({
    placement: 'placed',
    providerCallId: 'call_nowhere_3',
    status: 'completed',
    endedReason: 'user_hangup',
    durationSeconds: 30,
    endedAt: new Date(Date.now() - 130_000 / settings.simulatorSpeed),
  })
  await callReconciler.reconcileDue()
  expect(await stored(id)).toMatchObject({ status: 'completed', endedReason: 'user_hangup', outcome: 'unknown', finishedAt: expect.any(Date) })
})

test('two watchers share the work: no call is looked at twice at once', async () => {
  await anyWorkspace.call.updateMany({ data: { checkAt: null } })
  const ids = await Promise.all(Array.from({ length: 10 }, () => place({ owner: processId() })))
  const counts = await Promise.all([callReconciler.reconcileDue(5), callReconciler.reconcileDue(5), callReconciler.reconcileDue(5)])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ids.length)
})

/** Waits for a simulated call to be over at its provider: it lasts about a second at this speed. */
test('calls that another process is looking at are passed over without a wait', async () => {
  await anyWorkspace.call.updateMany({ data: { checkAt: null } })
  const ids = await Promise.all(Array.from({ length: 6 }, () => place({ owner: processId() })))
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

test.each(['retell', 'vapi'])('%s: a call found again only by asking ends with every word that was spoken, and is paid', async (voice_engine) => {
  const key = await (await world().workspace()).key()
  const { id: agentId } = (await key.post('/agents', { name: 'Ada', voice_engine, voice_id: 'Elliot', system_prompt: 'Ask for the name.' })).body
  await key.post(`/agents/${agentId}/publish`)
  // The provider answers 500 and calls all the same; nobody works on its webhooks here.
  const { id } = (await key.post('/calls', { to_number: '+12125550104', agent_id: agentId })).body
  await until('the call to be over at the provider', async () => {
    const { calls } = await (await fetch(`${world().running.simulator!.url}/simulator/state`)).json()
    return calls[0].phase === 'analyzed'
  })
  await until('the call to be closed', async () => {
    await anyWorkspace.call.updateMany({ where: { id, finishedAt: null }, data: { checkAt: due } })
    await callReconciler.reconcileDue()
    return (await stored(id)).finishedAt
  })
  const call = (await key.get(`/calls/${id}`)).body
  expect(call).toMatchObject({ status: 'completed', outcome: 'success', summary: expect.any(String) })
  expect(call.transcript.length).toBeGreaterThan(2)
  expect(Number(call.cost)).toBeGreaterThan(0)
})
