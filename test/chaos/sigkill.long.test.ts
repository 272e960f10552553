import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct, type Product } from '../kit/server/product.ts'
import { startReceiver } from '../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

let server: Product
let hooks: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  server = await createProduct({ SIMULATOR_SPEED: '20' })
  hooks = await startReceiver()
  await server.start()
})
afterAll(async () => {
  await server.end()
  await hooks.close()
})

const ENDED = ['completed', 'no_answer', 'busy', 'voicemail', 'failed', 'canceled']
const NUMBERS = ['0009', '0100', '0007', '0001', '0003', '0009', '0103', '0111', '0112', '0113']

/** Kills the server three times among 60 calls and starts it again, and waits until every call has ended, including those without webhooks. */
test('after SIGKILLs during calls every call ends, is reported, counted and charged once, and none is placed twice', async () => {
  const key = server.client()
  await key.put('/webhooks', { url: hooks.url })
  const agents = await Promise.all(
    ['retell', 'vapi'].map(async (voice_engine) => {
      const { id } = (await key.post('/agents', { name: voice_engine, voice_engine, voice_id: 'Elliot', system_prompt: 'Ask for the name.' })).body
      expect((await key.post(`/agents/${id}/publish`)).status).toBe(200)
      return id as number
    }),
  )
  const place = (n: number) =>
    key.post('/calls', { to_number: `+1212555${NUMBERS[n % NUMBERS.length]}`, agent_id: agents[n % 2], metadata: { n } }).catch(() => null)

  // The server is killed while calls ring, while they are answered, and while placements are being sent.
  const placed: Promise<unknown>[] = []
  for (const [round, { answered, wait }] of [
    { answered: 4, wait: 0 },
    { answered: 10, wait: 100 },
    { answered: 18, wait: 700 },
  ].entries()) {
    let answers = 0
    placed.push(
      ...Array.from({ length: 20 }, (_, n) =>
        place(round * 20 + n).then((response) => {
          if (response && [202, 502].includes(response.status)) answers++
        }),
      ),
    )
    await waitFor('some placements', () => answers >= answered)
    await sleep(wait)
    await server.kill('SIGKILL')
    await server.start()
  }
  await Promise.all(placed)

  const readCalls = async () => {
    const { body } = await key.get('/calls?limit=100')
    return body.items as { id: number; status: string; to_number: string }[]
  }
  // The polling stays below the plan's rate limit.
  await waitFor('every call to end', async () => (await sleep(200), (await readCalls()).every(({ status }) => ENDED.includes(status))))
  const calls = await readCalls()
  expect(calls.length).toBeGreaterThan(32)

  // A placement that returns 502 sends no event.
  const announced = calls.filter(({ to_number }) => !to_number.endsWith('0103'))
  await waitFor('every event', () => announced.every(({ id }) => hooks.received.some(({ body }) => body.id === String(id))))
  for (const { body } of hooks.received) expect(calls.find(({ id }) => String(id) === body.id)?.status).toBe(body.data.status)

  // The simulator's own record of calls, at most one for each of the server's.
  const { simulator } = server.demo()
  const state = (await (await fetch(`${simulator!.url}/simulator/state`)).json()) as { calls: { id: string }[] }
  const details = await Promise.all(calls.map(async ({ id }) => (await key.get(`/calls/${id}`)).body))
  const ours = details.map((call) => call.provider_call_id).filter(Boolean)
  expect(new Set(ours).size).toBe(ours.length)
  expect(new Set(state.calls.map(({ id }) => id))).toEqual(new Set(ours))
  expect(state.calls.length).toBe(ours.length)

  const { wallet, ledgerEntries } = await key.gql<any>('{ wallet { balance reserved } ledgerEntries(first: 100) { nodes { amount type ref } } }')
  const micros = (text: string) => Math.round(Number(text) * 1e6)
  expect(micros(wallet.reserved)).toBe(0)
  expect(ledgerEntries.nodes.reduce((sum: number, { amount }: { amount: string }) => sum + micros(amount), 0)).toBe(micros(wallet.balance))
  const charged = ledgerEntries.nodes.filter(({ type: kind }: { type: string }) => kind === 'call').map(({ ref }: { ref: string }) => ref)
  expect(new Set(charged).size).toBe(charged.length)
  expect(charged.length).toBeGreaterThan(0)
  expect(new Set(charged)).toEqual(new Set(details.filter((call) => Number(call.cost) > 0).map((call) => String(call.id))))
  const { billingUsage } = await key.gql<any>('{ billingUsage { usedMinutes calls } }')
  const seconds = details.reduce((sum, call) => sum + (call.duration_seconds ?? 0), 0)
  expect(billingUsage.calls).toBe(calls.length)
  expect(billingUsage.usedMinutes).toBeCloseTo(seconds / 60, 1)

  // The statistics equal the sums of the rows, whatever was killed while counting.
  const admin = ['dist/src/admin/main.js', 'stats', 'verify', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, admin, { env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: server.dataDir } })
  expect(JSON.parse(stdout)).toMatchObject({ differences: 0 })
  const { current, active_calls } = (await key.get('/analytics/workspace')).body
  expect({ calls: current.calls, active_calls }).toEqual({ calls: calls.length, active_calls: 0 })
  expect(micros(current.cost)).toBe(details.reduce((sum, call) => sum + micros(call.cost), 0))
})
