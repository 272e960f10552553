import { rmSync } from 'node:fs'
import { afterAll, beforeAll } from 'vitest'
import { readEnv } from '../../../src/kernel/config/env.ts'
import { parseMicros } from '../../../src/kernel/lib/money.ts'
import type { Plan } from '../../../src/kernel/vocabulary/plans.ts'
import { type Running, startServer } from '../../../src/server.ts'
import * as apiKeys from '../../../src/services/access/apiKeys.ts'
import * as operator from '../../../src/services/operator/operator.ts'
import { KEY_SCOPES, type KeyScope } from '../../../src/kernel/vocabulary/scopes.ts'
import { client, type Client } from '../clients/client.ts'
import { createDataFolder } from './dataFolder.ts'
import { freshDatabase } from './postgres.ts'
import { asServer } from './serverWork.ts'
import { simulatorInProcess } from './inProcessSimulator.ts'
import { measureStart } from '../runner/timeSpent.ts'

export interface TestWorkspace {
  id: number
  email: string
  password: string
  /** Creates an API key with these scopes, or with all, and returns a client for it. */
  key(...scopes: KeyScope[]): Promise<Client>
}

/** `wallet` is in USD. The plan `enterprise` has no included minutes, so its calls cost money. */
export interface NewWorkspace {
  plan?: Plan
  wallet?: string
  name?: string
}

export interface TestServer {
  url: string
  databaseUrl: string
  running: Running
  workspace(options?: NewWorkspace): Promise<TestWorkspace>
}

export interface TestServerOptions {
  speed?: number
  env?: Record<string, string>
  hasSimulatorProcess?: boolean
  /** A database that the caller drops. A new one by default. */
  databaseUrl?: string
}

/**
 * Starts the real server, simulator and jobs on a new database for this file. `speed` is the speed of calls relative to real time. `env` adds settings.
 * `hasSimulatorProcess` runs the simulator as its own process, as the product does.
 */
export function useTestServer(options: TestServerOptions = {}): () => TestServer {
  let started: StartedTestServer
  beforeAll(() => measureStart(async () => void (started = await startTestServer(options))))
  afterAll(() => started?.end())
  return () => started
}

export interface StartedTestServer extends TestServer {
  /** Stops the server, and drops its database. */
  end(): Promise<void>
}

/** Starts a server as `useTestServer` does. */
export async function startTestServer({ speed = 200, env = {}, hasSimulatorProcess = false, databaseUrl }: TestServerOptions): Promise<StartedTestServer> {
  const database = databaseUrl === undefined ? await freshDatabase() : { url: databaseUrl, drop: async () => {} }
  const dataDir = createDataFolder('world')
  const settings = readEnv({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SIMULATOR_SPEED: String(speed),
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    ...env,
  })
  const running = await asServer(() => startServer(settings, database.url, hasSimulatorProcess ? {} : { keepSimulator: simulatorInProcess }))
  return {
    url: running.url,
    databaseUrl: database.url,
    running,
    workspace: (options) => makeWorkspace(running.url, options),
    async end() {
      await running.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function makeWorkspace(url: string, { plan = 'enterprise', wallet = '100', name = 'Acme' }: NewWorkspace = {}): Promise<TestWorkspace> {
  const tenant = await operator.createTenant({ name, plan, credit: parseMicros(wallet)! })
  return {
    id: tenant.workspaceId,
    email: tenant.email,
    password: tenant.password,
    async key(...scopes) {
      const { key } = await apiKeys.issue({ workspaceId: tenant.workspaceId, name: 'test', scopes: scopes.length ? scopes : [...KEY_SCOPES] })
      return client(url, key)
    },
  }
}
