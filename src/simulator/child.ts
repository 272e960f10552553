import pg from 'pg'
import { forkOptions } from '../kernel/threads/fork.ts'
import { setKeys } from '../kernel/crypto/keyring.ts'
import type { BuiltInAccount } from './carriers/builtInAccount.ts'
import { encryptedStore } from './wire/encryptedStore.ts'
import type { Detour } from './calls/webhooks.ts'
import { startSimulator } from './simulator.ts'
import { openPostgresStore } from './wire/store.ts'

/**
 * Runs the simulator as a child process and sends its URL to the parent by IPC. Ends when the parent does, on SIGTERM, or when another
 * simulator takes over its records. Ignores SIGINT, since the parent handles Ctrl-C.
 */
interface SimulatorProcessOptions {
  databaseUrl: string
  speed: number
  port?: number
  canUseOtherPort?: boolean
  retellApiKey: string
  vapiApiKey: string
  builtInAccount?: BuiltInAccount
  allowPrivateTools?: boolean
  url?: string
  detour?: Detour
  /** Key that encrypts its records, 32 bytes in hex; without it they are stored unencrypted. */
  storeKey?: string
}

process.on('SIGINT', () => {})
process.stderr.on('error', () => {}) // The parent, which reads it, may end first.
const { databaseUrl, storeKey, ...options } = forkOptions<SimulatorProcessOptions>()
const log = (line: string) => void process.stderr.write(`${line}\n`)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
pool.on('error', (error) => log(`simulator database: ${error.message}`))
if (storeKey) setKeys([Buffer.from(storeKey, 'hex')])
const store = await openPostgresStore(pool, () => process.exit(0))
const simulator = await startSimulator({ ...options, store: storeKey ? encryptedStore(store) : store, log })

async function stop() {
  await simulator.close()
  await pool.end()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
process.once('disconnect', () => void stop())
if (process.connected) process.send?.({ url: simulator.url })
else await stop()
