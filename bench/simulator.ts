import { startSimulator } from '../src/simulator/simulator.ts'
import { memoryStore } from '../src/simulator/wire/store.ts'
import { answer } from './ipc.ts'

/**
 * The voice provider that all contenders call: the product's simulator in a process of its own, which keeps what it
 * knows in memory, so that PostgreSQL works for the contenders only.
 */
const store = memoryStore()
/** Calls are over within a tenth of a second: a provider takes a thousand at once. */
const SPEED = 1000
let simulator: Awaited<ReturnType<typeof startSimulator>> | null = null
let options: { retellApiKey: string; vapiApiKey: string }

answer({
  async start(keys: typeof options) {
    options = keys
    simulator = await startSimulator({ ...options, store, speed: SPEED })
    return simulator.url
  },
  /** Forgets all calls: it looks through them at every placement. */
  async forget() {
    const { port } = new URL(simulator!.url)
    await simulator!.close()
    for (const { kind, id } of await store.load()) if (kind === 'call' || kind === 'progress') await store.delete(kind, id)
    simulator = await startSimulator({ ...options, store, speed: SPEED, port: Number(port) })
  },
})
