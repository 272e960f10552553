import pg from 'pg'
import { forkOptions } from '../kernel/threads/fork.ts'
import { setKeys } from '../kernel/crypto/encryption.ts'
import type { House } from './carriers/builtInAccount.ts'
import { sealedStore } from './wire/encryptedStore.ts'
import { startSimulator } from './simulator.ts'
import { openPostgresStore } from './wire/store.ts'

/**
 * The simulator as a process of its own: its address to the parent by IPC.
 * It ends when the parent does, by SIGTERM, or once another has taken over its records; the terminal's Ctrl-C is the parent's to judge.
 */
interface ChildOptions {
  databaseUrl: string
  speed: number
  port?: number
  retellApiKey: string
  vapiApiKey: string
  house?: House
  allowPrivateTools?: boolean
  /** 32 bytes in hex that its records are sealed with; they are kept as they are without it. */
  storeKey?: string
}

process.on('SIGINT', () => {})
process.stderr.on('error', () => {}) // the parent, who reads it, may be gone first
const { databaseUrl, storeKey, ...options } = forkOptions<ChildOptions>()
const log = (line: string) => void process.stderr.write(`${line}\n`)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
pool.on('error', (error) => log(`simulator database: ${error.message}`))
if (storeKey) setKeys([Buffer.from(storeKey, 'hex')])
const store = await openPostgresStore(pool, () => process.exit(0))
const simulator = await startSimulator({ ...options, store: storeKey ? sealedStore(store) : store, log })

async function end() {
  await simulator.close()
  await pool.end()
  process.exit(0)
}
process.once('SIGTERM', () => void end())
process.once('disconnect', () => void end())
if (process.connected) process.send?.({ url: simulator.url })
else await end()
