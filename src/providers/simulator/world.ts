import type { Calls } from './calls.ts'
import type { Tables } from './tables.ts'

/** What both vendors' halves of the simulator share. */
export interface World {
  tables: Tables
  calls: Calls
  seed: string
  speed: number
  retellApiKey: string
  vapiApiKey: string
  /** The server's own address, `http://127.0.0.1:<port>`. */
  url: string
}
