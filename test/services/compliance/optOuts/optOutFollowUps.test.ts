import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../../src/kernel/db/db.ts'
import * as optOutFollowUps from '../../../../src/services/calls/optOutFollowUps.ts'
import * as callProgress from '../../../../src/services/calls/progress/callProgress.ts'
import { makeCall } from '../../../kit/fixtures/rows.ts'
import { type TestWorkspace, useTestServer } from '../../../kit/server/testServer.ts'
import { stopClock } from '../../../kit/waiting/clock.ts'
import { waitFor } from '../../../kit/waiting/waitFor.ts'
import { createCampaign, decisionsOf, leadsOf } from '../../dialer/dialerKit.ts'
import { signInAsOwner } from '../../privacy/privacyKit.ts'
import { addCall, addOptOut, type Answer, newNumber, optOutOf, snapshot, UNDO } from './optOutKit.ts'

const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })
let acme: TestWorkspace
let gql: <Data>(query: string, variables?: object) => Promise<Data>
beforeAll(async () => {
  acme = await testServer().workspace()
  gql = await signInAsOwner(testServer(), acme)
})

describe('the outcome of a call on which only our rules heard the opt-out', () => {
  const CAN_STOP = { interest: { type: 'string', enum: ['hot', 'do_not_call'] } }
  const outcomeOf = async (analysisConfig: object | null, extractionSchema: object | null = null) => {
    const { agentId } = await makeCall(acme.id)
    const { id: campaignId } = await createCampaign(acme.id, agentId!, { phones: [], campaign: analysisConfig ? { analysisConfig } : {} })
    const call = await addCall(acme.id, { campaignId })
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
    // The simulator doesn't know these calls, so they must not become due for a check on a slow machine.
    stopClock(new Date())
    const calls = [
      await addCall(acme.id, { status: 'in_progress', startedAt: new Date() }),
      await addCall(acme.id, { status: 'in_progress', startedAt: new Date() }),
    ]
    const lines = [...snapshot().transcript!, { role: 'agent' as const, text: 'Goodbye.', startSeconds: 15 }]
    for (const call of calls) await callProgress.applyChanges(call, [{ type: 'lines', spoken: { lines, mode: 'append', start: 0 } }])
    await gql(UNDO, { id: (await optOutOf(calls[1]!))!.id })
    for (const call of calls) await callProgress.applySnapshot(call, snapshot({ outcome: 'success', transcript: lines }))
    const rows = await anyWorkspace.call.findMany({ where: { id: { in: calls.map(({ id }) => id) } }, orderBy: { id: 'asc' } })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['do_not_call', 'success'])
  })
})

describe('the leads of a number that opted out', () => {
  test('close in every campaign of the workspace, with a decision, and in no other workspace; repeating it changes nothing', async () => {
    const call = await addCall(acme.id)
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

  test('wait again once the opt-out is undone, except where it was heard, and as long as the number is not listed for another reason', async () => {
    const { agentId } = await makeCall(acme.id)
    const number = newNumber()
    const own = await createCampaign(acme.id, agentId!, { phones: [number], campaign: { status: 'paused' } })
    const [heard] = await leadsOf(own.id)
    const call = await addCall(acme.id, { toNumber: number, campaignId: own.id, leadId: heard!.id })
    await anyWorkspace.lead.update({ where: { id: heard!.id }, data: { status: 'calling', attempts: 1, lastCallId: call.id } })
    const [waiting, ended, before] = await Promise.all(
      ['paused', 'completed', 'paused'].map((status) => createCampaign(acme.id, agentId!, { phones: [number], campaign: { status } })),
    )
    const [earlier] = await leadsOf(before!.id)
    await anyWorkspace.lead.update({ where: { id: earlier!.id }, data: { status: 'do_not_call' } })
    await anyWorkspace.leadDecision.create({
      data: {
        workspaceId: acme.id,
        campaignId: before!.id,
        leadId: earlier!.id,
        decision: 'end',
        reason: 'do_not_call_list',
        createdAt: new Date('2026-01-01'),
      },
    })
    const statusesOf = async () => (await Promise.all([own, waiting!, ended!, before!].map(({ id }) => leadsOf(id)))).map(([lead]) => lead!.status)
    await callProgress.applySnapshot(call, snapshot())
    await waitFor('the leads to close', async () => (await statusesOf()).every((status) => status === 'do_not_call'))
    await gql(UNDO, { id: (await optOutOf(call))!.id })
    await waitFor('the lead to wait again', async () => (await statusesOf())[1] === 'pending')
    expect(await statusesOf()).toEqual(['do_not_call', 'pending', 'do_not_call', 'do_not_call'])
    const [lead] = await leadsOf(waiting!.id)
    expect((await decisionsOf(lead!.id)).map(({ decision, reason }) => [decision, reason])).toEqual([
      ['end', 'do_not_call_list'],
      ['wait', 'opt_out_undone'],
    ])
    const again = await addCall(acme.id, { toNumber: number })
    await callProgress.applySnapshot(again, snapshot())
    await waitFor('the lead to close again', async () => (await statusesOf())[1] === 'do_not_call')
    await gql('mutation ($n: String!) { addDncEntry(input: { phoneNumber: $n }) { id } }', { n: number })
    await gql(UNDO, { id: (await optOutOf(again))!.id })
    await optOutFollowUps.run((await optOutOf(again))!.id)
    expect((await statusesOf())[1]).toBe('do_not_call')
  })

  test('are not called again, even if the call they are in would be repeated', async () => {
    const { agentId } = await makeCall(acme.id)
    const campaign = await createCampaign(acme.id, agentId!, { phones: [newNumber()] })
    const [lead] = await leadsOf(campaign.id)
    const call = await addCall(acme.id, { toNumber: lead!.phoneNumber, campaignId: campaign.id, leadId: lead!.id })
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
    const first = await addOptOut(mine.id)
    await waitFor('the alert', async () => (await countOf(mine.id)).length === 1)
    const second = await addOptOut(mine.id)
    await waitFor('the count', async () => (await countOf(mine.id))[0]![0] === 2)
    await ask(UNDO, { id: first.optOut.id })
    expect(await countOf(mine.id)).toEqual([[1, false]])
    await ask(UNDO, { id: second.optOut.id })
    expect(await countOf(mine.id)).toEqual([[1, true]])
    await addOptOut(mine.id)
    await waitFor('the second alert', async () => (await countOf(mine.id)).length === 2)
    const open = (await alertsOf(mine.id))[1]!
    const { dismissAlert } = await ask<Answer>('mutation ($id: ID!) { dismissAlert(id: $id) { title message path code } }', { id: open.id })
    expect(dismissAlert).toMatchObject({ code: 'opt_outs_heard', path: '/dnc', message: expect.stringContaining(': 1.') })
    await addOptOut(mine.id)
    await waitFor('the third alert', async () => (await countOf(mine.id)).length === 3)
    expect(await countOf(mine.id)).toEqual([
      [1, true],
      [1, true],
      [1, false],
    ])
  })
})
