import { findFreePort } from '../../src/embedded/freePort.ts'
import { readEnv } from '../../src/kernel/config/env.ts'
import { PLANS } from '../../src/kernel/vocabulary/plans.ts'
import { LIMITS, PUBLIC_URL } from '../common.ts'
import type { Environment } from '../ground.ts'

/** The product as built: a server with the API only, so that jobs cost nothing, and with high rate limits. */
export async function start({ folder, databaseUrl }: Environment): Promise<string> {
  widenPlans()
  const { startServer } = await import('../../src/server.ts')
  const port = await findFreePort()
  const env = readEnv({
    ROLE: 'api',
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL,
    SIMULATOR_SPEED: '1000',
    CALLING_HOURS: 'off',
  })
  await startServer(env, databaseUrl)
  return `http://127.0.0.1:${port}`
}

/** Raises the limits of the plans before they are read: the rate limiter does all its work and rejects no request. */
export const widenPlans = () => void Object.assign(PLANS.enterprise, { ...LIMITS, concurrentCalls: 1_000_000 })
