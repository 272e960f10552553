import { startSimulator } from '../src/simulator/simulator.ts'
import { memoryStore } from '../src/simulator/wire/store.ts'
import { answer } from './ipc.ts'

/**
 * The voice provider that all contenders call: the product's simulator in its own process. It stores its data in memory, so that
 * PostgreSQL works only for the contenders.
 */
const store = memoryStore()
/** Calls end within a tenth of a second, since a provider accepts at most a thousand concurrent calls. */
const SPEED = 1000
let simulator: Awaited<ReturnType<typeof startSimulator>> | null = null
let options: { retellApiKey: string; vapiApiKey: string }

answer({
  async start(keys: typeof options) {
    options = keys
    simulator = await startSimulator({ ...options, store, speed: SPEED })
    return simulator.url
  },
  /** Deletes all calls, since the simulator searches them at every placement. */
  async forget() {
    const { port } = new URL(simulator!.url)
    await simulator!.close()
    for (const { kind, id } of await store.load()) if (kind === 'call' || kind === 'progress') await store.delete(kind, id)
    simulator = await startSimulator({ ...options, store, speed: SPEED, port: Number(port) })
  },
})
