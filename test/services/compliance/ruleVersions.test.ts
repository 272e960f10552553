import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import hours from '../../../src/data/calling-hours.json' with { type: 'json' }
import recording from '../../../src/data/recording-rules.json' with { type: 'json' }
import { HOURS_VERSION } from '../../../src/services/compliance/legalHours.ts'
import { RULES_VERSION } from '../../../src/services/calls/recordings/recordings.ts'
import { contentHashOf, versionOf } from '../../../src/services/compliance/ruleVersions.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { campaignOf, decisionsOf, leadsOf } from '../dialer/dialerKit.ts'
import { tenant } from '../calls/placementKit.ts'

const world = useWorld({ env: { CALLING_HOURS: 'off' } })

test('a table of rules that is changed gets a new date', () => {
  // A difference here says that a table was changed: give it a new version in its file, and write that and its content here.
  expect([recording.version, contentHashOf(recording)]).toEqual(['2026-11-20.1', '952f5929'])
  expect([hours.version, contentHashOf(hours)]).toEqual(['2026-11-21.1', '111cd663'])
})

test('tables with different contents never share a version, also where the date was forgotten', () => {
  const version = versionOf(recording)
  expect(version).toBe(RULES_VERSION)
  expect(version).toMatch(/^2026-11-20\.1-[0-9a-f]{8}$/)
  expect(versionOf({ ...recording, unlisted: { ...recording.unlisted, suppress: true } } as typeof recording)).not.toBe(version)
})

test('a call says by which version of the recording rules it was decided, and one from before says none', async () => {
  const { place, key } = await tenant(world())
  const { body } = await place('+12125550100')
  expect(body.recording_advisory).toMatchObject({ reason: 'enabled', rules_version: RULES_VERSION })
  await anyWorkspace.call.update({ where: { id: body.id }, data: { recordingRulesVersion: null } })
  expect((await key.get(`/calls/${body.id}`)).body.recording_advisory.rules_version).toBeNull()
})

test('each decision of a campaign says by which version of the calling hours it was made, and its calls by which recording rules', async () => {
  const { acme, key, agentId } = await tenant(world())
  await key.post('/dnc', { phone_number: '+12125560100' })
  const campaign = await campaignOf(acme.id, agentId, { phones: ['+12125570100', '+12125560100'] })
  await campaign.start()
  await campaign.over()
  const [called, listed] = await leadsOf(campaign.id)
  expect((await decisionsOf(called!.id)).map(({ verdict, rulesVersion }) => [verdict, rulesVersion])).toEqual([
    ['call', HOURS_VERSION],
    ['end', null],
  ])
  expect((await decisionsOf(listed!.id)).map(({ reason, rulesVersion }) => [reason, rulesVersion])).toEqual([['do_not_call_list', HOURS_VERSION]])
  expect(await campaign.calls()).toMatchObject([{ recordingRulesVersion: RULES_VERSION }])
  const asked = await key.gql(
    `{ leadDecisions(leadId: "${listed!.id}") { edges { node { rulesVersion } } } leadExplanation(leadId: "${listed!.id}") { rulesVersion } }`,
  )
  expect(asked).toEqual({ leadDecisions: { edges: [{ node: { rulesVersion: HOURS_VERSION } }] }, leadExplanation: { rulesVersion: HOURS_VERSION } })
})

test('what providers tell is taken in, shown and paged also where the numbers of its rows are beyond 32 bits', async () => {
  await anyWorkspace.$executeRaw`select setval('provider_events_id_seq', 2147483646)`
  const { key, place } = await tenant(world())
  const { id } = (await place('+12125580100')).body
  const call = await until('the call to be closed', () => anyWorkspace.call.findFirst({ where: { id, finishedAt: { not: null } } }))
  expect(call).toMatchObject({ status: 'completed', outcome: 'success' })
  // The call may be closed by what the API says, before its last webhook has come.
  await until('the last webhook to be worked on', () =>
    anyWorkspace.providerEvent.findFirst({ where: { callId: id, dedupeKey: { contains: 'analyzed' }, processedAt: { not: null } } }),
  )
  await until('all to be worked on', async () => (await anyWorkspace.providerEvent.count({ where: { processedAt: null } })) === 0)
  const rows = await anyWorkspace.providerEvent.findMany({ where: { callId: id }, orderBy: { id: 'asc' } })
  expect(rows.at(-1)!.id).toBeGreaterThan(2_147_483_647n)
  const page = async (after: string | null) => {
    const { call: shown } = await key.gql<any>(
      `query ($after: String) { call(id: "${id}") { events(first: 2, after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } } }`,
      { after },
    )
    return shown.events
  }
  const seen: string[] = []
  for (let after: string | null = null, more = true; more;) {
    const { edges, pageInfo } = await page(after)
    seen.push(...edges.map(({ node }: any) => node.id))
    after = pageInfo.endCursor
    more = pageInfo.hasNextPage
  }
  expect(seen).toEqual(rows.map((row) => String(row.id)))
})
