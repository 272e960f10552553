import { onTestFinished } from 'vitest'
import { carrierHosts } from '../../src/carriers/hosts.ts'
import type { BuiltInAccount } from '../../src/simulator/carriers/builtInAccount.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore, type Store } from '../../src/simulator/wire/store.ts'
import { simulatedCarriers } from '../kit/fakes/simulatedCarriers.ts'
import { KEYS } from '../providers/adapterKit.ts'

export type { SimulatedAccount, SimulatedMessage } from '../kit/fakes/simulatedCarriers.ts'

/** Starts the simulated carriers and routes all clients to them until the test ends. */
export async function startCarriers({
  speed = 100,
  store = memoryStore(),
  builtInAccount,
}: { speed?: number; store?: Store; builtInAccount?: BuiltInAccount } = {}) {
  const simulator = await startSimulator({ store, speed, ...KEYS, ...(builtInAccount && { builtInAccount }) })
  carrierHosts.set(`${simulator.url}/carriers`)
  let closed = false
  const close = async () => {
    if (!closed) await simulator.close()
    closed = true
  }
  onTestFinished(async () => {
    carrierHosts.set(null)
    await close()
  })

  return { url: simulator.url, close, ...simulatedCarriers(simulator.url) }
}

export type Carriers = Awaited<ReturnType<typeof startCarriers>>
