import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as providerSlots from '../../../src/services/voiceProviders/providerSlots.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { dialled, money, tenant } from '../calls/placementKit.ts'

const world = useWorld({ speed: 20, env: { RETELL_MAX_CALLS: '4', VAPI_CALLS_PER_SECOND: '4' } })
let retell: Awaited<ReturnType<typeof tenant>>
beforeAll(async () => {
  retell = await tenant(world())
})

const taken = () => anyWorkspace.providerSlot.count({ where: { callId: { not: null } } })
const live = async () => (await (await fetch(`${world().running.simulator!.url}/simulator/state`)).json()).counts.calls.live as number

/** Waits for simulated conversations to end, twice: first of four calls at once, then of one. */
test('an account that takes four calls at once is never asked for a fifth; who finds every line taken is told so, and pays nothing', async () => {
  const answers = await Promise.all(Array.from({ length: 16 }, () => retell.place('+14155550009')))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(4)
  for (const { body } of answers.filter(({ status }) => status !== 202))
    expect(body).toEqual({ detail: 'The voice provider retell is at its limit of 4 concurrent calls. Try again in a moment.' })
  expect(await dialled(world(), 'retell', '+14155550009')).toHaveLength(4)
  expect((await retell.key.get('/calls')).body.items).toHaveLength(4)
  expect(Number((await money(retell.key)).reserved)).toBeCloseTo(4 * 1.2)

  await until('all lines to be free again', async () => (await taken()) === 0)
  expect(await live()).toBe(0)
  expect((await retell.place('+14155550009')).status).toBe(202)
  await until('that one to end as well', async () => (await taken()) === 0)
})

/** Waits two seconds for proof that a call was not placed, and three until the watch asks about the call that sends no webhook. */
test('a line is given back by every way in which a call can end', async () => {
  // Refused, not placed at all, busy, and never heard of again until somebody asks.
  for (const line of ['0101', '0103', '0001', '0113']) await retell.place(`+1415555${line}`)
  await until('every line to be free', async () => (await taken()) === 0)
})

test('a line kept by a call that is over is taken back', async () => {
  const { body } = await retell.place('+14155550001')
  await until('it has ended', async () => (await anyWorkspace.call.findUniqueOrThrow({ where: { id: body.id } })).finishedAt)
  await anyWorkspace.providerSlot.updateMany({ where: { number: 2 }, data: { callId: body.id } })
  await providerSlots.releaseEnded()
  expect(await taken()).toBe(0)
})

/** Waits for turns: the last of the seven calls is sent a second and a half after the first. */
test('an account that takes four new calls a second is asked four times in any second, however many want to call', async () => {
  const vapi = await tenant(world(), { engine: 'vapi' })
  const answers = await Promise.all(Array.from({ length: 7 }, () => vapi.place('+14155550001')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 202))
  const requests = (await (await fetch(`${world().running.simulator!.url}/simulator/requests`)).json()) as { at: string; method: string; path: string }[]
  const times = requests.filter(({ method, path }) => method === 'POST' && path === '/vapi/call').map(({ at }) => Date.parse(at))
  expect(times).toHaveLength(7)
  // Each waits for its turn by the database's clock; a request may still be a little late or early on its way.
  for (const [index, time] of times.entries()) if (index >= 4) expect(time - times[index - 4]!).toBeGreaterThan(700)
})

test('a queue that is too long is refused at once, and nobody waits in it', async () => {
  settings.accounts.vapi.callsPerSecond = 0.2
  await providerSlots.acquireToken('vapi')
  await expect(Promise.all([providerSlots.acquireToken('vapi'), providerSlots.acquireToken('vapi'), providerSlots.acquireToken('vapi')])).rejects.toThrow(
    'accepts 0.2 new calls per second',
  )
  settings.accounts.vapi.callsPerSecond = 4
})
