import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import { VOICE_ENGINES } from '../../../src/kernel/vocabulary/engines.ts'
import * as callProgress from '../../../src/services/calls/progress/callProgress.ts'
import * as voiceOptOuts from '../../../src/services/compliance/voiceOptOuts.ts'
import type { Client } from '../../kit/clients/client.ts'
import { endedSnapshot } from '../../kit/fixtures/callSnapshots.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createCampaign, leadsOf } from '../dialer/dialerKit.ts'
import { createAnsweringTenant, startInboundCall } from '../calls/inboundKit.ts'
import { listPlacements, createTenant } from '../calls/placementKit.ts'

const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })

const checkDnc = async (key: Client, phone: string) => (await key.get(`/dnc/check?phone_number=${encodeURIComponent(phone)}`)).body
const optOutOf = (callId: number) => anyWorkspace.optOut.findFirst({ where: { callId } })
const createFinishedCall = (workspaceId: number, numbers: { toNumber: string } | { fromNumber: string }) =>
  waitFor('the call to be closed', () => anyWorkspace.call.findFirst({ where: { workspaceId, ...numbers, finishedAt: { not: null } } }))

/** Builds the snapshot of an ended call with an analysis. */
const analyzedSnapshot = (outcome: string | null, structuredData = {}) =>
  endedSnapshot({
    providerCallId: 'call_1',
    startedAt: null,
    endedAt: null,
    durationSeconds: 12,
    transcript: null,
    outcome,
    analysis: { summary: null, structuredData, successEvaluation: null, sentiment: null, inVoicemail: null },
  })

describe.each(VOICE_ENGINES)('a spoken opt-out on a call on %s', (engine) => {
  const areas = { retell: '310', vapi: '312' }
  const phone = (exchange: number) => `+1${areas[engine]}${exchange}0014`

  /** Waits for two campaigns to complete, the first with a simulated call. */
  test('of a campaign adds the number to the list, ends its lead, and no other campaign calls it', async () => {
    const { acme, key, agentId } = await createTenant(testServer(), { engine })
    const first = await createCampaign(acme.id, agentId, { phones: [phone(551)] })
    await first.start()
    await first.over()
    const [call] = await first.calls()
    expect(call).toMatchObject({ status: 'completed', outcome: 'do_not_call' })
    expect(await checkDnc(key, phone(551))).toMatchObject({
      is_on_dnc: true,
      entry: { source: 'voice_opt_out', reason: expect.stringMatching(`^Asked not to be called again, on call ${call!.id}: “.+”$`) },
    })
    expect(await optOutOf(call!.id)).toMatchObject({ phoneNumber: phone(551), sentence: expect.stringMatching('.+'), undoneAt: null })
    expect(await leadsOf(first.id)).toMatchObject([{ status: 'do_not_call', lastOutcome: 'do_not_call' }])

    const second = await createCampaign(acme.id, agentId, { phones: [phone(551)] })
    await second.start()
    await second.over()
    expect(await leadsOf(second.id)).toMatchObject([{ status: 'do_not_call', attempts: 0 }])
    expect(await listPlacements(testServer(), engine, phone(551))).toHaveLength(1)
  })

  test('without a campaign adds the number to the list, and the next call to it is rejected', async () => {
    const { acme, key, place } = await createTenant(testServer(), { engine })
    await place(phone(552))
    const call = await createFinishedCall(acme.id, { toNumber: phone(552) })
    expect(call).toMatchObject({ outcome: 'do_not_call', leadId: null })
    expect(await optOutOf(call.id)).toMatchObject({ phoneNumber: phone(552), sentence: expect.stringMatching('.+') })
    expect(await checkDnc(key, phone(552))).toMatchObject({ is_on_dnc: true, entry: { source: 'voice_opt_out' } })
    expect((await place(phone(552))).status).toBe(403)
  })

  test('that is inbound adds the caller to the list', async () => {
    const { acme, key, number } = await createAnsweringTenant(testServer(), engine)
    expect((await startInboundCall(testServer(), { provider: engine, from: phone(553), to: number.phone_number })).status).toBe(201)
    const call = await createFinishedCall(acme.id, { fromNumber: phone(553) })
    expect(await optOutOf(call.id)).toMatchObject({ phoneNumber: phone(553), sentence: expect.stringMatching('.+') })
    expect(await checkDnc(key, phone(553))).toMatchObject({ is_on_dnc: true, entry: { source: 'voice_opt_out' } })
    expect(await checkDnc(key, number.phone_number)).toMatchObject({ is_on_dnc: false })
  })
})

describe('an opt-out', () => {
  let acme: { id: number }
  beforeAll(async () => {
    acme = await testServer().workspace()
  })
  const place = async (data: object) => {
    const { id } = await makeCall(acme.id)
    return anyWorkspace.call.update({ where: { id }, data })
  }
  const entryOf = (phoneNumber: string) => anyWorkspace.dncEntry.findFirst({ where: { workspaceId: acme.id, phoneNumber } })

  test('reported after the call was closed is added too, and does not change the call', async () => {
    const call = await place({ toNumber: '+13105540014', status: 'completed', outcome: 'unknown', finishedAt: new Date(), providerCallId: 'call_late' })
    await callProgress.applySnapshot(call, analyzedSnapshot('do_not_call'))
    expect(await entryOf('+13105540014')).toMatchObject({ source: 'voice_opt_out' })
    expect(await anyWorkspace.call.findUniqueOrThrow({ where: { id: call.id } })).toEqual(call)
  })

  test('is added whatever the campaign names the outcome, and if only the campaign names it so', async () => {
    const { agentId } = await place({})
    const analysisConfig = { outcome_field: 'interest', outcomes: { hot: 'success', never: 'do_not_call' } }
    const { id: campaignId } = await createCampaign(acme.id, agentId!, { phones: [], campaign: { analysisConfig } })
    const open = await place({ toNumber: '+13105550014', campaignId, providerCallId: 'call_open' })
    await callProgress.applySnapshot(open, analyzedSnapshot('do_not_call', { interest: 'hot' }))
    expect(await entryOf('+13105550014')).toMatchObject({ source: 'voice_opt_out' })
    const late = await place({ toNumber: '+13105560014', campaignId, status: 'completed', finishedAt: new Date(), providerCallId: 'call_late_2' })
    await callProgress.applySnapshot(late, analyzedSnapshot('unknown', { interest: 'never' }))
    expect(await entryOf('+13105560014')).toMatchObject({ source: 'voice_opt_out' })
  })

  test('that only the transcript has is added with its sentence, and the words of the agent are none', async () => {
    const transcript = (role: 'agent' | 'user') => [{ role, text: 'Hello? Please take me off your list.', startSeconds: 1 }]
    const call = await place({ toNumber: '+13105580014', providerCallId: 'call_words' })
    await callProgress.applySnapshot(call, { ...analyzedSnapshot('success'), transcript: transcript('user') })
    expect(await entryOf('+13105580014')).toMatchObject({ reason: `Asked not to be called again, on call ${call.id}: “Please take me off your list”` })
    const other = await place({ toNumber: '+13105590014', providerCallId: 'call_agent' })
    await callProgress.applySnapshot(other, { ...analyzedSnapshot('success'), transcript: transcript('agent') })
    expect(await entryOf('+13105590014')).toBeNull()
  })

  test('keeps an existing entry, and adds none for a caller who withheld their number', async () => {
    const call = await place({ toNumber: '+13105570014' })
    await anyWorkspace.dncEntry.create({ data: { workspaceId: acme.id, phoneNumber: call.toNumber, reason: 'by hand', source: 'manual' } })
    await transaction((tx) => voiceOptOuts.record(tx, call, { wish: null, isReported: true }))
    expect(await entryOf(call.toNumber)).toMatchObject({ reason: 'by hand', source: 'manual' })
    const before = await anyWorkspace.dncEntry.count()
    await transaction((tx) => voiceOptOuts.record(tx, { ...call, direction: 'inbound', fromNumber: 'anonymous' }, { wish: null, isReported: true }))
    expect(await anyWorkspace.dncEntry.count()).toBe(before)
  })
})
