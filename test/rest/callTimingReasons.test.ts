import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace, pool, transaction } from '../../src/kernel/db/db.ts'
import { DIALS_LOCK, lockForWorkspace } from '../../src/kernel/db/locks.ts'
import { inWorkspace } from '../../src/kernel/db/workspaceContext.ts'
import type { WorkspaceId } from '../../src/kernel/vocabulary/ids.ts'
import { CONSENT_RULES_VERSION } from '../../src/services/compliance/consentRules.ts'
import { useHostRules } from '../../src/services/compliance/hostRules.ts'
import { signInToApi } from '../kit/fixtures/seededWorkspace.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { HOUR, stopClock } from '../kit/waiting/clock.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { countWaitingSessions } from '../kit/waiting/waitingSessions.ts'
import { createTenant, listPlacements, readWallet } from '../services/calls/placementKit.ts'
import { addConsent } from '../services/dialer/dialerKit.ts'
import { ADVISORY, checkTiming, DAY, newAgreed, newNumber, NIGHT, REFUSAL, setTimingMode, type Tenant } from './callTimingKit.ts'

const testServer = useTestServer()
let acme: Tenant
/** Refuses calls outside permitted times. */
let strict: Tenant
beforeAll(async () => {
  acme = await createTenant(testServer())
  strict = await createTenant(testServer())
  await setTimingMode(testServer(), 'refuse', strict)
})

const setConsentMode = async (mode: 'advise' | 'refuse', { acme: workspace }: Tenant) =>
  (await signInToApi(testServer().url, workspace))('mutation($mode: CallTimingMode!) { setCallConsent(mode: $mode) { callConsent } }', { mode })

describe('a call for a campaign', () => {
  const UPDATE = 'mutation($id: ID!, $input: CampaignSettingsInput!) { updateCampaignSettings(campaignId: $id, input: $input) { id } }'
  async function createCampaign(purpose: string, settings?: object) {
    const { id } = (await acme.key.post('/campaigns', { name: 'Spring', purpose, agent_ref_id: acme.agentId })).body
    if (settings) await acme.key.gql(UPDATE, { id, input: settings })
    return id as number
  }

  test('asks for the hours of the campaign', async () => {
    stopClock(DAY)
    const campaign_id = await createCampaign('appointment', { callingWindows: [{ days: ['wed'], from: '13:00', to: '18:00' }] })
    expect((await acme.place(newNumber(), { campaign_id })).body.timing_advisory).toMatchObject({
      reason: 'calling_hours',
      message: expect.stringContaining("outside the campaign's calling hours: 2026-12-02T10:00 in America/Los_Angeles"),
      permitted_from: '2026-12-02T21:00:00.000Z',
    })
  })

  test('asks for the law where the law applies to the campaign, and at the location in the data of its lead', async () => {
    stopClock(NIGHT)
    const [reminder, marketing] = [await createCampaign('appointment'), await createCampaign('cold_calling')]
    expect((await acme.place(newNumber(), { campaign_id: reminder })).body.timing_advisory).toBeNull()
    const [agreed, phone_number] = [newNumber(), newNumber()]
    for (const number of [agreed, phone_number]) await addConsent(acme.acme.id, number, 'express_written')
    expect((await acme.place(agreed, { campaign_id: marketing })).body.timing_advisory).toEqual(ADVISORY)
    await acme.key.post(`/campaigns/${marketing}/leads`, { leads: [{ phone_number, data: { timezone: 'Europe/Rome' } }] })
    const [{ id: lead_id }] = (await acme.key.get(`/campaigns/${marketing}/leads`)).body.items
    expect((await acme.place(phone_number, { lead_id })).body.timing_advisory).toBeNull()
  })

  test('asks for the consent that the campaign demands: advises without one, or answers 422 where the workspace refuses', async () => {
    stopClock(DAY)
    const message = 'The number has no valid consent that is at least express_written and fits the purpose of the campaign.'
    const advisory = { reason: 'consent_missing', message, permitted_from: null, rules_version: CONSENT_RULES_VERSION }
    const [marketing, agreed] = [await createCampaign('cold_calling'), newNumber()]
    await addConsent(acme.acme.id, agreed, 'express_written')
    const { status, body } = await acme.place(newNumber(), { campaign_id: marketing })
    expect([status, body.timing_advisory]).toEqual([202, advisory])
    expect((await acme.key.get(`/calls/${body.id}`)).body.timing_advisory).toEqual(advisory)
    const { placed } = (await acme.key.get(`/calls/${body.id}/proof`)).body.document
    expect(placed).toMatchObject({ calling_hours: { is_permitted: true }, consent: { demanded: { basis: 'express_written' }, valid: [] } })
    expect((await acme.place(agreed, { campaign_id: marketing })).body.timing_advisory).toBeNull()
    const { id } = (await strict.key.post('/campaigns', { name: 'Spring', purpose: 'cold_calling', agent_ref_id: strict.agentId })).body
    const to = newNumber()
    expect(await strict.place(to, { campaign_id: id })).toMatchObject({ status: 422, body: { detail: [{ msg: message, type: 'value_error.call_timing' }] } })
    expect(await listPlacements(testServer(), 'retell', to)).toEqual([])
  })
})

describe('a call without a campaign, to a country whose law demands consent for artificial voices', () => {
  const message = 'The number has no valid consent that is at least express, which the law (US) demands of calls with an artificial voice.'
  const advisory = { reason: 'consent_missing', message, permitted_from: null, rules_version: CONSENT_RULES_VERSION }

  test('is placed with an advisory, which its proof explains, and has none once a consent is recorded', async () => {
    stopClock(DAY)
    const to = newNumber()
    expect(await checkTiming(acme.key, to)).toEqual({ timingAdvisory: { reason: 'consent_missing', permittedFrom: null } })
    const { status, body } = await acme.place(to)
    expect([status, body.timing_advisory]).toEqual([202, advisory])
    expect((await acme.key.get(`/calls/${body.id}`)).body.timing_advisory).toEqual(advisory)
    const { placed } = (await acme.key.get(`/calls/${body.id}/proof`)).body.document
    expect(placed).toMatchObject({ calling_hours: { is_permitted: true }, consent: { demanded: { basis: 'express' }, valid: [] } })
    await newAgreed(acme, to)
    expect(await checkTiming(acme.key, to)).toEqual({ timingAdvisory: null })
    expect((await acme.place(to)).body.timing_advisory).toBeNull()
  })

  test('needs no consent where the law demands it of marketing only, or of nobody', async () => {
    stopClock(new Date('2026-12-02T10:00:00Z'))
    for (const to of ['+33142710113', '+390212340113']) expect((await acme.place(to)).body.timing_advisory).toBeNull()
  })

  test('answers 422 where the workspace demands it, nothing else happens, and a revoked consent is none', async () => {
    stopClock(DAY)
    const careful = await createTenant(testServer())
    await setConsentMode('refuse', careful)
    const refusal = { detail: [{ loc: ['body', 'to_number'], msg: message, type: 'value_error.call_timing' }] }
    const [to, agreed] = [newNumber(), await newAgreed(careful)]
    const before = await readWallet(careful.key)
    expect(await careful.place(to)).toMatchObject({ status: 422, body: refusal })
    expect(await readWallet(careful.key)).toEqual(before)
    expect(await listPlacements(testServer(), 'retell', to)).toEqual([])
    expect((await careful.place(agreed)).status).toBe(202)
    await anyWorkspace.consent.updateMany({ where: { workspaceId: careful.acme.id, phoneNumber: agreed }, data: { revokedAt: DAY } })
    expect(await careful.place(agreed)).toMatchObject({ status: 422, body: refusal })
    // What the workspace refuses is named, also at a time that it only advises about.
    stopClock(NIGHT)
    expect(await careful.place(newNumber())).toMatchObject({ status: 422, body: refusal })
  })

  test('is refused for its time by a workspace that only advises about consent', async () => {
    stopClock(NIGHT)
    expect(await strict.place(newNumber())).toMatchObject({ status: 422, body: REFUSAL })
    stopClock(DAY)
    expect(await strict.place(newNumber())).toMatchObject({ status: 202, body: { timing_advisory: { reason: 'consent_missing' } } })
  })
})

test('a limit of the law on the frequency of calls counts all calls of the workspace to the number', async () => {
  stopClock(DAY)
  const florida = await newAgreed(acme, '+13055550113')
  const campaign_id = (await acme.key.post('/campaigns', { name: 'Autumn' })).body.id
  for (const more of [{}, { campaign_id }, {}]) expect((await acme.place(florida, more)).body.timing_advisory).toBeNull()
  const hoursAgo = (hours: number) => new Date(DAY.getTime() - hours * HOUR)
  await anyWorkspace.call.updateMany({ where: { workspaceId: acme.acme.id, toNumber: florida }, data: { createdAt: hoursAgo(2) } })
  expect((await acme.place(florida)).body.timing_advisory).toMatchObject({
    reason: 'legal_limit',
    message: 'The law (US-FL) permits at most 3 calls to this number within 24 hours. Calls are permitted from 2026-12-03T16:00:00.000Z.',
    permitted_from: '2026-12-03T16:00:00.000Z',
  })
})

/** Adds ended calls to a number, from a moment on. */
const addCalls = (workspaceId: number, to: string, count: number, from: Date) =>
  pool.query(
    `insert into calls (workspace_id, ref, direction, from_number, to_number, provider, provider_agent, status, recorded, recording_reason, placement, created_at, ended_at, finished_at)
     select $1, gen_random_uuid(), 'outbound', '+12025550100', $2, 'retell', '{}', 'completed', true, 'enabled', 'placed', at, at, at
     from generate_series(1, $3::int) as n, lateral (select $4::timestamptz + make_interval(secs => n) as at) as moments`,
    [workspaceId, to, count, from],
  )

test('a contact who declined is not called again for the time that the law says, by the workspace whose call it was and by no other', async () => {
  stopClock(DAY)
  const to = '+33142720113'
  await addCalls(strict.acme.id, to, 1, new Date(DAY.getTime() - HOUR))
  await anyWorkspace.call.updateMany({ where: { workspaceId: strict.acme.id, toNumber: to }, data: { outcome: 'not_interested' } })
  expect(await strict.place(to)).toMatchObject({ status: 422, body: { detail: [{ msg: expect.stringContaining('The contact declined') }] } })
  expect(await acme.place(to)).toMatchObject({ status: 202, body: { timing_advisory: null } })
})

test('calls that are placed at the same moment do not pass a limit of the law together', async () => {
  stopClock(DAY)
  // In France, four calls in thirty days. The database has its own clock.
  const [paris, shared] = ['+33142680113', '+33142690113']
  const answers = await Promise.all(Array.from({ length: 7 }, () => strict.place(paris)))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(4)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(3)
  expect(answers.find(({ status }) => status === 422)!.body.detail[0].msg).toContain('at most 4 calls to this number within 720 hours')
  expect(await listPlacements(testServer(), 'retell', paris)).toHaveLength(4)
  const advised = await Promise.all(Array.from({ length: 5 }, () => acme.place(shared)))
  expect(advised.flatMap(({ body }) => body.timing_advisory?.reason ?? [])).toEqual(['legal_limit'])
})

test('a call waits for the batch that the dialer begins at the same moment, and counts its calls', async () => {
  stopClock(DAY)
  const to = '+33142700113'
  const { id: workspaceId } = strict.acme
  let answer: ReturnType<typeof strict.place> | undefined
  await inWorkspace(workspaceId as WorkspaceId, () =>
    transaction(async (tx) => {
      await lockForWorkspace(tx, DIALS_LOCK, workspaceId as WorkspaceId)
      answer = strict.place(to)
      await waitFor('the call to wait for the dialer', async () => (await countWaitingSessions('pg_advisory_xact_lock')) > 0)
      await addCalls(workspaceId, to, 4, new Date(DAY.getTime() - HOUR))
    }),
  )
  expect(await answer).toMatchObject({ status: 422, body: { detail: [{ msg: expect.stringContaining('at most 4 calls') }] } })
})

test.each([
  ['longer than a month', { hours: 1_440, max: 2 }, 2, 59 * 24],
  ['of more than a hundred calls', { hours: 720, max: 102 }, 102, 29 * 24],
])('a limit %s counts each call', async (_, cap, calls, hoursAgo) => {
  stopClock(DAY)
  const to = `+4930123${4000 + cap.max}`
  const open: [string, string][] = [['00:00', '24:00']]
  const rule = { id: 'DE', monFri: open, sat: open, sun: open, holidays: true, caps: [cap], certainty: 'host', basis: 'House rule' }
  useHostRules([{ rule, validFrom: new Date('2026-01-01'), validTo: null }])
  await addCalls(acme.acme.id, to, calls, new Date(DAY.getTime() - hoursAgo * HOUR))
  expect((await acme.place(to)).body.timing_advisory).toMatchObject({ reason: 'legal_limit' })
  useHostRules([])
})
