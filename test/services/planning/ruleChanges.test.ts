import { afterEach, beforeEach, expect, test } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import { commands } from '../../../src/admin/commands.ts'
import { inAnyWorkspace } from '../../../src/kernel/db/workspaceContext.ts'
import { useHostConsentRules } from '../../../src/services/compliance/consentRules.ts'
import { useHostRules } from '../../../src/services/compliance/hostRules.ts'
import { RulesFile } from '../../../src/services/compliance/rulesFile.ts'
import { hoursVersion } from '../../../src/services/compliance/legalHours.ts'
import { compareRules, rulesInForce } from '../../../src/services/compliance/rulesInForce.ts'
import * as ruleChanges from '../../../src/services/planning/compliance/ruleChanges.ts'
import type { Client } from '../../kit/clients/client.ts'
import { addCampaigns } from '../../kit/fixtures/leads.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createTenant } from '../calls/placementKit.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
const FLORIDA = {
  place: 'US-FL',
  mon_fri: [['09:00', '17:00']],
  sat: [],
  sun: [],
  holidays: false,
  caps: [{ hours: 24, max: 1 }],
  basis: 'House rule',
  valid_from: '2020-01-01T00:00:00Z',
}
const useRules = (...rules: object[]) => useHostRules(RulesFile.parse({ calling_hours: rules }).calling_hours)
const check = () => inAnyWorkspace(ruleChanges.check)

beforeEach(async () => {
  // A process records its rules once, so they have to change before they are recorded anew.
  useRules({ ...FLORIDA, place: 'VA' })
  await check()
  useRules()
  await check()
  await pool.query(`update settings set value = value || '{"changes": []}' where key = 'rules'`)
})
afterEach(() => {
  useRules()
  useHostConsentRules([])
})

/** Adds a campaign that calls one number. Marketing campaigns keep the legal calling hours. */
async function addCampaign(
  { acme, agentId }: Awaited<ReturnType<typeof createTenant>>,
  status: string,
  phoneNumber: string,
  purpose: string | null,
  name: string,
) {
  const [id] = await addCampaigns(acme.id, { agentId, status, count: 1 })
  await pool.query('update campaigns set purpose = $2, name = $3, dial_at = null where id = $1', [id, purpose, name])
  await pool.query('update leads set phone_number = $2 where campaign_id = $1', [id, phoneNumber])
  return id!
}

const reviewOf = async (key: Client) => {
  const { issues, rule_changes: changes } = (await key.get('/compliance')).body as { issues: { code: string }[]; rule_changes: object[] }
  return { issues: issues.filter(({ code }) => code === 'rules_changed'), changes }
}
const alertsOf = async (key: Client) =>
  (await key.gql<{ alerts: { nodes: { code: string; data: object; path: string }[] } }>('{ alerts(openOnly: true) { nodes { code data path } } }')).alerts.nodes

test('changed rules are shown with the running campaigns to which they apply, and raise an alert there', async () => {
  const acme = await createTenant(testServer())
  const other = await createTenant(testServer())
  const id = await addCampaign(acme, 'running', '+13055550100', 'cold_calling', 'Florida')
  await addCampaign(acme, 'running', '+12125550100', 'cold_calling', 'New York')
  await addCampaign(acme, 'running', '+13055550100', 'appointment', 'Reminders')
  await addCampaign(acme, 'paused', '+13055550100', 'cold_calling', 'Paused')
  await addCampaign(other, 'running', '+12125550100', 'cold_calling', 'Elsewhere')
  useRules(FLORIDA)
  await check()
  const { issues, changes } = await reviewOf(acme.key)
  expect(changes).toEqual([
    {
      changed_at: expect.any(String),
      table: 'calling_hours',
      place: 'US-FL',
      before: expect.stringMatching(/^Mon-Fri 08:00-20:00, .*at most 3 calls in 24 hours$/),
      after: 'Mon-Fri 09:00-17:00, Sat none, Sun none, no calls on public holidays, at most 1 call in 24 hours',
    },
  ])
  expect(issues).toMatchObject([{ details: { campaign: 'Florida', places: ['US-FL'] }, path: `/campaigns/${id}?tab=settings` }])
  expect(await alertsOf(acme.key)).toEqual([{ code: 'rules_changed', data: { campaigns: ['Florida'], places: ['US-FL'] }, path: '/compliance' }])
  expect(await reviewOf(other.key)).toMatchObject({ issues: [] })
  expect(await alertsOf(other.key)).toEqual([])
})

test('rules that permit what certain law forbids are named with their reason, in the review, the changes and the version', async () => {
  const { key } = await createTenant(testServer())
  const reason = 'Opinion of counsel of 2026-11-02'
  const before = hoursVersion()
  useRules({ ...FLORIDA, place: 'US', mon_fri: [['07:00', '22:00']], looser_because: reason })
  await check()
  const { issues, rule_changes: changes } = (await key.get('/compliance')).body
  const looser = (issues as { code: string; status: string; details: { places: string[]; reason: string }; message: string }[]).filter(
    ({ code }) => code === 'rules_looser',
  )
  expect(looser).toMatchObject([
    { status: 'risky', details: { places: expect.arrayContaining(['US', 'PR']), reason }, message: expect.stringContaining(reason) },
  ])
  expect((changes as { place: string; after: string }[]).find(({ place }) => place === 'US')!.after).toContain(`, although the law forbids it (${reason})`)
  const version = hoursVersion()
  useRules({ ...FLORIDA, place: 'US', mon_fri: [['07:00', '22:00']], looser_because: `${reason}, renewed` })
  expect(new Set([before, version, hoursVersion()]).size).toBe(3)
})

test('the same rules change nothing, and a server that still has the earlier ones does not change them back', async () => {
  const { key } = await createTenant(testServer())
  await check()
  expect((await reviewOf(key)).changes).toEqual([])
  // Another process has recorded other rules meanwhile.
  await pool.query(`update settings set value = jsonb_set(value, '{rules,registers,US,days}', '1') where key = 'rules'`)
  await check()
  expect((await reviewOf(key)).changes).toEqual([])
})

test('the administrator sees before a restart what rules would change, and for which running campaigns', async () => {
  const acme = await createTenant(testServer())
  const id = await addCampaign(acme, 'running', '+13055550100', 'cold_calling', 'Florida, south')
  useRules(FLORIDA, { ...FLORIDA, place: 'IS', caps: [] })
  const lines = await readLines()
  expect(lines[0]).toBe('table,place,before,after,workspace_id,campaign_id,campaign')
  expect(lines.find((line) => line.startsWith('calling_hours,IS,'))).toMatch(/,,,$/)
  expect(lines.find((line) => line.startsWith('calling_hours,US-FL,') && line.includes(`,${acme.acme.id},${id},`))).toMatch(/"Florida, south"$/)
  expect((await reviewOf(acme.key)).changes).toEqual([])
})

async function readLines() {
  let text = ''
  await inAnyWorkspace(async () => {
    for await (const chunk of (await commands['rules check']!({})) as AsyncIterable<Buffer | string>) text += String(chunk)
  })
  return text.trim().split(/\r?\n/)
}

test('consent that changes only for another purpose, and registers of other calls, concern no campaign', () => {
  const before = rulesInForce()
  useHostConsentRules(
    RulesFile.parse({ consent: [{ place: 'PL', marketing: 'express', other: null, basis: 'House rule', valid_from: '2020-01-01T00:00:00Z' }] }).consent,
  )
  const [change, ...rest] = compareRules(before, rulesInForce())
  expect([change!.table, change!.place, rest]).toEqual(['consent', 'PL', []])
  const concerns = (purpose: string | null, places: string[]) => ruleChanges.concerns(change!, { purpose, settings: {} }, new Set(places))
  expect([concerns('cold_calling', ['PL']), concerns('cold_calling', ['DE']), concerns(null, [])]).toEqual([true, false, false])
  const register = { table: 'registers', place: 'US', before: null, after: { days: 31 } } as const
  expect(ruleChanges.concerns(register, { purpose: 'cold_calling', settings: {} }, new Set(['US']))).toBe(true)
  expect(ruleChanges.concerns(register, { purpose: 'appointment', settings: {} }, new Set(['US']))).toBe(false)
})
