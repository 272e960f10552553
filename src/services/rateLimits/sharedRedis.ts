import { Redis } from 'ioredis'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { log } from '../../kernel/log.ts'

/** How long a request waits for Redis, in ticks of a timer. */
const TICK_MS = 30
const MAX_TICKS = 5
/** Closes a connection without replies, so that one that broke off unnoticed is opened again. */
const SOCKET_TIMEOUT_MS = 10_000
/** Time without errors after which Redis is back, if the connection stayed open. */
const QUIET_MS = 2_000

export type SharedRedis = ReturnType<typeof connectRedis>

/** Connects to the Redis that all processes share. Logs once when it fails, and once when it is back. */
export function connectRedis(redisUrl: string) {
  const client = new Redis(redisUrl, {
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    socketTimeout: SOCKET_TIMEOUT_MS,
  })
  let [isOutage, isClosing, failedAt] = [false, false, 0]
  const begin = (err: string) => {
    failedAt = performance.now()
    if (!isOutage) log.warn({ err }, 'Redis is not responding: each server process counts requests separately')
    isOutage = true
  }
  const end = () => {
    if (isOutage) log.info('Redis is back: server processes count requests together again')
    isOutage = false
  }
  /** Opens a new connection, which is ready when Redis answers again. */
  const reconnect = () => {
    isClosing = true
    client.disconnect(true)
  }
  client.on('error', ({ message }: Error) => begin(message)).on('reconnecting', () => begin('the connection was closed'))
  client.on('ready', () => {
    isClosing = false
    end()
  })
  return {
    client,
    /** Returns what Redis answers to `work`, or null if it is unavailable or doesn't answer in time. Throws only the refusals of a limiter. */
    async ask<T>(work: () => Promise<T>): Promise<T | null> {
      if (client.status !== 'ready' || isClosing) return null
      try {
        const answer = await answerInTime(work(), reconnect)
        if (isOutage && !isClosing && performance.now() - failedAt > QUIET_MS) end()
        return answer
      } catch (error) {
        if (error instanceof RateLimiterRes) throw error
        begin((error as Error).message)
        return null
      }
    },
    close: () => client.disconnect(),
  }
}

/**
 * Rejects and calls `whenLate` if the answer takes too long. The time is counted in timer ticks, so that delays of this process do not count
 * against Redis.
 */
const answerInTime = <T>(answer: Promise<T>, whenLate: () => void) =>
  new Promise<T>((resolve, reject) => {
    let ticks = 0
    const timer = setInterval(() => {
      if (++ticks < MAX_TICKS) return
      clearInterval(timer)
      whenLate()
      reject(new Error(`no answer within ${MAX_TICKS * TICK_MS} ms`))
    }, TICK_MS)
    answer.then(resolve, reject).finally(() => clearInterval(timer))
  })
