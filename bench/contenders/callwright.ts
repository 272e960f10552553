import { findFreePort } from '../../src/embedded/freePort.ts'
import { readEnv } from '../../src/kernel/config/env.ts'
import { PLANS } from '../../src/kernel/vocabulary/plans.ts'
import { LIMITS, PUBLIC_URL } from '../common.ts'
import type { Ground } from '../ground.ts'

/** The product itself, as it is built: a server of the API alone, so that jobs cost it nothing, with wide limits. */
export async function start({ folder, databaseUrl }: Ground): Promise<string> {
  widenPlans()
  const { startServer } = await import('../../src/server.ts')
  const port = await findFreePort()
  const env = readEnv({ ROLE: 'api', PORT: String(port), DATA_DIR: folder, DATABASE_URL: databaseUrl, PUBLIC_URL, SIMULATOR_SPEED: '1000' })
  await startServer(env, databaseUrl)
  return `http://127.0.0.1:${port}`
}

/** The limiter does all its work and refuses nobody: only the numbers of the plans are larger. Done before anything reads them. */
export const widenPlans = () => void Object.assign(PLANS.enterprise, { ...LIMITS, concurrentCalls: 1_000_000 })
