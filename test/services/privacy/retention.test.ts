import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { provider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { DAY } from '../../kit/waiting/clock.ts'
import { startReceiver } from '../../kit/fakes/webhookReceiver.ts'
import { makeCall, makeMessage, makeSmsNumber } from '../../kit/fixtures/rows.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createTenant } from '../calls/placementKit.ts'
import { dump, waitForFinishedCall, signInAsOwner, readTotals, sweep } from './privacyKit.ts'

const testServer = useTestServer({ speed: 200 })
const KEEP = 'mutation ($input: DataRetentionInput!) { updateDataRetention(input: $input) { recordings transcripts calls messages } }'
const daysAgo = (days: number) => new Date(Date.now() - days * DAY)
const aged = (id: number, days: number) => anyWorkspace.call.update({ where: { id }, data: { endedAt: daysAgo(days) } })

/** Waits for three simulated calls to end one after another, and for a webhook. */
test('transcripts past their retention are blanked everywhere; their calls, money and newer transcripts stay', async () => {
  const hook = await startReceiver((response) => response.end('thank you'))
  const mine = await createTenant(testServer())
  const theirs = await createTenant(testServer())
  await mine.key.put('/webhooks', { url: hook.url })
  const place = async (tenant: typeof mine, days: number, recording = true) => {
    const { id } = (await tenant.place('+14155550009', { metadata: { crm: '1' }, variables: { name: 'Mary' }, recording })).body
    await waitForFinishedCall(id)
    return aged(id, days)
  }
  // The younger one has the lower ID: it lasted longer.
  const [young, old, elsewhere] = [await place(mine, 29), await place(mine, 31), await place(theirs, 31)]
  const delivery = () =>
    anyWorkspace.webhookDelivery.findFirstOrThrow({ where: { workspaceId: mine.acme.id, eventId: String(old.id) }, include: { attempts: true } })
  await waitFor('the delivery', async () => (await delivery()).status === 'delivered')
  const [added, untouched] = [await readTotals(mine.acme.id), await dump(theirs.acme.id)]
  await (
    await signInAsOwner(testServer(), mine.acme)
  )(KEEP, { input: { transcripts: 30 } })
  await sweep()

  const { detail } = await waitForFinishedCall(old.id)
  expect(detail).toMatchObject({ transcript: [], summary: null, analysis: null, structuredData: null, validationErrors: null, metadata: {}, variables: {} })
  expect(await anyWorkspace.providerEvent.findMany({ where: { callId: old.id, NOT: { body: { equals: {} } } } })).toEqual([])
  const delivered = await delivery()
  expect(JSON.parse(delivered.body)).toMatchObject({
    id: String(old.id),
    data: { to_number: '+14155550009', summary: null, structured_data: {}, analysis: {}, metadata: {} },
  })
  expect(delivered.attempts[0]!.response).toBeNull()
  expect((await mine.key.get(`/calls/${old.id}`)).body).toMatchObject({ id: old.id, status: 'completed', transcript: [] })
  expect((await waitForFinishedCall(young.id)).detail).toMatchObject({ metadata: { crm: '1' }, summary: expect.any(String) })
  expect(await readTotals(mine.acme.id)).toEqual(added)
  expect(await dump(theirs.acme.id)).toEqual(untouched)
  // The recording is still available, and its provider stores both as one.
  expect(await provider('retell').getCall(old.providerCallId!)).not.toBeNull()
  expect((await waitForFinishedCall(elsewhere.id)).detail).toMatchObject({ metadata: { crm: '1' } })
})

test('calls past their retention leave facts and amounts, and are deleted at their provider; an unfinished one stays', async () => {
  const mine = await createTenant(testServer())
  const [old, young] = await Promise.all(
    [mine.place('+14155550009'), mine.place('+14155550009')].map(async (placed) => waitForFinishedCall((await placed).body.id)),
  )
  const open = await makeCall(mine.acme.id)
  for (const { id } of [old!, open]) await aged(id, 8)
  const added = await readTotals(mine.acme.id)
  await (
    await signInAsOwner(testServer(), mine.acme)
  )(KEEP, { input: { calls: 7 } })
  await sweep()

  const remaining = await anyWorkspace.call.findMany({ where: { workspaceId: mine.acme.id }, select: { id: true }, orderBy: { id: 'asc' } })
  expect(remaining.map(({ id }) => id)).toEqual([young!.id, open.id].sort((a, b) => a - b))
  const { costMicros, durationSeconds, outcome, status } = old!
  expect(await anyWorkspace.erasedCall.findMany({ where: { workspaceId: mine.acme.id } })).toMatchObject([
    { id: old!.id, costMicros, durationSeconds, outcome, status, reason: 'retention' },
  ])
  expect(JSON.stringify((await dump(mine.acme.id)).erased_calls)).not.toContain('4155550009')
  expect(await readTotals(mine.acme.id)).toEqual(added)
  await waitFor('the provider to delete the call', async () => (await provider('retell').getCall(old!.providerCallId!)) === null)
  expect(await provider('retell').getCall(young!.providerCallId!)).not.toBeNull()
})

test('messages past their retention are deleted with their conversations, and unsettled ones stay', async () => {
  const acme = await testServer().workspace()
  const texter = await makeSmsNumber(acme.id, '+14155550143')
  const delivered = { status: 'delivered', dispatch: 'placed', costMicros: 7_000n }
  const [old] = [await makeMessage(texter, { toNumber: '+14155550201', createdAt: daysAgo(4), ...delivered })]
  const pending = await makeMessage(texter, { toNumber: '+14155550202', createdAt: daysAgo(4) })
  const young = await makeMessage(texter, { toNumber: '+14155550203', createdAt: daysAgo(2), ...delivered })
  const added = await readTotals(acme.id)
  await (
    await signInAsOwner(testServer(), acme)
  )(KEEP, { input: { messages: 3 } })
  await sweep()

  const remaining = await anyWorkspace.message.findMany({ where: { workspaceId: acme.id }, orderBy: { id: 'asc' }, select: { id: true } })
  expect(remaining.map(({ id }) => id)).toEqual([pending.id, young.id])
  const peers = await anyWorkspace.conversation.findMany({ where: { workspaceId: acme.id }, orderBy: { id: 'asc' }, select: { contactNumber: true } })
  expect(peers.map(({ contactNumber }) => contactNumber)).toEqual(['+14155550202', '+14155550203'])
  expect(await anyWorkspace.erasedMessage.findMany({ where: { workspaceId: acme.id } })).toMatchObject([
    { id: old.id, costMicros: 7_000n, country: 'US', segments: 1, status: 'delivered', reason: 'retention' },
  ])
  expect(await readTotals(acme.id)).toEqual(added)
})

test('each data class is set separately, in whole days, with workspace:write', async () => {
  const acme = await testServer().workspace()
  const gql = await signInAsOwner(testServer(), acme)
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
