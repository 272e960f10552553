import type { StartSimulator } from '../../../src/embedded/simulator.ts'
import { randomText } from '../../../src/kernel/crypto/ids.ts'
import { startSimulator } from '../../../src/simulator/simulator.ts'
import { memoryStore } from '../../../src/simulator/wire/store.ts'

/** The simulator in the server's own process, with its records in memory, so that it starts and stops immediately. */
export const simulatorInProcess: StartSimulator = async (_databaseUrl, { speed, builtInAccount, allowPrivateTools }, use) => {
  const keys = { retellApiKey: `key_sim_${randomText(24)}`, vapiApiKey: `sim_${randomText(24)}` }
  const simulator = await startSimulator({ store: memoryStore(), speed, builtInAccount, allowPrivateTools, ...keys })
  use({ url: simulator.url, ...keys })
  return { isHere: () => false, stop: () => simulator.close() }
}
