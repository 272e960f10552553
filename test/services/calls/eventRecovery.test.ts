import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import * as calls from '../../../src/services/calls/calls.ts'
import * as callProgress from '../../../src/services/calls/progress/callProgress.ts'
import * as eventRecovery from '../../../src/services/calls/progress/eventRecovery.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'

useDatabase()

const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
/** What PostgreSQL does when it starts after a crash. */
const loseUnlogged = () => pool.query('truncate pending_provider_events, live_transcript_lines, unlogged_marker')
const listPending = async () => (await anyWorkspace.pendingProviderEvent.findMany({ orderBy: { eventId: 'asc' } })).map(({ eventId }) => eventId)

async function createCall(data: { finishedAt?: Date; createdAt?: Date } = {}) {
  const { id: workspaceId } = await newWorkspaces.create({ name: 'Crashed', plan: 'free' })
  const { id } = await makeCall(workspaceId)
  await anyWorkspace.call.update({ where: { id }, data: { status: 'in_progress', providerCallId: `call_${id}`, ...data } })
  return { workspaceId, id }
}
const addEvent = async (callId: number | null, minutesAgo: number, body: object = { said: 'Hello' }) =>
  (await anyWorkspace.providerEvent.create({ data: { provider: 'retell', dedupeKey: randomUUID(), body, callId, receivedAt: ago(minutesAgo) } })).id

test('after a crash of PostgreSQL, all events are processed again that may have waited, and no others', async () => {
  const open = (await createCall({ createdAt: ago(3 * 24 * 60) })).id
  const finished = (await createCall({ finishedAt: ago(10) })).id
  const finishedEarlier = (await createCall({ finishedAt: ago(10 * 60) })).id
  const expected = [
    await addEvent(open, 2 * 24 * 60),
    await addEvent(open, 1),
    await addEvent(finished, 39),
    await addEvent(finished, 9),
    await addEvent(finishedEarlier, 9 * 60),
    await addEvent(null, 5),
  ]
  await addEvent(open, 1, {})
  await addEvent(finished, 45)
  await addEvent(finishedEarlier, 10 * 60 + 1)
  await addEvent(null, 90)
  await loseUnlogged()

  await Promise.all([eventRecovery.restore(), eventRecovery.restore()])
  expect(await listPending()).toEqual(expected)
  await pool.query('delete from pending_provider_events')
  await eventRecovery.restore()
  expect(await listPending()).toEqual([])
})

test('no call is closed between a crash and the restoration of its events', async () => {
  const key = await createCall()
  await loseUnlogged()
  await expect(callProgress.forceClose(key, 'unknown')).rejects.toThrow('not restored yet')
  await eventRecovery.restore()
  await callProgress.forceClose(key, 'unknown')
  expect(await anyWorkspace.call.findUniqueOrThrow({ where: { id: key.id } })).toMatchObject({ finishedAt: expect.any(Date) })
})

test('the live transcript of a workspace that redacts outlives a crash, because its events have no bodies', async () => {
  const key = await createCall()
  await anyWorkspace.workspace.update({ where: { id: key.workspaceId }, data: { redactions: ['payment_card'] } })
  const say = (text: string, startSeconds: number) =>
    callProgress.applyChanges(key, [{ type: 'lines', spoken: { lines: [{ role: 'user', text, startSeconds }], mode: 'append', start: 0 } }])
  await say('It is 4242 4242 4242 4242', 1)
  await say('Thanks', 5)
  await loseUnlogged()
  await eventRecovery.restore()
  await say('Bye', 9)
  const { transcript } = await calls.getTranscript({ workspaceId: key.workspaceId } as never, key.id)
  expect(transcript.map(({ text }) => text)).toEqual(['It is [card]', 'Thanks', 'Bye'])
})
