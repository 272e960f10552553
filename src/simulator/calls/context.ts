import type { Calls } from './calls.ts'
import type { Tables } from './tables.ts'

/** State shared by the simulators of both voice providers. */
export interface SimulatorContext {
  tables: Tables
  calls: Calls
  seed: string
  speed: number
  retellApiKey: string
  vapiApiKey: string
  /** Whether tools can call private addresses. */
  allowPrivateTools: boolean
  /** The simulator's own URL, `http://127.0.0.1:<port>`. */
  url: string
}
