import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { VoiceEngine } from '../../src/kernel/vocabulary/engines.ts'
import { type Simulator, startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { until } from './until.ts'

interface Options {
  /** How much faster than life the stand-in's calls run. */
  speed?: number
}

/**
 * A stand-in of a vendor on loopback, for a server that has a real-looking key for it: `useWorld({ env: vendor.env })`, called after this. To
 * the server it is the vendor itself, so that nothing of it is simulated in the eyes of the rules.
 */
export function useVendor(engine: VoiceEngine, { speed = 200 }: Options = {}) {
  const keys = { retellApiKey: `key_${randomUUID().replaceAll('-', '')}`, vapiApiKey: randomUUID() }
  const env: Record<string, string> = {}
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator({ store: memoryStore(), speed, ...keys })
    const name = engine.toUpperCase()
    Object.assign(env, { [`${name}_API_KEY`]: keys[`${engine}ApiKey`], [`${name}_BASE_URL`]: `${simulator.url}/${engine}` })
  })
  afterAll(() => simulator?.close())
  return {
    env,
    /** The requests that it got, oldest first. */
    async requests(): Promise<{ method: string; path: string; body: any }[]> {
      return (await fetch(`${simulator.url}/simulator/requests`)).json() as never
    },
    /** Calls of its own to a number of the server's. */
    async dial(from: string, to: string): Promise<void> {
      const res = await fetch(`${simulator.url}/simulator/inbound`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ from, to, provider: engine }),
      })
      if (!res.ok) throw new Error(`the stand-in answered ${res.status}: ${await res.text()}`)
    },
    /** Waits until a call to that number is in that phase there. */
    phase: (to: string, phase: string) =>
      until(`the call to ${to} to be ${phase}`, async () => {
        const { calls } = (await (await fetch(`${simulator.url}/simulator/state`)).json()) as { calls: { to: string; phase: string }[] }
        return calls.some((call) => call.to === to && call.phase === phase)
      }),
  }
}
