import { onTestFinished } from 'vitest'
import { useCarrierHosts } from '../../src/carriers/hosts.ts'
import type { House } from '../../src/simulator/carriers/builtInAccount.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore, type Store } from '../../src/simulator/wire/store.ts'
import { simulatedCarriers } from '../kit/carriers.ts'
import { KEYS } from '../providers/adapterKit.ts'

export type { Told, ToldText } from '../kit/carriers.ts'

/** Simulated carriers that all clients use until the test ends. */
export async function startCarriers({ speed = 100, store = memoryStore(), house }: { speed?: number; store?: Store; house?: House } = {}) {
  const simulator = await startSimulator({ store, speed, ...KEYS, ...(house && { house }) })
  useCarrierHosts(`${simulator.url}/carriers`)
  let closed = false
  const close = async () => {
    if (!closed) await simulator.close()
    closed = true
  }
  onTestFinished(async () => {
    useCarrierHosts(null)
    await close()
  })

  return { url: simulator.url, close, ...simulatedCarriers(simulator.url) }
}

export type Carriers = Awaited<ReturnType<typeof startCarriers>>
