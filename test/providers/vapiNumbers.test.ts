import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { KEYS, providersAt, WEBHOOK } from './adapterKit.ts'
import { diesAt, useLines } from './lines.ts'

const store = memoryStore()
let simulator: Awaited<ReturnType<typeof startSimulator>>
const line = useLines(() => simulator.url)
beforeAll(async () => {
  simulator = await startSimulator({ store, speed: 250, ...KEYS })
})
afterAll(() => simulator.close())

/** More requests than an import makes. */
const MAX = 20
const kept = async (kind: string) => (await store.load()).filter((record) => record.kind === kind).map(({ id }) => id)
const newNumber = () => ({ webhook: WEBHOOK, e164: '+14155550190', tag: randomUUID(), label: 'Desk', sip: { terminationUri: 'sip:trunk.example.com' } })
/** An import that dies as if the process did at its n-th request; false when it made fewer. */
const dies = (number: ReturnType<typeof newNumber>, nth: number) => diesAt(line, 'vapi', nth, (provider) => provider.importNumber(number))

test('an import that dies at any request leaves one number and one credential once it is done again, and nothing once released', async () => {
  const { vapi } = providersAt(simulator.url)
  let nth = 1
  for (let died = true; died && nth < MAX; nth++) {
    const number = newNumber()
    died = await dies(number, nth)
    const providerNumberId = await vapi.importNumber(number)
    expect(await kept('vapi_number')).toEqual([providerNumberId])
    expect(await kept('vapi_credential')).toHaveLength(1)
    await vapi.releaseNumber({ ...number, providerNumberId })
    expect([...(await kept('vapi_number')), ...(await kept('vapi_credential'))]).toEqual([])
  }
  expect(nth).toBeGreaterThan(3)
})

test('what an import that died left is gone when its number is released instead', async () => {
  const { vapi } = providersAt(simulator.url)
  let orphans = 0
  for (let nth = 1, died = true; died && nth < MAX; nth++) {
    const number = newNumber()
    died = await dies(number, nth)
    if ((await kept('vapi_credential')).length > (await kept('vapi_number')).length) orphans++
    await vapi.releaseNumber({ ...number, providerNumberId: null })
    expect([...(await kept('vapi_number')), ...(await kept('vapi_credential'))]).toEqual([])
  }
  expect(orphans).toBe(1)
})
