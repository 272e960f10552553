import { rmSync } from 'node:fs'
import { afterAll, beforeAll } from 'vitest'
import { readEnv } from '../../src/kernel/config/env.ts'
import { parseMicros } from '../../src/kernel/lib/money.ts'
import type { Plan } from '../../src/kernel/vocabulary/plans.ts'
import { type Running, startServer } from '../../src/server.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import * as operator from '../../src/services/operator/operator.ts'
import { KEY_SCOPES, type KeyScope } from '../../src/kernel/vocabulary/scopes.ts'
import { client, type Client } from './client.ts'
import { dataFolder } from './folder.ts'
import { freshDatabase } from './postgres.ts'
import { simulatorInProcess } from './simulator.ts'
import { starting } from './spent.ts'

export interface Acme {
  id: number
  email: string
  password: string
  /** A client with a key of these scopes; of all when none are named. */
  key(...scopes: KeyScope[]): Promise<Client>
}

/** `wallet` in USD. The plan `enterprise` includes no minutes: its calls cost money. */
export interface NewWorkspace {
  plan?: Plan
  wallet?: string
  name?: string
}

export interface World {
  url: string
  databaseUrl: string
  running: Running
  workspace(options?: NewWorkspace): Promise<Acme>
}

interface Options {
  speed?: number
  env?: Record<string, string>
  isSimulatorApart?: boolean
}

/**
 * The real server, simulator and jobs on a database of this file's own. `speed` is how much faster than life calls
 * run; `env` sets further settings; `isSimulatorApart` has the simulator in a process of its own, as the product has it.
 */
export function useWorld({ speed = 200, env = {}, isSimulatorApart = false }: Options = {}): () => World {
  let world: World
  let end: () => Promise<void>
  beforeAll(() =>
    starting(async () => {
      const fresh = await freshDatabase()
      const dataDir = dataFolder('world')
      const settings = readEnv({
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: fresh.url,
        SIMULATOR_SPEED: String(speed),
        ALLOW_PRIVATE_WEBHOOKS: 'true',
        ...env,
      })
      const running = await startServer({ ...settings, PORT: 0 }, fresh.url, isSimulatorApart ? {} : { keepSimulator: simulatorInProcess })
      world = { url: running.url, databaseUrl: fresh.url, running, workspace: (options) => makeWorkspace(running.url, options) }
      end = async () => {
        await running.close()
        await fresh.drop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    }),
  )
  afterAll(() => end?.())
  return () => world
}

async function makeWorkspace(url: string, { plan = 'enterprise', wallet = '100', name = 'Acme' }: NewWorkspace = {}): Promise<Acme> {
  const made = await operator.createTenant({ name, plan, credit: parseMicros(wallet)! })
  return {
    id: made.workspaceId,
    email: made.email,
    password: made.password,
    async key(...scopes) {
      const { key } = await apiKeys.issue({ workspaceId: made.workspaceId, name: 'test', scopes: scopes.length ? scopes : [...KEY_SCOPES] })
      return client(url, key)
    },
  }
}
