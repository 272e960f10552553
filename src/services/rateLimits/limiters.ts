import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { log } from '../../kernel/log.ts'

const COMMAND_TIMEOUT_MS = 150
/** Closes a connection without replies, so that requests wait for a Redis that hangs only this long. */
const SOCKET_TIMEOUT_MS = 500

/** Connects to Redis. Logs once when it fails, and once when it is back. */
export function connectRedis(redisUrl: string): Redis {
  const redis = new Redis(redisUrl, {
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  })
  let isOutage = false
  const begin = (err: string) => {
    if (!isOutage) log.warn({ err }, 'Redis is not responding: each server process counts requests separately')
    isOutage = true
  }
  const end = () => {
    if (isOutage) log.info('Redis is back: server processes count requests together again')
    isOutage = false
  }
  redis.on('error', ({ message }: Error) => begin(message)).on('reconnecting', () => begin('the connection was closed'))
  return redis.on('ready', end)
}

/**
 * Creates a limiter that counts in Redis for all processes, and in this process without Redis or while it is unavailable. `own` is its part
 * in this process.
 */
export function createLimiter(name: string, { points = Number.MAX_SAFE_INTEGER, seconds }: { points?: number; seconds: number }, redis?: Redis) {
  const options = { keyPrefix: `callwright:${name}`, points, duration: seconds }
  const own = new RateLimiterMemory(options)
  if (!redis) return { limiter: own, own }
  return { limiter: new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter: own }), own }
}
