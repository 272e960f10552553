import type { Calls } from './calls.ts'
import type { Tables } from './tables.ts'
import type { Post } from './webhooks.ts'

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
  /** The URL at which the servers find the simulator. */
  url: string
  /** Sends webhooks. */
  post: Post
}
