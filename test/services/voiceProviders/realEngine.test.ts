import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { VoiceEngine } from '../../../src/kernel/vocabulary/engines.ts'
import * as callReconciler from '../../../src/services/calls/placing/callReconciler.ts'
import { until } from '../../kit/until.ts'
import { useVendor } from '../../kit/vendor.ts'
import { useWorld } from '../../kit/world.ts'
import { campaignOf, leadsOf } from '../dialer/dialerKit.ts'
import { sipNumber } from '../numbers/numberKit.ts'
import { tenant } from '../calls/placementKit.ts'

const SPEED = 100
/** The vendor's calls are short, or a test would last as long as they do; what the server waits for must not follow. */
const vendor = useVendor('retell', { speed: 10 })
const world = useWorld({ speed: SPEED, env: vendor.env })

const stored = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id } })

/** A workspace with an agent on that engine, and a number of its own beside the simulated one. */
async function readyTenant(engine: VoiceEngine) {
  const made = await tenant(world(), { engine })
  const number = sipNumber()
  const linked = await made.key.post('/phone-numbers/link', number)
  if (linked.status !== 201) throw new Error(`the number could not be linked: ${JSON.stringify(linked.body)}`)
  await made.key.post(`/agents/${made.agentId}/publish`)
  return { ...made, number: number.phone_number }
}

async function waitOfRetry(engine: VoiceEngine, phone: string): Promise<number> {
  const { acme, agentId } = await readyTenant(engine)
  const campaign = await campaignOf(acme.id, agentId, { phones: [phone], settings: { retryBusyMinutes: 60 } })
  await campaign.start()
  const call = await until('the call to be over', async () => (await campaign.calls()).find(({ finishedAt }) => finishedAt))
  const [lead] = await leadsOf(campaign.id)
  expect(lead).toMatchObject({ status: 'pending', waitReason: 'retry_busy' })
  return lead!.nextAttemptAt!.getTime() - call.finishedAt!.getTime()
}

/** Waits for two simulated calls to end, one after another, the first of them at the vendor's slower stand-in. */
test('a retry after 60 minutes comes after 60 minutes on a real engine, and sooner on the simulated one beside it', async () => {
  const [real, simulated] = [await waitOfRetry('retell', '+12125550001'), await waitOfRetry('vapi', '+12125560001')]
  expect(Math.abs(real - 3_600_000)).toBeLessThan(5_000)
  expect(Math.abs(simulated - 3_600_000 / SPEED)).toBeLessThan(5_000)
})

test('a real call that has lasted 16 minutes and is silent goes on', async () => {
  const { place } = await readyTenant('retell')
  const { id } = (await place('+12125550011')).body
  await until('the call to be in progress', async () => (await stored(id)).status === 'in_progress')
  const longAgo = new Date(Date.now() - 16.5 * 60_000)
  await anyWorkspace.call.update({ where: { id }, data: { createdAt: longAgo, startedAt: longAgo, checkAt: new Date(Date.now() - 60_000) } })
  await callReconciler.reconcileDue()
  await until('the watchdog to have looked', async () => (await stored(id)).checkAt! > new Date())
  expect(await stored(id)).toMatchObject({ status: 'in_progress', endedReason: null, finishedAt: null })
})

test('a call on a real engine goes out from a number of the workspace, also where the simulated one is older', async () => {
  const { place, number } = await readyTenant('retell')
  const { status, body } = await place('+12125570100')
  expect([status, body.from_number]).toEqual([202, number])
  const placed = (await vendor.requests()).filter(({ path, body: sent }) => path === '/retell/v2/create-phone-call' && sent.to_number === '+12125570100')
  expect(placed.map((one) => one.body.from_number)).toEqual([number])
})

test('a server that can ring real phones does not say that it is simulated', async () => {
  expect(await (await fetch(`${world().url}/readyz`)).json()).toMatchObject({ simulated: false })
  const { key } = await tenant(world(), { engine: 'vapi' })
  expect(await key.gql('{ serverInfo { simulated simulatedEngines simulatorSpeed } }')).toEqual({
    serverInfo: { simulated: false, simulatedEngines: ['vapi'], simulatorSpeed: SPEED },
  })
})
