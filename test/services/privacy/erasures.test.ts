import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import * as callStatChecks from '../../../src/services/analytics/counting/callStatChecks.ts'
import { phonePatternsOf } from '../../../src/services/dataSubjects/phonePatterns.ts'
import { provider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { deliver, callStartedBody } from '../../inbound/vendors.ts'
import { startReceiver } from '../../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createTenant } from '../calls/placementKit.ts'
import { dump, waitForErasure, waitForFinishedCall, findColumnsWith, signInAsOwner, scatterNumber, readTotals } from './privacyKit.ts'

const testServer = useTestServer({ speed: 200 })
const ERASE =
  'mutation ($phone: String!, $retainDncEntry: Boolean) { erasePersonalData(phoneNumber: $phone, retainDncEntry: $retainDncEntry) { id hint status retainsDncEntry } }'

/** Waits for three simulated calls, for two erasures and for the provider to delete a call, and searches every column of the database. */
test.each(['retell', 'vapi'])('nothing of an erased number remains here and at %s except its DNC entry, and everything else is unchanged', async (engine) => {
  const [phone, national, other] = engine === 'retell' ? ['+14155510009', '(415) 551-0009', '+14155520009'] : ['+14155530009', '415.553.0009', '+14155540009']
  const hook = await startReceiver()
  const mine = await createTenant(testServer(), { engine })
  const theirs = await createTenant(testServer(), { engine })
  await mine.key.put('/webhooks', { url: hook.url })
  const placed = await Promise.all([
    mine.place(phone, { metadata: { crm: 'Mary', phone: national }, variables: { phone } }),
    mine.place(other, { metadata: { emergency: national } }),
    theirs.place(phone, { metadata: { phone: national } }),
  ])
  const [erasedCall, otherCall, elsewhere] = await Promise.all(placed.map(({ body }) => waitForFinishedCall(body.id)))
  await waitFor('the webhooks', () => hook.received.length >= 2)
  const { theirs: text, stranger } = await scatterNumber(mine.acme.id, { phone, national, other })
  await scatterNumber(theirs.acme.id, { phone, national, other })
  await pool.query(`update graphile_worker._private_jobs set last_error = $1 where id = (select min(id) from graphile_worker._private_jobs)`, [
    `failed for ${phone}`,
  ])
  await waitFor(
    'the deliveries to end',
    async () => (await anyWorkspace.webhookDelivery.count({ where: { workspaceId: mine.acme.id, status: 'pending' } })) === 0,
  )
  await callStatChecks.rebuild(mine.acme.id)
  const [before, added] = [await dump(theirs.acme.id), await readTotals(mine.acme.id)]
  const gql = await signInAsOwner(testServer(), mine.acme)

  const { erasePersonalData } = await gql<{ erasePersonalData: { id: string; hint: string } }>(ERASE, { phone })
  expect(erasePersonalData).toMatchObject({ hint: '09', retainsDncEntry: true })
  const done = await waitForErasure(erasePersonalData.id)
  expect(done).toMatchObject({ phoneNumber: null, hint: '09', counts: { calls: 1, leads: 2, messages: 1, files: 2, consents: 1 } })

  expect(await readTotals(mine.acme.id)).toEqual(added)
  expect(await callStatChecks.verify(mine.acme.id)).toMatchObject({ workspaces: 1, differences: 0, examples: [] })
  expect(await dump(theirs.acme.id)).toEqual(before)
  // The remaining matches are the other workspace's, and the DNC entry without its reason.
  for (const [table, rows] of Object.entries(await dump(mine.acme.id)))
    for (const row of rows) if (table !== 'dnc_entries') expect(row).not.toMatch(new RegExp(phonePatternsOf(phone!).pattern))
  const entries = await anyWorkspace.dncEntry.findMany({ where: { workspaceId: mine.acme.id }, orderBy: { id: 'asc' } })
  expect(entries).toMatchObject([
    { phoneNumber: phone, reason: null },
    { phoneNumber: other, reason: 'Lives with [erased]' },
  ])

  expect(await anyWorkspace.consent.findMany({ where: { workspaceId: mine.acme.id } })).toMatchObject([
    { phoneNumber: other, evidence: 'Recommended by [erased]' },
  ])

  expect(await anyWorkspace.erasedCall.findUnique({ where: { id: erasedCall!.id } })).toMatchObject({
    workspaceId: mine.acme.id,
    agentId: erasedCall!.agentId,
    costMicros: erasedCall!.costMicros,
    durationSeconds: erasedCall!.durationSeconds,
    outcome: erasedCall!.outcome,
    endedAt: erasedCall!.endedAt,
    costLines: erasedCall!.detail!.costLines,
    reason: 'request',
  })
  expect(await waitForFinishedCall(otherCall!.id)).toMatchObject({
    toNumber: other,
    detail: { metadata: { emergency: '[erased]' }, summary: otherCall!.detail!.summary },
  })
  expect(await anyWorkspace.lead.findUnique({ where: { id: stranger } })).toMatchObject({
    phoneNumber: other,
    data: { second_phone: '[erased]', digits: '[erased]' },
  })
  expect(await anyWorkspace.message.findUnique({ where: { id: text.id } })).toMatchObject({ body: 'Your sister is at [erased]' })
  expect((await mine.key.get(`/calls/${erasedCall!.id}`)).status).toBe(404)

  await waitFor('the provider to delete the call', async () => (await provider(engine).getCall(erasedCall!.providerCallId!)) === null)
  for (const call of [otherCall!, elsewhere!]) expect(await provider(engine).getCall(call.providerCallId!)).not.toBeNull()

  // A late webhook restores nothing.
  const events = await anyWorkspace.providerEvent.count()
  const owner = { kind: 'agent' as const, workspaceId: mine.acme.id, id: erasedCall!.agentId! }
  const late = await deliver(testServer(), engine as 'retell', callStartedBody(engine as 'retell', erasedCall!.providerCallId!), { owner })
  expect(late.status).toBeLessThan(300)
  expect(await anyWorkspace.providerEvent.count()).toBe(events)

  const again = await (await signInAsOwner(testServer(), theirs.acme))<{ erasePersonalData: { id: string } }>(ERASE, { phone, retainDncEntry: false })
  await waitForErasure(again.erasePersonalData.id)
  expect(await findColumnsWith(phonePatternsOf(phone!).pattern)).toEqual(['dnc_entries.phone_number'])
})

/**
 * Waits for a simulated call to end and for the next check of the erasure, about once a second, and searches every column of the database.
 */
test('an erasure that is requested several times at once is one, waits for the end of an active call, and then continues', async () => {
  const phone = '+14155560009'
  const mine = await createTenant(testServer())
  const { id } = (await mine.place(phone)).body
  const gql = await signInAsOwner(testServer(), mine.acme)
  const asked = await Promise.all(Array.from({ length: 5 }, () => gql<{ erasePersonalData: { id: string } }>(ERASE, { phone })))
  const ids = new Set(asked.map(({ erasePersonalData }) => erasePersonalData.id))
  expect(ids.size).toBe(1)
  await waitForErasure([...ids][0]!, 30_000)
  expect(await anyWorkspace.erasedCall.findUnique({ where: { id } })).toMatchObject({ reason: 'request', status: 'completed' })
  expect(await findColumnsWith(phonePatternsOf(phone).pattern)).toEqual([])
})

test("the workspace's own numbers and invalid numbers are rejected, and the scope is required", async () => {
  const mine = await createTenant(testServer())
  const gql = await signInAsOwner(testServer(), mine.acme)
  const own = (await mine.key.get('/phone-numbers')).body.items[0].phone_number
  await expect(gql(ERASE, { phone: own })).rejects.toThrow('belongs to your workspace')
  await expect(gql(ERASE, { phone: 'Mary' })).rejects.toThrow('Invalid phone number')
  await expect(mine.key.gql(ERASE, { phone: '+14155550100' })).rejects.toThrow('Missing scope: privacy:write')
})
