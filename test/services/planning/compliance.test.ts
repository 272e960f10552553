import { expect, onTestFinished, test } from 'vitest'
import { settings } from '../../../src/kernel/config/settings.ts'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { statements } from '../../../src/kernel/db/statement.ts'
import { compileSql } from '../../../src/kernel/db/sqlText.ts'
import type { Client } from '../../kit/clients/client.ts'
import { addLeads } from '../../kit/fixtures/leads.ts'
import { explain } from '../../kit/observers/plans.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { DAY } from '../../kit/waiting/clock.ts'
import { createTenant } from '../calls/placementKit.ts'
import { makeRegister } from '../compliance/registers/registerKit.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

interface Issue {
  code: string
  status: string
  details: Record<string, unknown>
  message: string
  action: string
  path: string
}
const reviewOf = async (key: Client) =>
  (await key.get('/compliance')).body as { issues: Issue[]; rules: object[]; campaigns: number; has_more_campaigns: boolean }
const issuesOf = async (key: Client) => (await reviewOf(key)).issues.map(({ code, status, details, path }) => ({ code, status, details, path }))
const codesOf = async (key: Client) => (await reviewOf(key)).issues.map(({ code }) => code)
const ago = (days: number) => new Date(Date.now() - days * DAY)

async function addCampaign(key: Client, workspaceId: number, agentId: number, phones: string[], more: object = {}) {
  const { id } = (await key.post('/campaigns', { name: 'Winter', agent_ref_id: agentId, ...more })).body
  await addLeads(
    workspaceId,
    id,
    phones.map((phone_number) => ({ phone_number })),
  )
  return id as number
}

test('a workspace without calls has no issue, and sees the versions of the rules in force', async () => {
  const { key } = await createTenant(testServer())
  expect(await reviewOf(key)).toMatchObject({ issues: [], campaigns: 0, has_more_campaigns: false })
  const { rules } = (await reviewOf(key)) as unknown as { rules: { table: string; version: string }[] }
  expect(rules.map(({ table }) => table)).toEqual(['calling_hours', 'consent', 'recording', 'registers'])
  for (const { version } of rules) expect(version).toMatch(/^\d{4}-\d\d-\d\d\.\d+-[0-9a-f]{8}$/)
})

test('a register that a marketing campaign needs is missing, then expires, then is fresh, and a broken file is named', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  await addCampaign(key, acme.id, agentId, ['+447400123456'], { purpose: 'cold_calling' })
  const registerIssues = async () => (await issuesOf(key)).filter(({ code }) => code.startsWith('register'))
  expect(await registerIssues()).toEqual([{ code: 'register_missing', status: 'missing', details: { country: 'GB', campaigns: ['Winter'] }, path: '/dnc' }])
  const owner = { workspaceId: acme.id as never }
  await makeRegister(owner, ['+447400999999'], { country: 'GB', name: 'Old' }, { washed_at: ago(29) })
  expect(await registerIssues()).toMatchObject([
    { code: 'register_expired', status: 'late', details: { country: 'GB', register: 'Old', campaigns: ['Winter'] } },
  ])
  await makeRegister(owner, ['+447400999999'], { country: 'GB', name: 'Aging' }, { washed_at: ago(25) })
  expect(await registerIssues()).toMatchObject([{ code: 'register_expiring', status: 'risky', details: { register: 'Aging' } }])
  const fresh = await makeRegister(owner, ['+447400999999'], { country: 'GB', name: 'Fresh' })
  await pool.query("delete from dnc_registers where workspace_id = $1 and name = 'Aging'", [acme.id])
  expect(await registerIssues()).toEqual([])
  await pool.query("update dnc_registers set error = 'no numbers' where id = $1", [fresh.id])
  expect(await registerIssues()).toMatchObject([{ code: 'register_failed', status: 'late', details: { register: 'Fresh', error: 'no numbers' } }])
})

test('leads that lack a consent, hours beyond the law and legal limits are issues of their campaign, with a link to it', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const marketing = await addCampaign(key, acme.id, agentId, ['+34911234567', '+493012340100'], { name: 'Ads', purpose: 'cold_calling' })
  const anyTime = await addCampaign(key, acme.id, agentId, ['+390612345678'], { name: 'No purpose' })
  await addCampaign(key, acme.id, agentId, ['+390612345678'], { name: 'Reminders', purpose: 'appointment' })
  await pool.query(
    "update leads set wait_reason = 'legal_limit', next_attempt_at = now() + interval '1 day' where campaign_id = $1 and phone_number like '+49%'",
    [marketing],
  )
  const issues = (await issuesOf(key)).filter(({ path }) => path.startsWith('/campaigns/'))
  expect(issues).toEqual([
    { code: 'leads_consent_missing', status: 'missing', details: { campaign: 'Ads', leads: 1 }, path: `/campaigns/${marketing}?tab=leads` },
    {
      code: 'campaign_outside_legal_hours',
      status: 'risky',
      details: { campaign: 'No purpose', countries: ['IT'] },
      path: `/campaigns/${anyTime}?tab=settings`,
    },
    { code: 'leads_without_consent', status: 'risky', details: { campaign: 'Ads', leads: 1 }, path: `/campaigns/${marketing}?tab=leads` },
    { code: 'campaign_at_legal_limit', status: 'risky', details: { campaign: 'Ads', leads: 1 }, path: `/campaigns/${marketing}?tab=settings` },
  ])
  await key.patch(`/campaigns/${anyTime}`, { purpose: 'appointment' })
  expect(await codesOf(key)).not.toContain('campaign_outside_legal_hours')
})

test('calls that were not permitted and calls without disclosure of the last 30 days are counted', async () => {
  const { acme, key, place } = await createTenant(testServer())
  const ids: number[] = []
  for (const at of [1, 2, 3, 4]) ids.push((await place(`+1415555011${at}`)).body.id)
  const advisory = JSON.stringify({ reason: 'calling_hours', details: {}, permittedFrom: null, rulesVersion: 'x' })
  await pool.query('update call_details set timing_advisory = null where workspace_id = $1', [acme.id])
  await pool.query('update call_details set timing_advisory = $2 where call_id = any($1)', [[ids[0], ids[3]], advisory])
  await pool.query(`update call_details set unsaid = '[]' where call_id = $1`, [ids[1]])
  await pool.query(`update call_details set unsaid = '["ai"]' where call_id = any($1)`, [[ids[2], ids[3]]])
  await pool.query(`update calls set created_at = now() - interval '31 days' where id = $1`, [ids[3]])
  expect(await issuesOf(key)).toEqual([
    { code: 'disclosure_unsaid', status: 'risky', details: { calls: 1, of: 2, days: 30 }, path: '/calls?disclosure=no' },
    { code: 'calls_not_permitted', status: 'risky', details: { calls: 1, days: 30 }, path: `/calls?call=${ids[0]}` },
  ])
})

test('copies of recordings that are not made after a day, and those that failed within 30 days, are counted with a link to a call', async () => {
  const { acme, key, place } = await createTenant(testServer())
  const ids: number[] = []
  for (let each = 0; each < 7; each++) ids.push((await place('+12125550113')).body.id)
  await pool.query('update call_details set timing_advisory = null where workspace_id = $1', [acme.id])
  const addCopy = (nth: number, days: number, { failure = null, ...more }: { failure?: string | null; keptAt?: Date; removedAt?: Date } = {}) =>
    anyWorkspace.keptRecording.create({ data: { callId: ids[nth]!, workspaceId: acme.id, createdAt: ago(days), retryAt: ago(0), failure, ...more } })
  await addCopy(0, 2)
  await addCopy(1, 3)
  await addCopy(2, 0.5)
  await addCopy(3, 29, { failure: 'unavailable' })
  await addCopy(4, 31, { failure: 'unavailable' })
  await addCopy(5, 2, { failure: 'not_permitted' })
  await addCopy(6, 2, { keptAt: ago(1) })
  const failed = { code: 'copies_failed', status: 'missing', details: { copies: 1, days: 30 }, path: `/calls?call=${ids[3]}` }
  expect(await issuesOf(key)).toEqual([failed])
  settings.keepRecordings = 'copy'
  onTestFinished(() => {
    settings.keepRecordings = 'off'
  })
  expect(await issuesOf(key)).toEqual([{ code: 'copies_overdue', status: 'late', details: { copies: 2 }, path: `/calls?call=${ids[0]}` }, failed])
  await anyWorkspace.keptRecording.updateMany({ where: { workspaceId: acme.id }, data: { removedAt: ago(0) } })
  expect(await issuesOf(key)).toEqual([])
})

test('recordings past their retention, consents that end soon and opt-outs whose time runs are counted', async () => {
  const { acme, key, place } = await createTenant(testServer())
  const [held, unpurged, young] = [(await place('+12125550113')).body.id, (await place('+12125550113')).body.id, (await place('+12125550113')).body.id]
  await pool.query('update call_details set timing_advisory = null where workspace_id = $1', [acme.id])
  await pool.query('update workspaces set recording_retention_days = 10 where id = $1', [acme.id])
  await pool.query('update calls set has_recording = true, ended_at = $2 where id = $1', [held, ago(11.5)])
  await pool.query('update calls set has_recording = true, ended_at = $2, recording_deleted_at = $3 where id = $1', [unpurged, ago(20), ago(2)])
  await pool.query('update calls set has_recording = true, ended_at = $2 where id = $1', [young, ago(9)])
  const consent = (phoneNumber: string, days: number, more: object = {}) => ({
    workspaceId: acme.id,
    phoneNumber,
    basis: 'express',
    purpose: 'any',
    fingerprint: `${phoneNumber} ${days}`,
    expiresAt: ago(-days),
    ...more,
  })
  await anyWorkspace.consent.createMany({
    data: [
      consent('+14155550201', 20),
      consent('+14155550202', 10),
      consent('+14155550203', 40),
      consent('+14155550204', 5, { revokedAt: ago(1) }),
      consent('+14155550205', -1),
    ],
  })
  for (const phone_number of ['+14155550301', '+14155550302', '+493012340100']) await key.post('/dnc', { phone_number })
  await pool.query("update dnc_entries set created_at = now() - interval '40 days' where workspace_id = $1 and phone_number = '+14155550302'", [acme.id])
  const issues = await issuesOf(key)
  expect(issues.map(({ code }) => code)).toEqual(['recordings_overdue', 'opt_outs_due', 'consents_expiring'])
  expect(issues[0]).toMatchObject({ status: 'late', details: { recordings: 2 }, path: '/settings?tab=data' })
  expect(issues[1]).toMatchObject({ details: { opt_outs: 1, due: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }, path: '/dnc' })
  expect(issues[2]).toMatchObject({ details: { consents: 2, days: 30 }, path: `/contacts/${encodeURIComponent('+14155550202')}` })
})

test('at most ten campaigns are reviewed, running ones first, and issues say what to do', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const first = await addCampaign(key, acme.id, agentId, ['+34911234567'], { name: 'Running', purpose: 'cold_calling' })
  await pool.query("update campaigns set status = 'running', dial_at = null where id = $1", [first])
  for (let at = 0; at < 10; at++) await addCampaign(key, acme.id, agentId, ['+390612345678'], { name: `Draft ${at}`, purpose: 'appointment' })
  const { issues, ...review } = await reviewOf(key)
  expect(review).toMatchObject({ campaigns: 10, has_more_campaigns: true })
  expect(issues).toMatchObject([
    {
      code: 'leads_consent_missing',
      details: { campaign: 'Running' },
      message: expect.stringContaining('Running'),
      action: expect.stringMatching(/^Record .*\.$/),
    },
  ])
  expect(await key.gql('{ compliance { campaigns hasMoreCampaigns issues { code status } } }')).toEqual({
    compliance: { campaigns: 10, hasMoreCampaigns: true, issues: [{ code: 'leads_consent_missing', status: 'missing' }] },
  })
})

test('a review needs its scope, and shows nothing of another workspace', async () => {
  const [acme, other] = [await createTenant(testServer()), await createTenant(testServer())]
  await addCampaign(acme.key, acme.acme.id, acme.agentId, ['+34911234567'], { purpose: 'cold_calling' })
  expect(await codesOf(acme.key)).toEqual(['leads_consent_missing'])
  expect(await codesOf(other.key)).toEqual([])
  expect((await (await acme.acme.key('calls:read')).get('/compliance')).status).toBe(403)
})

test.each(['compliance.readRows', 'compliance.listCampaigns'])('every part of %s is read by an index', async (name) => {
  const { text } = compileSql(statements.get(name)!, {})
  const plan = await explain(`(generic_plan, costs off) ${text}`, [], ['enable_seqscan'])
  expect(plan).not.toMatch(/Seq Scan/)
})
