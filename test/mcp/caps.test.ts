import { expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { linkSmsNumber } from '../services/messages/messageKit.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { computeUsage, readUsage } from '../services/access/appKit.ts'
import { callTool } from './kit.ts'

const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })

test('tools report reached limits to the app, and a repetition with the same key counts once', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const { phoneNumber: from_number } = await linkSmsNumber(testServer(), key, 'twilio')
  const { token, grant } = await addConnectedApp(testServer(), acme.id, { callLimit: 1, spendLimit: 1_250_000n })
  const placeCall = (to_number: string, more: object = {}) => callTool(testServer(), token, 'place_call', { to_number, agent_id: agentId, ...more })

  const first = await placeCall('+12125550100', { idempotency_key: 'once' })
  expect(first).toMatchObject({ isError: false, response: { to_number: '+12125550100' } })
  expect((await placeCall('+12125550100', { idempotency_key: 'once' })).response).toEqual(first.response)
  const cappedCall = await placeCall('+12125560100')
  expect(cappedCall).toMatchObject({ isError: true, response: { status: 403, detail: { error: 'app_cap_reached', cap: 1, used: 1 } } })
  expect(await callTool(testServer(), token, 'send_sms', { to_number: '+14155550200', from_number, body: 'Hello' })).toMatchObject({ isError: false })
  await waitFor('the call to end', async () => (await anyWorkspace.call.count({ where: { workspaceId: acme.id, finishedAt: null } })) === 0)
  expect(await readUsage(grant.id)).toEqual(await computeUsage(grant.id))
  expect((await readUsage(grant.id)).calls).toBe(1)

  const { id: campaign_id } = (await key.post('/campaigns', { name: 'Spring', agent_ref_id: agentId })).body
  await key.post(`/campaigns/${campaign_id}/leads`, { leads: [{ phone_number: '+12125570100' }] })
  expect(await callTool(testServer(), token, 'start_campaign', { campaign_id })).toMatchObject({
    isError: true,
    response: { status: 422, detail: { error: 'campaign_not_ready', missing: [{ requirement: 'app_cap' }] } },
  })
})

test('a proposal shows the app’s remaining allowance, and the started campaign pauses at the app’s limit', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const { token, grant } = await addConnectedApp(testServer(), acme.id, { callLimit: 2 })
  const { id: campaign_id } = (await key.post('/campaigns', { name: 'Summer', agent_ref_id: agentId })).body
  await key.post(`/campaigns/${campaign_id}/leads`, { leads: ['5', '6', '7', '8'].map((digit) => ({ phone_number: `+1213555010${digit}` })) })
  const { response: proposed } = await callTool(testServer(), token, 'start_campaign', { campaign_id, propose: true })
  expect(proposed).toMatchObject({ requires_confirmation: true, summary: { pending: 4, allowance: { calls_left: 2, spend_left: null } } })
  const { response: started } = await callTool(testServer(), token, 'start_campaign', { campaign_id, proposal_id: proposed.proposal_id })
  expect(started).toMatchObject({ status: 'running' })
  const paused = await waitFor('it to pause', async () => {
    const { response } = await callTool(testServer(), token, 'get_campaign', { campaign_id })
    return response.status === 'paused' && response
  })
  expect(paused).toMatchObject({ pause_reason: 'app_cap_reached' })
  expect(await readUsage(grant.id)).toEqual(await computeUsage(grant.id))
  expect((await readUsage(grant.id)).calls).toBe(2)
})
