import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { KEYS, providersAt, WEBHOOK } from './adapterKit.ts'
import { crashesAt, useFaultyProxies } from './faultyProxies.ts'

const store = memoryStore()
let simulator: Awaited<ReturnType<typeof startSimulator>>
const connectViaProxy = useFaultyProxies(() => simulator.url)
beforeAll(async () => {
  simulator = await startSimulator({ store, speed: 250, ...KEYS })
})
afterAll(() => simulator.close())

/** More requests than an import sends. */
const MAX_REQUESTS = 20
const storedIds = async (kind: string) => (await store.load()).filter((record) => record.kind === kind).map(({ id }) => id)
const newNumber = () => ({ webhook: WEBHOOK, e164: '+14155550190', tag: randomUUID(), label: 'Desk', sip: { terminationUri: 'sip:trunk.example.com' } })
/** Imports with a crash at the nth request; returns false if there were fewer requests. */
const crashImport = (number: ReturnType<typeof newNumber>, nth: number) => crashesAt(connectViaProxy, 'vapi', nth, (provider) => provider.importNumber(number))

test('a retry after a crash at any request leaves one number and one credential, and releasing leaves none', async () => {
  const { vapi } = providersAt(simulator.url)
  let nth = 1
  for (let hasCrashed = true; hasCrashed && nth < MAX_REQUESTS; nth++) {
    const number = newNumber()
    hasCrashed = await crashImport(number, nth)
    const providerNumberId = await vapi.importNumber(number)
    expect(await storedIds('vapi_number')).toEqual([providerNumberId])
    expect(await storedIds('vapi_credential')).toHaveLength(1)
    await vapi.releaseNumber({ ...number, providerNumberId })
    expect([...(await storedIds('vapi_number')), ...(await storedIds('vapi_credential'))]).toEqual([])
  }
  expect(nth).toBeGreaterThan(3)
})

test('releasing a number deletes what a crashed import left', async () => {
  const { vapi } = providersAt(simulator.url)
  let orphanCount = 0
  for (let nth = 1, hasCrashed = true; hasCrashed && nth < MAX_REQUESTS; nth++) {
    const number = newNumber()
    hasCrashed = await crashImport(number, nth)
    if ((await storedIds('vapi_credential')).length > (await storedIds('vapi_number')).length) orphanCount++
    await vapi.releaseNumber({ ...number, providerNumberId: null })
    expect([...(await storedIds('vapi_number')), ...(await storedIds('vapi_credential'))]).toEqual([])
  }
  expect(orphanCount).toBe(1)
})
