import type { Redis } from 'ioredis'
import { log } from '../log.ts'

/** How long Redis may take over a request, and how long it is left alone when it refuses to work. */
const PATIENCE_MS = 150
const PAUSE_MS = 2_000

/** The answer, unless it takes too long. One that came while this process was busy with something else is in time. */
export const inTime = <T>(answer: Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`))), PATIENCE_MS)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/**
 * Notices when Redis fails and when it is back, and says so once each. Meanwhile it is asked by `probe`, beside the
 * requests, with all the time it needs.
 */
export function watchOutages(redis: Redis, probe: () => Promise<unknown>) {
  let isOn = false
  let pause: NodeJS.Timeout | undefined
  const begin = (error: unknown) => {
    if (isOn) return
    isOn = true
    log.warn({ err: error instanceof Error ? error.message : error }, 'redis does not answer: each process counts requests for itself')
    tryAgain()
  }
  const tryAgain = () => {
    clearTimeout(pause)
    if (!isOn) return
    probe().then(end, () => {
      pause = setTimeout(tryAgain, PAUSE_MS).unref()
    })
  }
  const end = () => {
    if (isOn) log.info('redis is back: processes count requests together')
    isOn = false
  }
  const closed = () => begin('the connection was closed')
  redis.on('error', begin).on('close', closed).on('ready', end)
  return {
    begin,
    isOver: () => !isOn,
    /** Stops watching. */
    forget() {
      isOn = false
      redis.off('close', closed)
    },
  }
}
