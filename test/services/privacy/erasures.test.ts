import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import * as callStatChecks from '../../../src/services/analytics/counting/callStatChecks.ts'
import { phonePatternsOf } from '../../../src/services/dataSubjects/phonePatterns.ts'
import { provider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { deliver, news } from '../../inbound/vendors.ts'
import { receiver } from '../../kit/receiver.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { tenant } from '../calls/placementKit.ts'
import { dump, erased, finishedCall, found, owner, scatter, sums } from './privacyKit.ts'

const world = useWorld({ speed: 200 })
const ERASE =
  'mutation ($phone: String!, $retainDncEntry: Boolean) { erasePersonalData(phoneNumber: $phone, retainDncEntry: $retainDncEntry) { id hint status retainsDncEntry } }'

/** Waits for three simulated calls, for two erasures and for the provider to forget a call, and searches every column of the database. */
test.each(['retell', 'vapi'])('nothing is left of a number but its list entry, here and at %s, and everything else is as it was', async (engine) => {
  const [phone, national, other] = engine === 'retell' ? ['+14155510009', '(415) 551-0009', '+14155520009'] : ['+14155530009', '415.553.0009', '+14155540009']
  const hook = await receiver()
  const mine = await tenant(world(), { engine })
  const theirs = await tenant(world(), { engine })
  await mine.key.put('/webhooks', { url: hook.url })
  const placed = await Promise.all([
    mine.place(phone, { metadata: { crm: 'Mary', phone: national }, variables: { phone } }),
    mine.place(other, { metadata: { emergency: national } }),
    theirs.place(phone, { metadata: { phone: national } }),
  ])
  const [gone, kept, elsewhere] = await Promise.all(placed.map(({ body }) => finishedCall(body.id)))
  await until('the webhooks', () => hook.received.length >= 2)
  const { theirs: text, stranger } = await scatter(mine.acme.id, { phone, national, other })
  await scatter(theirs.acme.id, { phone, national, other })
  await pool.query(`update graphile_worker._private_jobs set last_error = $1 where id = (select min(id) from graphile_worker._private_jobs)`, [
    `failed for ${phone}`,
  ])
  await until(
    'the deliveries to be over',
    async () => (await anyWorkspace.webhookDelivery.count({ where: { workspaceId: mine.acme.id, status: 'pending' } })) === 0,
  )
  await callStatChecks.rebuild(mine.acme.id)
  const [before, added] = [await dump(theirs.acme.id), await sums(mine.acme.id)]
  const gql = await owner(world(), mine.acme)

  const { erasePersonalData } = await gql<{ erasePersonalData: { id: string; hint: string } }>(ERASE, { phone })
  expect(erasePersonalData).toMatchObject({ hint: '09', retainsDncEntry: true })
  const done = await erased(erasePersonalData.id)
  expect(done).toMatchObject({ phoneNumber: null, hint: '09', counts: { calls: 1, leads: 2, messages: 1, files: 2 } })

  expect(await sums(mine.acme.id)).toEqual(added)
  expect(await callStatChecks.verify(mine.acme.id)).toMatchObject({ workspaces: 1, differences: 0, examples: [] })
  expect(await dump(theirs.acme.id)).toEqual(before)
  // What is found is the other workspace's, and the entry of the list without its words.
  for (const [table, rows] of Object.entries(await dump(mine.acme.id)))
    for (const row of rows) if (table !== 'dnc_entries') expect(row).not.toMatch(new RegExp(phonePatternsOf(phone!).pattern))
  const entries = await anyWorkspace.dncEntry.findMany({ where: { workspaceId: mine.acme.id }, orderBy: { id: 'asc' } })
  expect(entries).toMatchObject([
    { phoneNumber: phone, reason: null },
    { phoneNumber: other, reason: 'Lives with [erased]' },
  ])

  expect(await anyWorkspace.erasedCall.findUnique({ where: { id: gone!.id } })).toMatchObject({
    workspaceId: mine.acme.id,
    agentId: gone!.agentId,
    costMicros: gone!.costMicros,
    durationSeconds: gone!.durationSeconds,
    outcome: gone!.outcome,
    endedAt: gone!.endedAt,
    costLines: gone!.detail!.costLines,
    reason: 'request',
  })
  expect(await finishedCall(kept!.id)).toMatchObject({ toNumber: other, detail: { metadata: { emergency: '[erased]' }, summary: kept!.detail!.summary } })
  expect(await anyWorkspace.lead.findUnique({ where: { id: stranger } })).toMatchObject({
    phoneNumber: other,
    data: { second_phone: '[erased]', digits: '[erased]' },
  })
  expect(await anyWorkspace.message.findUnique({ where: { id: text.id } })).toMatchObject({ body: 'Your sister is at [erased]' })
  expect((await mine.key.get(`/calls/${gone!.id}`)).status).toBe(404)

  await until('the provider to forget the call', async () => (await provider(engine).getCall(gone!.providerCallId!)) === null)
  for (const call of [kept!, elsewhere!]) expect(await provider(engine).getCall(call.providerCallId!)).not.toBeNull()

  // What the provider tells late brings nothing back.
  const events = await anyWorkspace.providerEvent.count()
  const late = await deliver(world(), engine as 'retell', news(engine as 'retell', gone!.providerCallId!))
  expect(late.status).toBeLessThan(300)
  expect(await anyWorkspace.providerEvent.count()).toBe(events)

  const again = await (await owner(world(), theirs.acme))<{ erasePersonalData: { id: string } }>(ERASE, { phone, retainDncEntry: false })
  await erased(again.erasePersonalData.id)
  expect(await found(phonePatternsOf(phone!).pattern)).toEqual(['dnc_entries.phone_number'])
})

/**
 * Waits for a simulated call to end and for the erasure to look again, which it does about once a second; and searches every column of the
 * database.
 */
test('an erasure waits for the end of a call that is under way, and then goes on', async () => {
  const phone = '+14155560009'
  const mine = await tenant(world())
  const { id } = (await mine.place(phone)).body
  const gql = await owner(world(), mine.acme)
  const { erasePersonalData } = await gql<{ erasePersonalData: { id: string } }>(ERASE, { phone })
  const twice = await gql<{ erasePersonalData: { id: string } }>(ERASE, { phone })
  expect(twice.erasePersonalData.id).toBe(erasePersonalData.id)
  await erased(erasePersonalData.id, 30_000)
  expect(await anyWorkspace.erasedCall.findUnique({ where: { id } })).toMatchObject({ reason: 'request', status: 'completed' })
  expect(await found(phonePatternsOf(phone).pattern)).toEqual([])
})

test("the workspace's own numbers and what is no number are refused, and only who may is let", async () => {
  const mine = await tenant(world())
  const gql = await owner(world(), mine.acme)
  const own = (await mine.key.get('/phone-numbers')).body.items[0].phone_number
  await expect(gql(ERASE, { phone: own })).rejects.toThrow('belongs to your workspace')
  await expect(gql(ERASE, { phone: 'Mary' })).rejects.toThrow('Invalid phone number')
  await expect(mine.key.gql(ERASE, { phone: '+14155550100' })).rejects.toThrow('Missing scope: privacy:write')
})
