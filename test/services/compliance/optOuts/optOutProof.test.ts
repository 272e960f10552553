import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace, pool, transaction } from '../../../../src/kernel/db/db.ts'
import type { CallSnapshot } from '../../../../src/providers/provider.ts'
import * as callProgress from '../../../../src/services/calls/progress/callProgress.ts'
import * as optOutFollowUps from '../../../../src/services/calls/optOutFollowUps.ts'
import * as rowErasure from '../../../../src/services/privacy/rowErasure.ts'
import { inWorkspace } from '../../../../src/kernel/db/workspaceContext.ts'
import type { Actor } from '../../../../src/kernel/vocabulary/actor.ts'
import type { OptOutId, WorkspaceId } from '../../../../src/kernel/vocabulary/ids.ts'
import * as optOuts from '../../../../src/services/compliance/optOuts/optOuts.ts'
import * as voiceOptOuts from '../../../../src/services/compliance/voiceOptOuts.ts'
import { countWaitingSessions } from '../../../kit/waiting/waitingSessions.ts'
import { endedSnapshot } from '../../../kit/fixtures/callSnapshots.ts'
import { makeCall } from '../../../kit/fixtures/rows.ts'
import { waitFor } from '../../../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../../../kit/server/testServer.ts'
import { signInAsOwner, waitForErasure } from '../../privacy/privacyKit.ts'
import { createCampaign, decisionsOf, leadsOf } from '../../dialer/dialerKit.ts'

const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })
const WISH = 'Please take me off your list'
const UNDO = 'mutation ($id: ID!) { undoOptOut(id: $id) { id phoneNumber sentence heardBy undoneAt undoneBy callId } }'
const LIST =
  'query ($callId: ID, $phoneNumber: String) { optOuts(callId: $callId, phoneNumber: $phoneNumber) { nodes { id sentence heardBy saidAt undoneAt } } }'

type Answer = Record<string, any> // eslint-disable-line typescript/no-explicit-any -- answers of the API

let acme: TestWorkspace
let gql: <Data>(query: string, variables?: object) => Promise<Data>
beforeAll(async () => {
  acme = await testServer().workspace()
  gql = await signInAsOwner(testServer(), acme)
})

let line = 1000
const newNumber = () => `+1212555${line++}`

const snapshot = (changes: Partial<CallSnapshot> = {}) =>
  endedSnapshot({
    transcript: [
      { role: 'agent', text: 'Hello, this is Ada.', startSeconds: 0 },
      { role: 'user', text: `Hello? ${WISH}.`, startSeconds: 12 },
    ],
    ...changes,
  })

/** Adds a call to a new number as a row. */
async function addCall(data: object = {}, workspaceId = acme.id) {
  const { id } = await makeCall(workspaceId)
  return anyWorkspace.call.update({ where: { id }, data: { toNumber: newNumber(), ...data } })
}
/** Adds a call on which the contact opted out. */
async function addOptOut(data: object = {}, workspaceId = acme.id) {
  const call = await addCall(data, workspaceId)
  await callProgress.applySnapshot(call, snapshot())
  return { call, optOut: await anyWorkspace.optOut.findFirstOrThrow({ where: { callId: call.id } }) }
}
const entryOf = ({ toNumber }: { toNumber: string }) => anyWorkspace.dncEntry.findFirst({ where: { workspaceId: acme.id, phoneNumber: toNumber } })
const optOutOf = ({ id }: { id: number }) => anyWorkspace.optOut.findFirst({ where: { callId: id } })

describe('an opt-out on a call is kept with', () => {
  test('its sentence, the time of the line and who heard it', async () => {
    const { call } = await addOptOut()
    const { optOuts } = await gql<Answer>(LIST, { callId: call.id })
    expect(optOuts.nodes).toMatchObject([{ sentence: WISH, heardBy: 'rules', saidAt: '2026-03-02T15:00:12.000Z', undoneAt: null }])
    expect((await gql<Answer>(LIST, { phoneNumber: call.toNumber })).optOuts.nodes).toEqual(optOuts.nodes)
  })

  test('what a later event adds: first the outcome of the provider, then the sentence', async () => {
    const call = await addCall({ status: 'completed', finishedAt: new Date() })
    await callProgress.applySnapshot(call, snapshot({ outcome: 'do_not_call', transcript: null }))
    expect(await optOutOf(call)).toMatchObject({ heardBy: 'provider', sentence: null })
    await callProgress.applySnapshot(call, snapshot())
    expect(await optOutOf(call)).toMatchObject({ heardBy: 'both', sentence: WISH })
    expect(await anyWorkspace.optOut.count({ where: { phoneNumber: call.toNumber } })).toBe(1)
  })

  test('a redacted sentence, also if the transcript arrives after the call was closed', async () => {
    const redacting = await testServer().workspace()
    await anyWorkspace.workspace.update({ where: { id: redacting.id }, data: { redactions: ['payment_card'] } })
    const call = await addCall({ status: 'completed', finishedAt: new Date() }, redacting.id)
    const text = 'Take me off your list, and my card 4111 1111 1111 1111 too.'
    await callProgress.applySnapshot(call, snapshot({ transcript: [{ role: 'user', text, startSeconds: 1 }] }))
    const optOut = await optOutOf(call)
    expect(optOut!.sentence).toMatch(/^Take me off your list/)
    expect(optOut!.sentence).not.toContain('4111')
  })

  test('everything but its number’s entry when that is taken off the list', async () => {
    const { call, optOut } = await addOptOut()
    await (await acme.key()).delete(`/dnc/${call.toNumber}`)
    expect(await entryOf(call)).toBeNull()
    expect(await optOutOf(call)).toEqual(optOut)
  })
})

describe('the outcome of a call on which only our rules heard the opt-out', () => {
  const CAN_STOP = { interest: { type: 'string', enum: ['hot', 'do_not_call'] } }
  const outcomeOf = async (analysisConfig: object | null, extractionSchema: object | null = null) => {
    const { agentId } = await makeCall(acme.id)
    const { id: campaignId } = await createCampaign(acme.id, agentId!, { phones: [], campaign: analysisConfig ? { analysisConfig } : {} })
    const call = await addCall({ campaignId })
    if (extractionSchema) await anyWorkspace.callDetail.update({ where: { callId: call.id }, data: { extractionSchema } })
    const analysis = { summary: null, structuredData: { interest: 'hot' }, successEvaluation: null, sentiment: null, inVoicemail: null }
    await callProgress.applySnapshot(call, snapshot({ outcome: 'success', analysis }))
    expect(await optOutOf(call)).toMatchObject({ heardBy: 'rules' })
    return (await anyWorkspace.call.findUniqueOrThrow({ where: { id: call.id } })).outcome
  }

  test('is do_not_call by the built-in question, and by one of the campaign that has it as an answer or by another name', async () => {
    expect(await outcomeOf(null)).toBe('do_not_call')
    expect(await outcomeOf({ outcome_field: 'interest' }, { type: 'object', properties: CAN_STOP })).toBe('do_not_call')
    expect(await outcomeOf({ outcome_field: 'interest', outcomes: { never: 'do_not_call' } })).toBe('do_not_call')
  })

  test('is the one of the provider if the campaign’s question has no such answer', async () => {
    const schema = { type: 'object', properties: { interest: { type: 'string', enum: ['hot', 'cold'] } } }
    expect(await outcomeOf({ outcome_field: 'interest' }, schema)).toBe('hot')
  })

  test('stays if the wish was said while the call was active, and is not changed by an undone one', async () => {
    const calls = [await addCall({ status: 'in_progress', startedAt: new Date() }), await addCall({ status: 'in_progress', startedAt: new Date() })]
    const lines = [...snapshot().transcript!, { role: 'agent' as const, text: 'Goodbye.', startSeconds: 15 }]
    for (const call of calls) await callProgress.applyChanges(call, [{ type: 'lines', spoken: { lines, mode: 'append', start: 0 } }])
    await gql(UNDO, { id: (await optOutOf(calls[1]!))!.id })
    for (const call of calls) await callProgress.applySnapshot(call, snapshot({ outcome: 'success', transcript: lines }))
    const rows = await anyWorkspace.call.findMany({ where: { id: { in: calls.map(({ id }) => id) } }, orderBy: { id: 'asc' } })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['do_not_call', 'success'])
  })
})

describe('undoing an opt-out', () => {
  test('takes the number off the list, and no transcript of the same call lists it again, but that of another call does', async () => {
    const { call, optOut } = await addOptOut()
    const { undoOptOut } = await gql<Answer>(UNDO, { id: optOut.id })
    expect(undoOptOut).toMatchObject({ sentence: WISH, undoneAt: expect.any(String), undoneBy: acme.email, callId: String(call.id) })
    expect(await entryOf(call)).toBeNull()
    await callProgress.applySnapshot(call, snapshot())
    await callProgress.applySnapshot(call, snapshot({ outcome: 'do_not_call' }))
    expect(await entryOf(call)).toBeNull()
    const { call: later } = await addOptOut({ toNumber: call.toNumber })
    expect(await entryOf(later)).toMatchObject({ source: 'voice_opt_out', reason: expect.stringContaining(`on call ${later.id}`) })
    expect(await optOutOf(call)).toMatchObject({ undoneAt: expect.any(Date) })
  })

  test('twice changes nothing', async () => {
    const { call, optOut } = await addOptOut()
    const first = await gql(UNDO, { id: optOut.id })
    await (await acme.key()).post('/dnc', { phone_number: call.toNumber })
    expect(await gql(UNDO, { id: optOut.id })).toEqual(first)
    expect(await entryOf(call)).toMatchObject({ source: 'manual' })
  })

  test('leaves a number on the list that a member added, and one with an opt-out of another call', async () => {
    const byHand = await addCall()
    await (await acme.key()).post('/dnc', { phone_number: byHand.toNumber })
    await callProgress.applySnapshot(byHand, snapshot())
    await gql(UNDO, { id: (await optOutOf(byHand))!.id })
    expect(await entryOf(byHand)).toMatchObject({ source: 'manual' })
    const [first, second] = [await addOptOut(), await addCall()]
    await anyWorkspace.call.update({ where: { id: second.id }, data: { toNumber: first.call.toNumber } })
    await callProgress.applySnapshot({ ...second }, snapshot())
    await gql(UNDO, { id: first.optOut.id })
    expect(await entryOf(first.call)).not.toBeNull()
    await gql(UNDO, { id: (await optOutOf(second))!.id })
    expect(await entryOf(first.call)).toBeNull()
  })

  test('is refused to keys without the scope, and another workspace sees nothing', async () => {
    const { call, optOut } = await addOptOut()
    const reader = await acme.key('compliance:read')
    await expect(reader.gql(UNDO, { id: optOut.id })).rejects.toThrow('Missing scope')
    const other = await signInAsOwner(testServer(), await testServer().workspace())
    await expect(other(UNDO, { id: optOut.id })).rejects.toThrow('Opt-out not found')
    expect(await other(LIST, { callId: call.id })).toEqual({ optOuts: { nodes: [] } })
    expect(await other(LIST, { phoneNumber: call.toNumber })).toEqual({ optOuts: { nodes: [] } })
    expect(await entryOf(call)).not.toBeNull()
  })
})

describe('the leads of a number that opted out', () => {
  test('close in every campaign of the workspace, with a decision, and in no other workspace; repeating it changes nothing', async () => {
    const call = await addCall()
    const other = await testServer().workspace()
    const [first, second, theirs] = await Promise.all([
      createCampaign(acme.id, call.agentId!, { phones: [call.toNumber, newNumber()], campaign: { status: 'paused' } }),
      createCampaign(acme.id, call.agentId!, { phones: [call.toNumber] }),
      createCampaign(other.id, (await makeCall(other.id)).agentId!, { phones: [call.toNumber] }),
    ])
    await callProgress.applySnapshot(call, snapshot())
    await waitFor('the leads to close', async () => (await leadsOf(second.id))[0]!.status === 'do_not_call')
    const [lead, stranger] = await leadsOf(first.id)
    expect([lead!.status, stranger!.status]).toEqual(['do_not_call', 'pending'])
    expect(await decisionsOf(lead!.id)).toMatchObject([{ decision: 'end', reason: 'do_not_call_list' }])
    expect(await leadsOf(theirs.id)).toMatchObject([{ status: 'pending' }])
    await optOutFollowUps.run((await optOutOf(call))!.id)
    expect(await decisionsOf(lead!.id)).toHaveLength(1)
  })

  test('are not called again, even if the call they are in would be repeated', async () => {
    const { agentId } = await makeCall(acme.id)
    const campaign = await createCampaign(acme.id, agentId!, { phones: [newNumber()] })
    const [lead] = await leadsOf(campaign.id)
    const call = await addCall({ toNumber: lead!.phoneNumber, campaignId: campaign.id, leadId: lead!.id })
    await anyWorkspace.lead.update({ where: { id: lead!.id }, data: { status: 'calling', attempts: 1, lastCallId: call.id } })
    await callProgress.applySnapshot(call, snapshot({ outcome: 'callback' }))
    expect(await leadsOf(campaign.id)).toMatchObject([{ status: 'do_not_call', nextAttemptAt: null }])
  })
})

describe('the alert about opt-outs', () => {
  const alertsOf = (workspaceId: number) => anyWorkspace.alert.findMany({ where: { workspaceId, type: 'opt_outs_heard' }, orderBy: { id: 'asc' } })
  const countOf = async (workspaceId: number) =>
    (await alertsOf(workspaceId)).map(({ data, clearedAt }) => [(data as { count: number }).count, clearedAt !== null])

  test('is one a workspace with their count, clears when all are undone, and comes again after it was dismissed', async () => {
    const mine = await testServer().workspace()
    const ask = await signInAsOwner(testServer(), mine)
    const first = await addOptOut({}, mine.id)
    await waitFor('the alert', async () => (await countOf(mine.id)).length === 1)
    const second = await addOptOut({}, mine.id)
    await waitFor('the count', async () => (await countOf(mine.id))[0]![0] === 2)
    await ask(UNDO, { id: first.optOut.id })
    expect(await countOf(mine.id)).toEqual([[1, false]])
    await ask(UNDO, { id: second.optOut.id })
    expect(await countOf(mine.id)).toEqual([[1, true]])
    await addOptOut({}, mine.id)
    await waitFor('the second alert', async () => (await countOf(mine.id)).length === 2)
    const open = (await alertsOf(mine.id))[1]!
    const { dismissAlert } = await ask<Answer>('mutation ($id: ID!) { dismissAlert(id: $id) { title message path code } }', { id: open.id })
    expect(dismissAlert).toMatchObject({ code: 'opt_outs_heard', path: '/dnc', message: expect.stringContaining(': 1.') })
    await addOptOut({}, mine.id)
    await waitFor('the third alert', async () => (await countOf(mine.id)).length === 3)
    expect(await countOf(mine.id)).toEqual([
      [1, true],
      [1, true],
      [1, false],
    ])
  })
})

describe('the proof of an opt-out', () => {
  const ERASE = 'mutation ($phone: String!, $retainDncEntry: Boolean) { erasePersonalData(phoneNumber: $phone, retainDncEntry: $retainDncEntry) { id } }'
  const erase = async (phone: string, retainDncEntry: boolean) => {
    const { erasePersonalData } = await gql<{ erasePersonalData: { id: string } }>(ERASE, { phone, retainDncEntry })
    await waitForErasure(erasePersonalData.id)
  }

  test('loses its sentence and its call when the person is erased, and goes with the entry if that is not retained', async () => {
    const { call, optOut } = await addOptOut()
    await erase(call.toNumber, true)
    expect(await anyWorkspace.optOut.findUnique({ where: { id: optOut.id } })).toMatchObject({ phoneNumber: call.toNumber, sentence: null, callId: null })
    expect(await entryOf(call)).toMatchObject({ reason: null })
    await erase(call.toNumber, false)
    expect(await anyWorkspace.optOut.findUnique({ where: { id: optOut.id } })).toBeNull()
    expect((await pool.query('select from audit_entries where before::text like $1 or after::text like $1', [`%${call.toNumber}%`])).rowCount).toBe(0)
  })

  test('outlives its call’s retention, unless it was undone', async () => {
    const [proof, falseAlarm] = [await addOptOut(), await addOptOut()]
    await gql(UNDO, { id: falseAlarm.optOut.id })
    const ids = [proof.call.id, falseAlarm.call.id]
    const rows = () => anyWorkspace.optOut.findMany({ where: { id: { in: [proof.optOut.id, falseAlarm.optOut.id] } }, orderBy: { id: 'asc' } })
    await inWorkspace(acme.id, () => transaction((tx) => rowErasure.blankCalls(tx, acme.id, ids)))
    expect(await rows()).toMatchObject([{ sentence: WISH }, { sentence: null }])
    await inWorkspace(acme.id, () => transaction((tx) => rowErasure.eraseCalls(tx, acme.id, ids, 'retention')))
    expect(await rows()).toMatchObject([{ id: proof.optOut.id, sentence: WISH, callId: null }])
  })
})

describe('a number stays listed when a false alarm is undone at the moment of', () => {
  const undoing = (id: number, follow: () => Promise<unknown> = () => Promise.resolve()) =>
    inWorkspace(acme.id as WorkspaceId, () => optOuts.undo({ workspaceId: acme.id } as Actor, id as OptOutId, follow))

  test('a new wish that comes while it is undone', async () => {
    const { call, optOut } = await addOptOut()
    const later = await addCall({ toNumber: call.toNumber })
    let hearing: Promise<unknown> | undefined
    await undoing(optOut.id, () => {
      hearing = callProgress.applySnapshot(later, snapshot())
      return waitFor('the new wish to wait for the entry', async () => (await countWaitingSessions('dnc_entries')) > 0)
    })
    await hearing
    expect(await entryOf(call)).toMatchObject({ source: 'voice_opt_out' })
    expect(await anyWorkspace.optOut.count({ where: { phoneNumber: call.toNumber, undoneAt: null } })).toBe(1)
  })

  test('a new wish that is not committed yet', async () => {
    const { call, optOut } = await addOptOut()
    const later = await addCall({ toNumber: call.toNumber })
    let undone: Promise<unknown> | undefined
    await inWorkspace(acme.id as WorkspaceId, () =>
      transaction(async (tx) => {
        await voiceOptOuts.record(tx, later, { wish: { sentence: WISH, startSeconds: null }, isReported: false })
        undone = undoing(optOut.id)
        await waitFor('the undoing to wait for the entry', async () => (await countWaitingSessions('dnc_entries')) > 0)
      }),
    )
    await undone
    expect(await entryOf(call)).toMatchObject({ source: 'voice_opt_out' })
    expect(await optOutOf(call)).toMatchObject({ undoneAt: expect.any(Date) })
  })
})
