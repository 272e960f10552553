import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import hours from '../../../src/data/calling-hours.json' with { type: 'json' }
import recording from '../../../src/data/recording-rules.json' with { type: 'json' }
import places from '../../../src/data/territories.json' with { type: 'json' }
import { hoursVersion } from '../../../src/services/compliance/legalHours.ts'
import { RULES_VERSION } from '../../../src/services/calls/recordings/recordings.ts'
import { contentHashOf, versionOf } from '../../../src/services/compliance/ruleVersions.ts'
import { waitForEvents } from '../../kit/waiting/eventsProcessed.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createCampaign, decisionsOf, leadsOf } from '../dialer/dialerKit.ts'
import { createTenant } from '../calls/placementKit.ts'

const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })

test('a changed rule table gets a new date', () => {
  // A difference here means that a table changed. Give it a new version in its file, and update version and hash here.
  expect([recording.version, contentHashOf(recording)]).toEqual(['2026-11-28.1', 'c1fb5b99'])
  expect([hours.version, contentHashOf(hours)]).toEqual(['2026-11-21.1', '111cd663'])
})

test('tables with different contents never share a version, even without a new date', () => {
  const { territories } = places
  const version = versionOf({ ...recording, territories })
  expect(version).toBe(RULES_VERSION)
  expect(version).toMatch(/^2026-11-28\.1-[0-9a-f]{8}$/)
  expect(versionOf({ ...recording, unlisted: { ...recording.unlisted, suppress: true }, territories })).not.toBe(version)
  expect(versionOf({ ...recording, territories: { ...territories, PR: undefined } })).not.toBe(version)
})

test('a call has the version of its recording rules, and an older call has none', async () => {
  const { place, key } = await createTenant(testServer())
  const { body } = await place('+12125550100')
  expect(body.recording_advisory).toMatchObject({ reason: 'enabled', rules_version: RULES_VERSION })
  await anyWorkspace.call.update({ where: { id: body.id }, data: { recordingRulesVersion: null } })
  expect((await key.get(`/calls/${body.id}`)).body.recording_advisory.rules_version).toBeNull()
})

test('decisions of a campaign have the version of the calling hours, and its calls that of the recording rules', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  await key.post('/dnc', { phone_number: '+12125560100' })
  const campaign = await createCampaign(acme.id, agentId, { phones: ['+12125570100', '+12125560100'] })
  await campaign.start()
  await campaign.over()
  const [called, listed] = await leadsOf(campaign.id)
  expect((await decisionsOf(called!.id)).map(({ decision, rulesVersion }) => [decision, rulesVersion])).toEqual([
    ['call', hoursVersion()],
    ['end', null],
  ])
  expect((await decisionsOf(listed!.id)).map(({ reason, rulesVersion }) => [reason, rulesVersion])).toEqual([['do_not_call_list', hoursVersion()]])
  expect(await campaign.calls()).toMatchObject([{ recordingRulesVersion: RULES_VERSION }])
  const response = await key.gql(
    `{ leadDecisions(leadId: "${listed!.id}") { edges { node { rulesVersion } } } leadExplanation(leadId: "${listed!.id}") { rulesVersion } }`,
  )
  expect(response).toEqual({ leadDecisions: { edges: [{ node: { rulesVersion: hoursVersion() } }] }, leadExplanation: { rulesVersion: hoursVersion() } })
})

test('provider events with IDs above 32 bits are stored, displayed and paged', async () => {
  await anyWorkspace.$executeRaw`select setval('provider_events_id_seq', 2147483646)`
  const { key, place } = await createTenant(testServer())
  const { id } = (await place('+12125580100')).body
  const call = await waitFor('the call to be closed', () => anyWorkspace.call.findFirst({ where: { id, finishedAt: { not: null } } }))
  expect(call).toMatchObject({ status: 'completed', outcome: 'success' })
  // The call may be closed by polling before its last webhook arrives.
  await waitFor('the last webhook to be worked on', () => anyWorkspace.providerEvent.findFirst({ where: { callId: id, dedupeKey: { contains: 'analyzed' } } }))
  await waitForEvents()
  const rows = await anyWorkspace.providerEvent.findMany({ where: { callId: id }, orderBy: { id: 'asc' } })
  expect(rows.at(-1)!.id).toBeGreaterThan(2_147_483_647n)
  const page = async (after: string | null) => {
    const { call: shown } = await key.gql<any>(
      `query ($after: String) { call(id: "${id}") { events(first: 2, after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } } }`,
      { after },
    )
    return shown.events
  }
  const ids: string[] = []
  for (let after: string | null = null, more = true; more;) {
    const { edges, pageInfo } = await page(after)
    ids.push(...edges.map(({ node }: any) => node.id))
    after = pageInfo.endCursor
    more = pageInfo.hasNextPage
  }
  expect(ids).toEqual(rows.map((row) => String(row.id)))
})
