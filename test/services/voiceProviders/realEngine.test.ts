import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { VoiceEngine } from '../../../src/kernel/vocabulary/engines.ts'
import * as callReconciler from '../../../src/services/calls/placing/callReconciler.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useVendor } from '../../kit/fakes/vendor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createCampaign, leadsOf } from '../dialer/dialerKit.ts'
import { sipNumber } from '../numbers/numberKit.ts'
import { createTenant } from '../calls/placementKit.ts'

const SPEED = 100
/** The vendor's calls are accelerated to keep the test short. The delays of the server must not be. */
const vendor = useVendor('retell', { speed: 10 })
const testServer = useTestServer({ speed: SPEED, env: vendor.env })

const readCall = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id } })

/** Creates a workspace with an agent on that engine and a SIP number in addition to the simulated one. */
async function createTenantWithNumber(engine: VoiceEngine) {
  const fixture = await createTenant(testServer(), { engine })
  const number = sipNumber()
  const linked = await fixture.key.post('/phone-numbers/link', number)
  if (linked.status !== 201) throw new Error(`the number could not be linked: ${JSON.stringify(linked.body)}`)
  await fixture.key.post(`/agents/${fixture.agentId}/publish`)
  return { ...fixture, number: number.phone_number }
}

async function retryDelayOf(engine: VoiceEngine, phone: string): Promise<number> {
  const { acme, agentId } = await createTenantWithNumber(engine)
  const campaign = await createCampaign(acme.id, agentId, { phones: [phone], settings: { retryBusyMinutes: 60 } })
  await campaign.start()
  const call = await waitFor('the call to end', async () => (await campaign.calls()).find(({ finishedAt }) => finishedAt))
  const [lead] = await leadsOf(campaign.id)
  expect(lead).toMatchObject({ status: 'pending', waitReason: 'retry_busy' })
  return lead!.nextAttemptAt!.getTime() - call.finishedAt!.getTime()
}

/** Waits for two simulated calls to end one after another, the first at the slower vendor. */
test('a retry delay of 60 minutes is 60 minutes on a real engine, and shorter on a simulated engine of the same server', async () => {
  const [real, simulated] = [await retryDelayOf('retell', '+12125550001'), await retryDelayOf('vapi', '+12125560001')]
  expect(Math.abs(real - 3_600_000)).toBeLessThan(5_000)
  expect(Math.abs(simulated - 3_600_000 / SPEED)).toBeLessThan(5_000)
})

test('a real call of 16 minutes without webhooks stays active', async () => {
  const { place } = await createTenantWithNumber('retell')
  const { id } = (await place('+12125550011')).body
  await waitFor('the call to be in progress', async () => (await readCall(id)).status === 'in_progress')
  const longAgo = new Date(Date.now() - 16.5 * 60_000)
  await anyWorkspace.call.update({ where: { id }, data: { createdAt: longAgo, startedAt: longAgo, nextCheckAt: new Date(Date.now() - 60_000) } })
  await callReconciler.reconcileDue()
  await waitFor('the reconciler to check the call', async () => (await readCall(id)).nextCheckAt! > new Date())
  expect(await readCall(id)).toMatchObject({ status: 'in_progress', endedReason: null, finishedAt: null })
})

test('a call on a real engine uses a real number of the workspace, even if the simulated one is older', async () => {
  const { place, number } = await createTenantWithNumber('retell')
  const { status, body } = await place('+12125570100')
  expect([status, body.from_number]).toEqual([202, number])
  const placed = (await vendor.requests()).filter(({ path, body: request }) => path === '/retell/v2/create-phone-call' && request.to_number === '+12125570100')
  expect(placed.map((request) => request.body.from_number)).toEqual([number])
})

test('a server with a real engine does not report itself as simulated', async () => {
  expect(await (await fetch(`${testServer().url}/readyz`)).json()).toMatchObject({ simulated: false })
  const { key } = await createTenant(testServer(), { engine: 'vapi' })
  expect(await key.gql('{ serverInfo { simulated simulatedEngines simulatorSpeed } }')).toEqual({
    serverInfo: { simulated: false, simulatedEngines: ['vapi'], simulatorSpeed: SPEED },
  })
})
