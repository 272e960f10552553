import type { SimulatorOptions } from './embedded/simulator.ts'
import type { Env } from './kernel/config/env.ts'
import { settings } from './kernel/config/settings.ts'
import { builtInAccount } from './kernel/crypto/builtInAccount.ts'
import { deriveKey } from './kernel/crypto/keyring.ts'

/** Stays the same across restarts, so that scripts and terminals keep working. */
const DEFAULT_SIMULATOR_PORT = 4010

/** Returns how the simulator runs, once the settings are set and the keys are loaded. */
export const simulatorOptions = (env: Env): SimulatorOptions => ({
  speed: env.SIMULATOR_SPEED,
  port: env.SIMULATOR_PORT ?? DEFAULT_SIMULATOR_PORT,
  canUseOtherPort: env.SIMULATOR_PORT === undefined && !env.SIMULATOR_URL,
  builtInAccount: builtInAccount(),
  allowPrivateTools: env.ALLOW_PRIVATE_WEBHOOKS,
  storeKey: Buffer.from(deriveKey('simulator store')).toString('hex'),
  ...(env.SIMULATOR_URL && { url: env.SIMULATOR_URL, runs: env.ROLE === 'simulator' ? 'here' : 'elsewhere' }),
  ...(env.SIMULATOR_CALLBACK_URL && { detour: { from: settings.publicUrl, to: env.SIMULATOR_CALLBACK_URL } }),
})
