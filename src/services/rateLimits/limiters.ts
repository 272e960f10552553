import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { SharedRedis } from './sharedRedis.ts'

type Work<T> = (limiter: RateLimiterAbstract) => Promise<T>

/** Creates a limiter in Redis for all processes, and one in this process, `own`. Their operations throw only refusals. */
export function createLimiter(name: string, { points = Number.MAX_SAFE_INTEGER, seconds }: { points?: number; seconds: number }, redis?: SharedRedis) {
  const options = { keyPrefix: `callwright:${name}`, points, duration: seconds }
  const own: RateLimiterAbstract = new RateLimiterMemory(options)
  const shared = redis && new RateLimiterRedis({ ...options, storeClient: redis.client })
  /** Runs an operation in Redis. Returns null without Redis or while it is unavailable. */
  const runAtRedis = async <T>(work: Work<T>): Promise<T | null> => (shared ? redis.ask(() => work(shared)) : null)
  return {
    own,
    runAtRedis,
    /** Runs an operation in Redis, or in this process without Redis or while it is unavailable. */
    run: async <T>(work: Work<T>): Promise<T> => (await runAtRedis(work)) ?? work(own),
  }
}
