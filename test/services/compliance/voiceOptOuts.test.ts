import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import { VOICE_ENGINES } from '../../../src/kernel/vocabulary/engines.ts'
import type { CallSnapshot } from '../../../src/providers/provider.ts'
import * as callProgress from '../../../src/services/calls/progress/callProgress.ts'
import * as voiceOptOuts from '../../../src/services/compliance/voiceOptOuts.ts'
import type { Client } from '../../kit/client.ts'
import { makeCall } from '../../kit/rows.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { campaignOf, leadsOf } from '../dialer/dialerKit.ts'
import { answering, callIn } from '../calls/inboundKit.ts'
import { dialled, tenant } from '../calls/placementKit.ts'

const world = useWorld({ env: { CALLING_HOURS: 'off' } })

const listed = async (key: Client, phone: string) => (await key.get(`/dnc/check?phone_number=${encodeURIComponent(phone)}`)).body
const finished = (workspaceId: number, of: { toNumber: string } | { fromNumber: string }) =>
  until('the call to be closed', () => anyWorkspace.call.findFirst({ where: { workspaceId, ...of, finishedAt: { not: null } } }))

/** News of a call that has ended, with what its analysis found. */
const news = (outcome: string | null, structuredData = {}): CallSnapshot => ({
  providerCallId: 'call_1',
  ref: null,
  state: 'completed',
  direction: 'outbound',
  toNumber: null,
  startedAt: null,
  endedAt: null,
  durationSeconds: 12,
  endedReason: 'user_hangup',
  providerEndedReason: 'user_hangup',
  transcript: null,
  hasRecording: false,
  providerCostMicros: null,
  detectedLanguage: null,
  outcome,
  analysis: { summary: null, structuredData, successEvaluation: null, sentiment: null, inVoicemail: null },
  final: true,
})

describe.each(VOICE_ENGINES)('an opt-out that is spoken on a call on %s', (engine) => {
  const areas = { retell: '310', vapi: '312' }
  const phone = (exchange: number) => `+1${areas[engine]}${exchange}0014`

  /** Waits for two campaigns to be over, the first of them with a simulated call. */
  test('of a campaign lists the number, ends its lead, and no other campaign dials it', async () => {
    const { acme, key, agentId } = await tenant(world(), { engine })
    const first = await campaignOf(acme.id, agentId, { phones: [phone(551)] })
    await first.start()
    await first.over()
    const [call] = await first.calls()
    expect(call).toMatchObject({ status: 'completed', outcome: 'do_not_call' })
    expect(await listed(key, phone(551))).toMatchObject({
      is_on_dnc: true,
      entry: { source: 'voice_opt_out', reason: `Asked not to be called again, on call ${call!.id}` },
    })
    expect(await leadsOf(first.id)).toMatchObject([{ status: 'do_not_call', lastOutcome: 'do_not_call' }])

    const second = await campaignOf(acme.id, agentId, { phones: [phone(551)] })
    await second.start()
    await second.over()
    expect(await leadsOf(second.id)).toMatchObject([{ status: 'do_not_call', attempts: 0 }])
    expect(await dialled(world(), engine, phone(551))).toHaveLength(1)
  })

  test('of no campaign lists the number: the next call to it is refused', async () => {
    const { acme, key, place } = await tenant(world(), { engine })
    await place(phone(552))
    expect(await finished(acme.id, { toNumber: phone(552) })).toMatchObject({ outcome: 'do_not_call', leadId: null })
    expect(await listed(key, phone(552))).toMatchObject({ is_on_dnc: true, entry: { source: 'voice_opt_out' } })
    expect((await place(phone(552))).status).toBe(403)
  })

  test('that came in lists the caller', async () => {
    const { acme, key, number } = await answering(world(), engine)
    expect((await callIn(world(), { provider: engine, from: phone(553), to: number.phone_number })).status).toBe(201)
    await finished(acme.id, { fromNumber: phone(553) })
    expect(await listed(key, phone(553))).toMatchObject({ is_on_dnc: true, entry: { source: 'voice_opt_out' } })
    expect(await listed(key, number.phone_number)).toMatchObject({ is_on_dnc: false })
  })
})

describe('an opt-out', () => {
  let acme: { id: number }
  beforeAll(async () => {
    acme = await world().workspace()
  })
  const place = async (data: object) => {
    const { id } = await makeCall(acme.id)
    return anyWorkspace.call.update({ where: { id }, data })
  }
  const entryOf = (phoneNumber: string) => anyWorkspace.dncEntry.findFirst({ where: { workspaceId: acme.id, phoneNumber } })

  test('that the provider finds only after the call was closed is listed all the same, and changes nothing of the call', async () => {
    const call = await place({ toNumber: '+13105540014', status: 'completed', outcome: 'unknown', finishedAt: new Date(), providerCallId: 'call_late' })
    await callProgress.applySnapshot(call, news('do_not_call'))
    expect(await entryOf('+13105540014')).toMatchObject({ source: 'voice_opt_out' })
    expect(await anyWorkspace.call.findUniqueOrThrow({ where: { id: call.id } })).toEqual(call)
  })

  test('is listed whatever else the campaign names the outcome, and where only the campaign names it so', async () => {
    const { agentId } = await place({})
    const analysisConfig = { outcome_field: 'interest', outcomes: { hot: 'success', never: 'do_not_call' } }
    const { id: campaignId } = await campaignOf(acme.id, agentId!, { phones: [], campaign: { analysisConfig } })
    const open = await place({ toNumber: '+13105550014', campaignId, providerCallId: 'call_open' })
    await callProgress.applySnapshot(open, news('do_not_call', { interest: 'hot' }))
    expect(await entryOf('+13105550014')).toMatchObject({ source: 'voice_opt_out' })
    const late = await place({ toNumber: '+13105560014', campaignId, status: 'completed', finishedAt: new Date(), providerCallId: 'call_late_2' })
    await callProgress.applySnapshot(late, news('unknown', { interest: 'never' }))
    expect(await entryOf('+13105560014')).toMatchObject({ source: 'voice_opt_out' })
  })

  test('leaves an entry that is there as it is, and lists nobody for a caller who withheld their number', async () => {
    const call = await place({ toNumber: '+13105570014' })
    await anyWorkspace.dncEntry.create({ data: { workspaceId: acme.id, phoneNumber: call.toNumber, reason: 'by hand', source: 'manual' } })
    await transaction((tx) => voiceOptOuts.addToDnc(tx, call))
    expect(await entryOf(call.toNumber)).toMatchObject({ reason: 'by hand', source: 'manual' })
    const before = await anyWorkspace.dncEntry.count()
    await transaction((tx) => voiceOptOuts.addToDnc(tx, { ...call, direction: 'inbound', fromNumber: 'anonymous' }))
    expect(await anyWorkspace.dncEntry.count()).toBe(before)
  })
})
