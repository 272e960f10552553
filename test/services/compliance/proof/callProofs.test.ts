import { createHash, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../../src/kernel/db/db.ts'
import { isIntact, type SignedProof } from '../../../../src/services/compliance/proof/proofDocuments.ts'
import type { Client } from '../../../kit/clients/client.ts'
import { useTestServer } from '../../../kit/server/testServer.ts'
import { stopClock } from '../../../kit/waiting/clock.ts'
import { waitFor } from '../../../kit/waiting/waitFor.ts'
import { createAnsweringTenant } from '../../calls/inboundKit.ts'
import { createTenant } from '../../calls/placementKit.ts'
import { addConsent, createCampaign } from '../../dialer/dialerKit.ts'
import { findColumnsWith, signInAsOwner, waitForErasure, waitForFinishedCall } from '../../privacy/privacyKit.ts'

const testServer = useTestServer({ speed: 200 })

const FIELDS = 'callId document digest signature publicKey'
const prove = async (key: Client, id: number) =>
  (await key.gql<{ callProof: SignedProof }>(`query ($id: ID!) { callProof(callId: $id) { ${FIELDS} } }`, { id: String(id) })).callProof

/** What the tables say, without the product's own reading of them. */
async function readRows(callId: number) {
  const { rows } = await pool.query(
    `select c.*, d.decision, d.timing_advisory, extract(epoch from c.created_at) * 1000 as placed_ms
     from calls c join call_details d on d.call_id = c.id where c.id = $1`,
    [callId],
  )
  return rows[0]
}
const localTime = (zone: string, ms: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(Number(ms))).replace(' ', 'T')

// A Wednesday. Where the numbers are, the law permits calls from 8:00 to 21:00.
const NIGHT = new Date('2026-12-02T10:30:00Z')
const DAY = new Date('2026-12-02T18:00:00Z')

test('the count of earlier calls is kept with a single call, whatever becomes of them', async () => {
  const { key, place } = await createTenant(testServer())
  const ids: number[] = []
  for (let at = 0; at < 3; at++) ids.push((await place('+14155550113')).body.id)
  expect(await Promise.all(ids.map(async (id) => (await readRows(id)).decision.calls))).toEqual([0, 1, 2])
  await pool.query("update calls set created_at = created_at - interval '40 days' where id = any($1)", [ids.slice(0, 2)])
  expect((await prove(key, ids[2]!)).document.placed.calls_before).toEqual({ days: 30, count: 2 })
})

test('the proof of a single call names who placed it, its hours, lists, earlier calls and statements, and anybody can check its signature', async () => {
  const { acme, key, agentId, place } = await createTenant(testServer())
  await anyWorkspace.agent.update({
    where: { id: agentId },
    data: { publishedConfig: { ...(await publishedConfig(agentId)), firstMessage: 'Hi, I am an AI assistant. This call is recorded.' } },
  })
  const first = await place('+14155550133')
  const { status, body } = await place('+14155550133', { recording_enabled: false })
  expect([first.status, status]).toEqual([202, 202])
  const [row, proof] = [await readRows(body.id), await prove(key, body.id)]
  const { rows: keys } = await pool.query('select id, name from api_keys where workspace_id = $1 order by id desc', [acme.id])
  expect(proof.document).toMatchObject({
    version: 1,
    workspace_id: acme.id,
    call_id: body.id,
    placed: {
      placed_at: row.created_at.toISOString(),
      direction: 'outbound',
      provider: 'retell',
      country: 'US',
      number: { id: row.number_id, phone_number: row.from_number },
      started_by: { type: 'api_key', api_key_id: keys[0].id, user_id: null, campaign_id: null },
      agent: { id: agentId, statements: ['ai', 'recording'] },
      calling_hours: {
        place: 'US-CA',
        place_known_by: 'number',
        zones: [{ zone: 'America/Los_Angeles', local_time: localTime('America/Los_Angeles', row.placed_ms), permitted_hours: '08:00-21:00' }],
        laws: ['US'],
        is_permitted: row.timing_advisory?.reason !== 'calling_hours',
      },
      do_not_call: { list: 'workspace', is_listed: false, checked_at: row.created_at.toISOString() },
      calls_before: { days: 30, count: 1 },
      consent: { demanded: { basis: 'express', purpose: null, rule: 'US' }, valid: [] },
      recording: { recorded: false, reason: 'disabled_on_call', rules_version: row.recording_rules_version },
    },
    contact: { phone_number: '+14155550133', on_do_not_call_list_since: null, opt_out_sentence: null },
    erased: null,
    names: { agent: 'Ada', api_key: keys[0].name, campaign: null, member: null },
  })
  const text = canonical(proof.document)
  expect(proof.digest).toBe(createHash('sha256').update(text).digest('hex'))
  const publicKey = createPublicKey({ key: Buffer.from(proof.publicKey, 'base64'), format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from(text), publicKey, Buffer.from(proof.signature, 'base64'))).toBe(true)
  expect(isIntact(proof)).toBe(true)
  expect(isIntact({ ...proof, document: { ...proof.document, names: {} } as never })).toBe(false)
  expect(Buffer.byteLength(JSON.stringify(row.decision))).toBeLessThan(300)
})

const publishedConfig = async (id: number) => (await anyWorkspace.agent.findUniqueOrThrow({ where: { id } })).publishedConfig as object

/** RFC 8785, written again. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const names = Object.keys(value).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`).join()}}`
}

test('the proof of an inbound call says that the caller started it, and demands nothing of the workspace', async () => {
  const { ask, calls, key, agentId, number } = await createAnsweringTenant(testServer(), 'retell')
  await ask('+12125550177')
  const [call] = await calls()
  const { document } = await prove(key, call!.id)
  expect(document).toMatchObject({
    placed: {
      direction: 'inbound',
      number: { id: number.id, phone_number: number.phone_number },
      started_by: { type: 'caller' },
      agent: { id: agentId, statements: [] },
      calling_hours: null,
      do_not_call: null,
      calls_before: null,
      consent: null,
      recording: { recorded: call!.recorded, reason: call!.recordingReason },
    },
    contact: { phone_number: '+12125550177' },
  })
})

test('all calls of a number are listed with their proofs, newest first, and page by page', async () => {
  const { key, place } = await createTenant(testServer())
  const phone = '+14155550155'
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.unshift((await place(phone)).body.id)
  await place('+14155550156')
  const list = async (after?: string) =>
    (
      await key.gql<{ callProofs: { edges: { cursor: string; node: SignedProof & { callId: string } }[]; pageInfo: { hasNextPage: boolean } } }>(
        `query ($phone: String!, $after: String) { callProofs(phoneNumber: $phone, first: 2, after: $after) { edges { cursor node { ${FIELDS} } } pageInfo { hasNextPage } } }`,
        { phone, after },
      )
    ).callProofs
  const page = await list()
  const rest = await list(page.edges.at(-1)!.cursor)
  expect([page.pageInfo.hasNextPage, rest.pageInfo.hasNextPage]).toEqual([true, false])
  expect([...page.edges, ...rest.edges].map(({ node }) => Number(node.callId))).toEqual(ids)
  expect([...page.edges, ...rest.edges].every(({ node }) => isIntact(node))).toBe(true)
})

test('after an erasure nothing of the person remains in any table, and the proof of the call has the same digest and verifies', async () => {
  const phone = '+14155510009'
  const mine = await createTenant(testServer())
  const consent = await addConsent(mine.acme.id, phone, 'express')
  await pool.query(`update consents set text = 'Mary Smith agrees', source = 'mary.example' where id = $1`, [consent.id])
  const { id } = (await mine.place(phone, { metadata: { crm: 'Mary Smith' } })).body
  await waitForFinishedCall(id)
  await anyWorkspace.optOut.create({
    data: { workspaceId: mine.acme.id, callId: id, phoneNumber: phone, sentence: 'Mary Smith says never again', heardBy: 'rules', saidAt: new Date() },
  })
  const before = await prove(mine.key, id)
  expect(before.document).toMatchObject({
    placed: {
      consent: { demanded: { basis: 'express' }, valid: [{ id: consent.id, basis: 'express', purpose: 'any', given_at: '2026-01-31T00:00:00.000Z' }] },
    },
    opt_out: { heard_by: 'rules', undone_at: null },
    contact: { opt_out_sentence: 'Mary Smith says never again', consents: [{ id: consent.id, text: 'Mary Smith agrees', source: 'mary.example' }] },
  })
  const gql = await signInAsOwner(testServer(), mine.acme)
  const erase = 'mutation ($phone: String!) { erasePersonalData(phoneNumber: $phone, retainDncEntry: false) { id } }'
  await waitForErasure((await gql<{ erasePersonalData: { id: string } }>(erase, { phone })).erasePersonalData.id)
  expect(await findColumnsWith('14155510009|Mary Smith|mary\\.example')).toEqual([])
  const after = await prove(mine.key, id)
  expect(after.document).toMatchObject({ contact: null, erased: { reason: 'request' }, opt_out: before.document.opt_out })
  expect(after.document.placed).toEqual(before.document.placed)
  expect(after.document.placed_digest).toBe(before.document.placed_digest)
  expect([isIntact(before), isIntact(after)]).toEqual([true, true])
  expect(JSON.stringify(after.document)).not.toMatch(/5510009|Mary/)
})

test('the proof of a campaign call names its start, the consent that was demanded and present, and the law', async () => {
  stopClock(DAY)
  const { acme, key, agentId } = await createTenant(testServer())
  const [phone] = ['+14155570113']
  const written = await addConsent(acme.id, phone!, 'express_written', { purpose: 'marketing' })
  const revoked = await addConsent(acme.id, phone!, 'express_written')
  await pool.query(`update consents set revoked_at = now() - interval '1 minute' where id = $1`, [revoked.id])
  const campaign = await createCampaign(acme.id, agentId, {
    phones: [phone!],
    purpose: 'cold_calling',
    settings: { callingWindows: [{ from: '09:00', to: '18:30' }], quietHours: [{ from: '12:00', to: '13:00' }] },
  })
  await pool.query(`insert into campaign_events (workspace_id, campaign_id, type) values ($1, $2, 'started')`, [acme.id, campaign.id])
  await campaign.start()
  const call = await waitFor('the call', async () => (await campaign.calls())[0])
  const [row, proof] = [await readRows(call.id), await prove(key, call.id)]
  const { rows: events } = await pool.query(`select * from campaign_events where campaign_id = $1 and type = 'started'`, [campaign.id])
  expect(proof.document).toMatchObject({
    placed: {
      started_by: { type: 'campaign', campaign_id: campaign.id, campaign_started_at: events[0].created_at.toISOString() },
      calling_hours: {
        is_permitted: true,
        zones: [{ zone: 'America/Los_Angeles', local_time: localTime('America/Los_Angeles', row.placed_ms), permitted_hours: '09:00-12:00,13:00-18:30' }],
        laws: ['US'],
      },
      calls_before: { count: 0 },
      consent: { demanded: { basis: 'express_written', purpose: 'marketing', rule: 'US' }, valid: [{ id: written.id }] },
    },
    names: { campaign: 'Campaign' },
  })
  const { rows: decisions } = await pool.query('select * from lead_decisions where call_id = $1', [call.id])
  const { place, known, zones, hours, consent } = row.decision
  const { country, region, place_known_by, zones: decided, consent: demanded } = decisions[0].details
  expect([place, known, Object.keys(zones), hours]).toEqual([`${country}-${region}`, place_known_by, decided, decisions[0].rules_version])
  expect(consent).toMatchObject(demanded)
  expect(Buffer.byteLength(JSON.stringify(row.decision))).toBeLessThan(350)
  // A consent that is revoked later was valid then.
  await pool.query('update consents set revoked_at = now() where id = $1', [written.id])
  const later = await prove(key, call.id)
  expect(later.document.placed_digest).toBe(proof.document.placed_digest)
  expect(later.document.contact).toMatchObject({ consents: [{ id: written.id, revoked_at: expect.any(String) }] })
})

test('a call outside the permitted hours keeps why, and the proof of a call of another workspace does not exist', async () => {
  stopClock(NIGHT)
  const [mine, theirs] = [await createTenant(testServer()), await createTenant(testServer())]
  const { id } = (await mine.place('+14155580113')).body
  const { document } = await prove(mine.key, id)
  expect(document.placed).toMatchObject({
    calling_hours: { is_permitted: false, advisory: { reason: 'calling_hours', permitted_from: '2026-12-02T16:00:00.000Z' } },
  })
  await expect(prove(theirs.key, id)).rejects.toThrow('Call not found')
})

test('the export of proofs has a row for each ended call of the period, with the digest that its proof has, also after an erasure', async () => {
  const mine = await createTenant(testServer())
  const [phone, other] = ['+14155520009', '+14155530009']
  const ids = [(await mine.place(phone)).body.id, (await mine.place(other)).body.id] as const
  for (const id of ids) await waitForFinishedCall(id)
  const digests = await Promise.all(ids.map(async (id) => (await prove(mine.key, id)).document.placed_digest))
  const gql = await signInAsOwner(testServer(), mine.acme)
  const erase = 'mutation ($phone: String!) { erasePersonalData(phoneNumber: $phone) { id } }'
  await waitForErasure((await gql<{ erasePersonalData: { id: string } }>(erase, { phone })).erasePersonalData.id)
  const { id } = (await mine.key.post('/reports', { type: 'proofs', from: '2026-01-01', to: '2027-06-01', format: 'json' })).body
  const { download_url } = await waitFor('the export', async () => {
    const { body } = await mine.key.get(`/reports/${id}`)
    return body.status === 'done' && body
  })
  const rows = (await (await fetch(download_url)).json()) as Record<string, unknown>[]
  expect(rows.toSorted((one, another) => Number(one.call_id) - Number(another.call_id))).toMatchObject([
    { call_id: ids[0], contact: null, status: 'completed', started_by: 'api_key', place: 'US-CA', laws: 'US', placed_digest: digests[0] },
    { call_id: ids[1], contact: other, status: 'completed', started_by: 'api_key', calls_before: 0, consent_demanded: 'express', placed_digest: digests[1] },
  ])
})
