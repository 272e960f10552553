import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readEnv } from '../../src/kernel/config/env.ts'
import { PUBLIC_URL } from '../common.ts'
import type { Environment } from '../ground.ts'
import { widenPlans } from './callwright.ts'

/**
 * The product without authentication, rate limits and idempotency, to measure their cost: every request belongs to the first workspace.
 * Everything from the router on is the same.
 */
export async function start({ folder, databaseUrl, tenants }: Environment): Promise<string> {
  widenPlans()
  const [{ connect }, { createHealthChecks }, { createRouter }, { authenticate }, { startRateLimits }, { settings }] = await Promise.all([
    import('../../src/kernel/db/db.ts'),
    import('../../src/http/health.ts'),
    import('../../src/router.ts'),
    import('../../src/services/access/apiKeys.ts'),
    import('../../src/services/rateLimits/rateLimits.ts'),
    import('../../src/kernel/config/settings.ts'),
  ])
  const env = readEnv({ ROLE: 'api', DATA_DIR: folder, DATABASE_URL: databaseUrl, PUBLIC_URL })
  connect(databaseUrl)
  settings.publicUrl = PUBLIC_URL
  const actors = new Map(await Promise.all(tenants.map(async ({ apiKey }) => [apiKey, (await authenticate(apiKey)).actor] as const)))
  const rest = { limit: 1, remaining: 1, resetSeconds: 1 }
  const allowance = { allowed: true, window: 'minute' as const, minute: rest, day: rest }
  const serve = createRouter(env, createHealthChecks(env, '').router, async (key) => ({ actor: actors.get(key!)!, allowance }), startRateLimits())
  const server = createServer({ IncomingMessage: Unkeyed, ServerResponse: Untold }, serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

class Unkeyed extends IncomingMessage {}
Object.defineProperty(Unkeyed.prototype, 'headersDistinct', { get: () => ({}) })

class Untold extends ServerResponse<IncomingMessage> {
  override setHeader(name: string, value: number | string | readonly string[]) {
    return name.startsWith('RateLimit') || name.startsWith('X-RateLimit') ? this : super.setHeader(name, value)
  }
}
