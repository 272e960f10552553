import type { Redis } from 'ioredis'
import { log } from '../../kernel/log.ts'

/** Timeout of Redis per request, as ticks, and the interval of probes during an outage. */
const TICK_MS = 30
const MAX_TICKS = 5
const PROBE_INTERVAL_MS = 2_000

/**
 * Rejects if the answer takes too long. The time is counted in timer ticks, so that delays of this process do not count against Redis.
 */
export const withTimeout = <T>(answer: Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    let ticks = 0
    const timer = setInterval(() => {
      if (++ticks < MAX_TICKS) return
      clearInterval(timer)
      reject(new Error(`no answer within ${MAX_TICKS * TICK_MS} ms`))
    }, TICK_MS)
    answer.then(resolve, reject).finally(() => clearInterval(timer))
  })

/**
 * Detects when Redis fails and recovers, and logs each once. During an outage `probe` checks Redis outside of requests, without a timeout.
 */
export function watchOutages(redis: Redis, probe: () => Promise<unknown>) {
  let isOutage = false
  let pause: NodeJS.Timeout | undefined
  const begin = (error: unknown) => {
    if (isOutage) return
    isOutage = true
    log.warn({ err: error instanceof Error ? error.message : error }, 'Redis is not responding: each server process counts requests separately')
    tryAgain()
  }
  const tryAgain = () => {
    clearTimeout(pause)
    if (!isOutage) return
    probe().then(end, () => {
      pause = setTimeout(tryAgain, PROBE_INTERVAL_MS).unref()
    })
  }
  const end = () => {
    if (isOutage) log.info('Redis is back: server processes count requests together again')
    isOutage = false
  }
  const closed = () => begin('the connection was closed')
  redis.on('error', begin).on('close', closed).on('ready', end)
  return {
    begin,
    isOver: () => !isOutage,
    /** Stops watching. */
    forget() {
      isOutage = false
      redis.off('close', closed)
    },
  }
}
