import type { Redis } from 'ioredis'
import { log } from '../../kernel/log.ts'

/** How long Redis may take over a request, and how long it is left alone when it refuses to work. */
const TURN_MS = 30
const TURNS = 5
const PAUSE_MS = 2_000

/**
 * The answer, unless it takes too long. The time is counted in turns, so that it passes for Redis only: while this
 * process is held up no turn ends.
 */
export const inTime = <T>(answer: Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    let turns = 0
    const timer = setInterval(() => {
      if (++turns < TURNS) return
      clearInterval(timer)
      reject(new Error(`no answer within ${TURNS * TURN_MS} ms`))
    }, TURN_MS)
    answer.then(resolve, reject).finally(() => clearInterval(timer))
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
    log.warn({ err: error instanceof Error ? error.message : error }, 'Redis is not responding: each server process counts requests separately')
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
    if (isOn) log.info('Redis is back: server processes count requests together again')
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
