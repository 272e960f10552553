import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as providerSlots from '../../../src/services/voiceProviders/providerSlots.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { scaledTimeout } from '../../kit/runner/slowness.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { listPlacements, createTenant } from '../calls/placementKit.ts'

/** So slow that no call ends while others are placed, also on a slow machine. */
const SPEED = Math.ceil(10_000 / scaledTimeout(1_000))
const testServer = useTestServer({ speed: SPEED, env: { RETELL_MAX_CALLS: '4', VAPI_CALLS_PER_SECOND: '4' } })
let retell: Awaited<ReturnType<typeof createTenant>>
beforeAll(async () => {
  retell = await createTenant(testServer())
})

const countTakenSlots = () => anyWorkspace.providerSlot.count({ where: { callId: { not: null } } })
const countLiveCalls = async () => (await (await fetch(`${testServer().running.simulator!.url}/simulator/state`)).json()).counts.calls.live as number

/** Waits for simulated conversations to end, first of four concurrent calls, then of one. */
test('an account with four concurrent calls never gets a fifth request; further calls return an error and cost nothing', async () => {
  const answers = await Promise.all(Array.from({ length: 16 }, () => retell.place('+14155550009')))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(4)
  for (const { body } of answers.filter(({ status }) => status !== 202))
    expect(body).toEqual({ detail: 'The voice provider retell is at its limit of 4 concurrent calls. Try again in a moment.' })
  const placements = await listPlacements(testServer(), 'retell', '+14155550009')
  expect(placements, placements.join('\n')).toHaveLength(4)
  expect((await retell.key.get('/calls')).body.items).toHaveLength(4)
  const holds = await anyWorkspace.walletHold.findMany({ where: { workspaceId: retell.acme.id } })
  expect(holds.map(({ amount }) => amount)).toEqual(Array.from({ length: 4 }, () => 1_200_000n))

  await waitFor('all slots to be free again', async () => (await countTakenSlots()) === 0)
  expect(await countLiveCalls()).toBe(0)
  expect((await retell.place('+14155550009')).status).toBe(202)
  await waitFor('the last call to end', async () => (await countTakenSlots()) === 0)
})

/** Waits two seconds, the listing lag of the simulator, and three until the reconciler checks the call without webhooks. */
test('a slot is released however a call ends', async () => {
  // Rejected, not placed, busy, and without webhooks.
  for (const line of ['0101', '0103', '0001', '0113']) await retell.place(`+1415555${line}`)
  await waitFor('all slots to be free', async () => (await countTakenSlots()) === 0)
})

test('a slot of an ended call is released', async () => {
  const { body } = await retell.place('+14155550001')
  await waitFor('the call to end', async () => (await anyWorkspace.call.findUniqueOrThrow({ where: { id: body.id } })).finishedAt)
  await anyWorkspace.providerSlot.updateMany({ where: { number: 2 }, data: { callId: body.id } })
  await providerSlots.releaseEnded()
  expect(await countTakenSlots()).toBe(0)
})

/** Waits for the rate limiter: the last of seven calls is sent one and a half seconds after the first. */
test('an account with four new calls per second gets at most four requests in any second', async () => {
  const vapi = await createTenant(testServer(), { engine: 'vapi' })
  const answers = await Promise.all(Array.from({ length: 7 }, () => vapi.place('+14155550001')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 202))
  const requests = (await (await fetch(`${testServer().running.simulator!.url}/simulator/requests`)).json()) as { at: string; method: string; path: string }[]
  const times = requests.filter(({ method, path }) => method === 'POST' && path === '/vapi/call').map(({ at }) => Date.parse(at))
  expect(times).toHaveLength(7)
  // The rate limiter uses the clock of the database; the requests themselves may arrive slightly earlier or later.
  for (const [index, time] of times.entries()) if (index >= 4) expect(time - times[index - 4]!).toBeGreaterThan(700)
})

test('a call is rejected at once if too many calls wait for the rate limiter', async () => {
  settings.accounts.vapi.callsPerSecond = 0.2
  await providerSlots.acquireToken('vapi')
  await expect(Promise.all([providerSlots.acquireToken('vapi'), providerSlots.acquireToken('vapi'), providerSlots.acquireToken('vapi')])).rejects.toThrow(
    'accepts 0.2 new calls per second',
  )
  settings.accounts.vapi.callsPerSecond = 4
})
