import { findFreePort } from '../../src/embedded/freePort.ts'
import { readEnv } from '../../src/kernel/config/env.ts'
import { limitHeapGrowth } from '../../src/kernel/heap.ts'
import type { Running } from '../../src/server.ts'
import { answer } from '../ipc.ts'

export interface ProductOptions {
  databaseUrl: string
  folder: string
  speed: number
  /** New calls a second that the voice provider accepts; without it, any number. */
  rate?: string
}

let running: Running

/** The product with everything that a call needs in one process: API, jobs and dialer. The simulator is a process of its own. */
answer({
  async start({ databaseUrl, folder, speed, rate }: ProductOptions): Promise<string> {
    limitHeapGrowth()
    const { startServer } = await import('../../src/server.ts')
    const env = readEnv({
      PORT: String(await findFreePort()),
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      SIMULATOR_SPEED: String(speed),
      ...(rate && { RETELL_CALLS_PER_SECOND: rate }),
      CALLING_HOURS: 'off',
      ALLOW_PRIVATE_WEBHOOKS: 'true',
    })
    running = await startServer(env, databaseUrl)
    return running.url
  },
  /** Creates a workspace with funds, and returns its API key. */
  async createWorkspace(): Promise<string> {
    const { createTenant } = await import('../../src/services/operator/operator.ts')
    return (await createTenant({ name: 'Bench', plan: 'enterprise', credit: 1_000_000_000_000n })).apiKey
  },
  cpu: () => process.cpuUsage(),
  memory: () => process.memoryUsage().rss,
  stop: () => running.close(),
})
