import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pool } from '../../../../src/kernel/db/db.ts'
import { isIntact, type SignedProof } from '../../../../src/services/compliance/proof/proofDocuments.ts'
import type { Client } from '../../../kit/clients/client.ts'
import { useTestServer } from '../../../kit/server/testServer.ts'
import { waitFor } from '../../../kit/waiting/waitFor.ts'
import { createTenant, listPlacements } from '../../calls/placementKit.ts'
import { phoneNumbersOf } from '../../dialer/dialerKit.ts'

const testServer = useTestServer({ speed: 200, env: { CALLING_HOURS: 'off' } })

const LEADS = 60
/** Of the last leads, so that none of them is called before. */
const REVOKED = 8
const PROOFS = 50
const GIVEN = '2026-01-31T10:00:00.000Z'

const readAll = async (sql: string, values: unknown[]) => (await pool.query(sql, values)).rows

/** Starts a marketing campaign over the API, to contacts who all agreed. */
async function startCampaign(key: Client, agentId: number, phones: string[]) {
  const { id } = (await key.post('/campaigns', { name: 'Autumn', purpose: 'cold_calling', agent_ref_id: agentId })).body
  const consent = { basis: 'express_written', purpose: 'marketing', given_at: GIVEN, source: 'Web form' }
  const { body } = await key.post(`/campaigns/${id}/leads`, { leads: phones.map((phone_number) => ({ phone_number, consent })) })
  expect(body.imported).toBe(phones.length)
  const update = 'mutation($id: ID!, $input: CampaignSettingsInput!) { updateCampaignSettings(campaignId: $id, input: $input) { id } }'
  await key.gql(update, { id: String(id), input: { concurrency: 3, maxAttempts: 1 } })
  expect((await key.post(`/campaigns/${id}/start`)).status).toBe(200)
  return id as number
}

/** RFC 8785, written again. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const names = Object.keys(value).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`).join()}}`
}

const localTime = (zone: string, at: Date) =>
  new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at).replace(' ', 'T')

/** What a proof must say about the moment of a call, reckoned from the rows alone. */
async function reckonPlaced(id: number) {
  const [call] = await readAll('select c.*, d.decision from calls c join call_details d on d.call_id = c.id where c.id = $1', [id])
  const at = call.created_at as Date
  const before = await readAll('select id, workspace_id from calls where workspace_id = $1 and to_number = $2 and id < $3', [
    call.workspace_id,
    call.to_number,
    id,
  ])
  const consents = await readAll('select * from consents where workspace_id = $1 and phone_number = $2 order by id desc', [call.workspace_id, call.to_number])
  const [start] = await readAll(`select * from campaign_events where campaign_id = $1 and type = 'started' and created_at <= $2 order by id desc limit 1`, [
    call.campaign_id,
    at,
  ])
  const valid = consents.filter((each) => each.created_at <= at && each.given_at <= at && (each.revoked_at === null || each.revoked_at > at))
  const { says, place, known, zones, hours, consent } = call.decision
  return {
    placed_at: at.toISOString(),
    direction: 'outbound',
    provider: call.provider,
    country: 'US',
    number: { id: call.number_id, phone_number: call.from_number },
    started_by: {
      type: 'campaign',
      campaign_id: call.campaign_id,
      app_id: call.app_grant_id,
      user_id: start.user_id,
      api_key_id: start.api_key_id,
      campaign_started_at: start.created_at.toISOString(),
    },
    agent: { id: call.agent_id, statements: says },
    calling_hours: {
      is_permitted: true,
      place,
      place_known_by: known,
      zones: Object.entries(zones).map(([zone, permitted_hours]) => ({ zone, local_time: localTime(zone, at), permitted_hours })),
      laws: [],
      rules_version: hours,
      advisory: null,
    },
    do_not_call: { list: 'workspace', is_listed: false, checked_at: at.toISOString() },
    calls_before: { days: 30, count: before.length },
    consent: {
      demanded: { basis: 'express_written', purpose: 'marketing', rule: 'US', version: consent.version },
      valid: valid.map((each) => ({
        id: each.id,
        basis: each.basis,
        purpose: each.purpose,
        given_at: each.given_at.toISOString(),
        recorded_at: each.created_at.toISOString(),
        expires_at: null,
      })),
    },
    recording: { recorded: call.recorded, reason: call.recording_reason, rules_version: call.recording_rules_version },
  }
}

test('a consent revoked while a campaign runs stops the next call to that number, and fifty proofs say what the rows say', async () => {
  const { acme, key, agentId } = await createTenant(testServer(), { wallet: '1000' })
  const phones = phoneNumbersOf('229', LEADS)
  const revoked = phones.slice(-REVOKED)
  const campaignId = await startCampaign(key, agentId, phones)
  const callsOf = () => readAll('select id, to_number, finished_at from calls where campaign_id = $1 order by id', [campaignId])
  await waitFor('some calls', async () => (await callsOf()).length >= 5)

  for (const phone of revoked) {
    const { consents } = await key.gql<{ consents: { nodes: { id: string }[] } }>('query($phone: String!) { consents(phoneNumber: $phone) { nodes { id } } }', {
      phone,
    })
    for (const { id } of consents.nodes) await key.gql('mutation($id: ID!) { revokeConsent(id: $id) { status } }', { id })
  }
  expect((await callsOf()).filter(({ to_number }) => revoked.includes(to_number))).toEqual([])
  expect((await key.get(`/campaigns/${campaignId}`)).body.status).toBe('running')

  await waitFor('the campaign to complete', async () => (await key.get(`/campaigns/${campaignId}`)).body.status === 'completed')
  const calls = await callsOf()
  expect(new Set(calls.map(({ to_number }) => to_number))).toEqual(new Set(phones.slice(0, -REVOKED)))
  for (const phone of revoked) expect(await listPlacements(testServer(), 'retell', phone)).toEqual([])
  const closed = await readAll(
    `select l.status, (select reason from lead_decisions where lead_id = l.id order by id desc limit 1) as reason from leads l
     where campaign_id = $1 and phone_number = any($2)`,
    [campaignId, revoked],
  )
  expect(closed).toEqual(Array(REVOKED).fill({ status: 'failed', reason: 'consent_missing' }))

  const proven = calls.slice(0, PROOFS)
  expect(proven).toHaveLength(PROOFS)
  for (const { id, to_number: phone } of proven) {
    const { callProof: proof } = await key.gql<{ callProof: SignedProof }>(
      'query($id: ID!) { callProof(callId: $id) { callId document digest signature publicKey } }',
      { id: String(id) },
    )
    const placed = await reckonPlaced(id)
    expect(proof.document.placed).toEqual(placed)
    expect(proof.document).toMatchObject({ workspace_id: acme.id, call_id: id, contact: { phone_number: phone }, erased: null })
    expect(placed.consent.valid).toHaveLength(1)
    expect(proof.document.placed_digest).toBe(createHash('sha256').update(canonical(placed)).digest('hex'))
    expect(proof.digest).toBe(createHash('sha256').update(canonical(proof.document)).digest('hex'))
    expect(isIntact(proof)).toBe(true)
  }
})
