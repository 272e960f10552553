import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { VoiceEngine } from '../../../src/kernel/vocabulary/engines.ts'
import { type Simulator, startSimulator } from '../../../src/simulator/simulator.ts'
import { memoryStore } from '../../../src/simulator/wire/store.ts'
import { waitFor } from '../waiting/waitFor.ts'

interface VendorOptions {
  /** The speed of calls relative to real time. */
  speed?: number
}

/**
 * Stands in for a voice provider on loopback, for a server with a key in the vendor's format. Call it before `useTestServer({ env: vendor.env })`. The server
 * treats it as the vendor itself, so the rules see no simulated call.
 */
export function useVendor(engine: VoiceEngine, { speed = 200 }: VendorOptions = {}) {
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
    /** The requests it received, oldest first. */
    async requests(): Promise<{ method: string; path: string; body: any }[]> {
      return (await fetch(`${simulator.url}/simulator/requests`)).json() as never
    },
    /** Places a call to one of the server's numbers. */
    async dial(from: string, to: string): Promise<void> {
      const res = await fetch(`${simulator.url}/simulator/inbound`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ from, to, provider: engine }),
      })
      if (!res.ok) throw new Error(`the stand-in answered ${res.status}: ${await res.text()}`)
    },
    /** Waits until a call to that number has that phase. */
    phase: (to: string, phase: string) =>
      waitFor(`the call to ${to} to be ${phase}`, async () => {
        const { calls } = (await (await fetch(`${simulator.url}/simulator/state`)).json()) as { calls: { to: string; phase: string }[] }
        return calls.some((call) => call.to === to && call.phase === phase)
      }),
  }
}
