import type { Calls } from './calls.ts'
import type { Tables } from './tables.ts'

/** What both vendors' halves of the simulator share. */
export interface SimulatorContext {
  tables: Tables
  calls: Calls
  seed: string
  speed: number
  retellApiKey: string
  vapiApiKey: string
  /** Whether tools may lead to private addresses, as webhooks may. */
  allowPrivateTools: boolean
  /** The server's own address, `http://127.0.0.1:<port>`. */
  url: string
}
