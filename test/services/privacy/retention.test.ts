import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import * as callStatChecks from '../../../src/services/analytics/counting/callStatChecks.ts'
import * as retention from '../../../src/services/privacy/retention.ts'
import { provider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { DAY } from '../../kit/clock.ts'
import { receiver } from '../../kit/receiver.ts'
import { makeCall, makeMessage, makeTexter } from '../../kit/rows.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { tenant } from '../calls/placementKit.ts'
import { dump, finishedCall, owner, sums } from './privacyKit.ts'

const world = useWorld({ speed: 200 })
const KEEP = 'mutation ($input: DataRetentionInput!) { updateDataRetention(input: $input) { recordings transcripts calls messages } }'
const daysAgo = (days: number) => new Date(Date.now() - days * DAY)
const aged = (id: number, days: number) => anyWorkspace.call.update({ where: { id }, data: { endedAt: daysAgo(days) } })
/** Several processes at once, as they may be. */
const sweep = () => Promise.all([retention.sweep(), retention.sweep(), retention.sweep()])

/** Waits for three simulated calls to end, one after another, and for a webhook. */
test('transcripts that have come of age are blanked wherever they were, their calls, money and younger ones stay', async () => {
  const hook = await receiver((response) => response.end('thank you'))
  const mine = await tenant(world())
  const theirs = await tenant(world())
  await mine.key.put('/webhooks', { url: hook.url })
  const place = async (who: typeof mine, days: number, recording = true) => {
    const { id } = (await who.place('+14155550009', { metadata: { crm: '1' }, variables: { name: 'Mary' }, recording })).body
    await finishedCall(id)
    return aged(id, days)
  }
  const [old, young, elsewhere] = [await place(mine, 31), await place(mine, 29), await place(theirs, 31)]
  const delivery = () =>
    anyWorkspace.webhookDelivery.findFirstOrThrow({ where: { workspaceId: mine.acme.id, eventId: String(old.id) }, include: { attempts: true } })
  await until('the delivery', async () => (await delivery()).status === 'delivered')
  const [added, untouched] = [await sums(mine.acme.id), await dump(theirs.acme.id)]
  await (
    await owner(world(), mine.acme)
  )(KEEP, { input: { transcripts: 30 } })
  await sweep()

  const { detail } = await finishedCall(old.id)
  expect(detail).toMatchObject({ transcript: [], summary: null, analysis: null, structuredData: null, validationErrors: null, metadata: {}, variables: {} })
  expect(await anyWorkspace.providerEvent.findMany({ where: { callId: old.id, NOT: { body: { equals: {} } } } })).toEqual([])
  const sent = await delivery()
  expect(JSON.parse(sent.body)).toMatchObject({
    id: String(old.id),
    data: { to_number: '+14155550009', summary: null, structured_data: {}, analysis: {}, metadata: {} },
  })
  expect(sent.attempts[0]!.response).toBeNull()
  expect((await mine.key.get(`/calls/${old.id}`)).body).toMatchObject({ id: old.id, status: 'completed', transcript: [] })
  expect((await finishedCall(young.id)).detail).toMatchObject({ metadata: { crm: '1' }, summary: expect.any(String) })
  expect(await sums(mine.acme.id)).toEqual(added)
  expect(await dump(theirs.acme.id)).toEqual(untouched)
  // The recording is still offered, and its provider keeps both in one.
  expect(await provider('retell').getCall(old.providerCallId!)).not.toBeNull()
  expect((await finishedCall(elsewhere.id)).detail).toMatchObject({ metadata: { crm: '1' } })
})

test('calls that have come of age leave facts and money, and are deleted at their provider; one that is not finished stays', async () => {
  const mine = await tenant(world())
  const [old, young] = await Promise.all([mine.place('+14155550009'), mine.place('+14155550009')].map(async (placed) => finishedCall((await placed).body.id)))
  const open = await makeCall(mine.acme.id)
  for (const { id } of [old!, open]) await aged(id, 8)
  const added = await sums(mine.acme.id)
  await (
    await owner(world(), mine.acme)
  )(KEEP, { input: { calls: 7 } })
  await sweep()

  const left = await anyWorkspace.call.findMany({ where: { workspaceId: mine.acme.id }, select: { id: true }, orderBy: { id: 'asc' } })
  expect(left.map(({ id }) => id)).toEqual([young!.id, open.id].sort((a, b) => a - b))
  const { costMicros, durationSeconds, outcome, status } = old!
  expect(await anyWorkspace.erasedCall.findMany({ where: { workspaceId: mine.acme.id } })).toMatchObject([
    { id: old!.id, costMicros, durationSeconds, outcome, status, reason: 'retention' },
  ])
  expect(JSON.stringify((await dump(mine.acme.id)).erased_calls)).not.toContain('4155550009')
  expect(await sums(mine.acme.id)).toEqual(added)
  await until('the provider to forget the call', async () => (await provider('retell').getCall(old!.providerCallId!)) === null)
  expect(await provider('retell').getCall(young!.providerCallId!)).not.toBeNull()
})

test('texts that have come of age go with their conversations, and those that are not settled stay', async () => {
  const acme = await world().workspace()
  const texter = await makeTexter(acme.id, '+14155550143')
  const sent = { status: 'delivered', dispatch: 'placed', costMicros: 7_000n }
  const [old] = [await makeMessage(texter, { toNumber: '+14155550201', createdAt: daysAgo(4), ...sent })]
  const pending = await makeMessage(texter, { toNumber: '+14155550202', createdAt: daysAgo(4) })
  const young = await makeMessage(texter, { toNumber: '+14155550203', createdAt: daysAgo(2), ...sent })
  const added = await sums(acme.id)
  await (
    await owner(world(), acme)
  )(KEEP, { input: { messages: 3 } })
  await sweep()

  const left = await anyWorkspace.message.findMany({ where: { workspaceId: acme.id }, orderBy: { id: 'asc' }, select: { id: true } })
  expect(left.map(({ id }) => id)).toEqual([pending.id, young.id])
  const peers = await anyWorkspace.conversation.findMany({ where: { workspaceId: acme.id }, orderBy: { id: 'asc' }, select: { peer: true } })
  expect(peers.map(({ peer }) => peer)).toEqual(['+14155550202', '+14155550203'])
  expect(await anyWorkspace.erasedMessage.findMany({ where: { workspaceId: acme.id } })).toMatchObject([
    { id: old.id, costMicros: 7_000n, country: 'US', segments: 1, status: 'delivered', reason: 'retention' },
  ])
  expect(await sums(acme.id)).toEqual(added)
})

/** Blanks 1,500 calls, and then deletes them. */
test('a backlog is worked off side by side, each call once', async () => {
  const acme = await world().workspace()
  const { agentId } = await makeCall(acme.id)
  await pool.query(
    `with made as (
       insert into calls (workspace_id, ref, agent_id, from_number, to_number, provider, provider_agent, recorded, recording_reason, status, created_at, ended_at, finished_at)
       select $1, gen_random_uuid(), $2, '+12125550001', '+12125550002', 'retell', '{}', false, 'off', 'completed', now() - interval '9 days', now() - interval '9 days', now()
       from generate_series(1, 1500) returning id, workspace_id)
     insert into call_details (call_id, workspace_id, summary) select id, workspace_id, 'said' from made`,
    [acme.id, agentId],
  )
  await anyWorkspace.workspace.update({ where: { id: acme.id }, data: { transcriptRetentionDays: 3 } })
  // The server sweeps by itself once a minute: what it is at then, this sweep leaves to it.
  await sweep()
  await expect.poll(() => anyWorkspace.callDetail.count({ where: { workspaceId: acme.id, summary: { not: null } } })).toBe(0)
  await anyWorkspace.workspace.update({ where: { id: acme.id }, data: { callRetentionDays: 8 } })
  await sweep()
  await expect.poll(() => anyWorkspace.call.count({ where: { workspaceId: acme.id, finishedAt: { not: null } } })).toBe(0)
  expect(await anyWorkspace.erasedCall.count({ where: { workspaceId: acme.id } })).toBe(1500)
})

/** Makes 6,000 calls and deletes them. */
test('a backlog that takes longer than one sweep is gone on with by the next, and the statistics agree with what is left', async () => {
  const acme = await world().workspace()
  const { agentId } = await makeCall(acme.id)
  await pool.query(
    `with made as (
       insert into calls (workspace_id, ref, agent_id, from_number, to_number, provider, provider_agent, recorded, recording_reason, status, duration_seconds, created_at, ended_at, finished_at)
       select $1, gen_random_uuid(), $2, '+12125550001', '+12125550002', 'retell', '{}', false, 'off', 'completed', 60, now() - interval '9 days', now() - interval '9 days', now()
       from generate_series(1, 6000) returning id, workspace_id)
     insert into call_details (call_id, workspace_id, summary) select id, workspace_id, 'said' from made`,
    [acme.id, agentId],
  )
  await callStatChecks.rebuild(acme.id)
  const added = await sums(acme.id)
  await anyWorkspace.workspace.update({ where: { id: acme.id }, data: { callRetentionDays: 8 } })
  const left = () => anyWorkspace.call.count({ where: { workspaceId: acme.id, finishedAt: { not: null } } })
  await until('the first of them to go', async () => {
    await retention.sweep(50)
    return (await left()) < 6_000
  })
  expect(await left()).toBeGreaterThan(0)
  await until('the last of them to go', async () => {
    await retention.sweep(500)
    return (await left()) === 0
  })
  expect(await anyWorkspace.erasedCall.count({ where: { workspaceId: acme.id } })).toBe(6_000)
  expect(await sums(acme.id)).toEqual(added)
  expect(await callStatChecks.verify(acme.id)).toMatchObject({ workspaces: 1, differences: 0, examples: [] })
})

test('each class is set by itself, in whole days, by who may change the workspace', async () => {
  const acme = await world().workspace()
  const gql = await owner(world(), acme)
  const set = async (input: object) => (await gql<{ updateDataRetention: object }>(KEEP, { input })).updateDataRetention
  expect(await set({ recordings: 30, calls: 365 })).toEqual({ recordings: 30, transcripts: null, calls: 365, messages: null })
  expect(await set({ messages: 90, calls: null })).toEqual({ recordings: 30, transcripts: null, calls: null, messages: 90 })
  expect(await gql('{ workspace { recordingRetentionDays } dataRetention { recordings messages } }')).toEqual({
    workspace: { recordingRetentionDays: 30 },
    dataRetention: { recordings: 30, messages: 90 },
  })
  for (const days of [0, 3_651]) await expect(set({ transcripts: days })).rejects.toThrow('UNPROCESSABLE_ENTITY')
  await expect((await acme.key()).gql(KEEP, { input: { calls: 1 } })).rejects.toThrow('Missing scope: workspace:write')
})
