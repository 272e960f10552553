import { OverloadError } from '../../kernel/http/limits.ts'

/**
 * Runs `atOnce` tasks concurrently in order of arrival; `waiting` more can wait. Further tasks are refused immediately with OverloadError
 * (503), so that a flood does not fill the memory. `retryAfterSeconds` is sent to refused callers.
 */
export function createBoundedQueue({ atOnce, waiting: most, retryAfterSeconds }: { atOnce: number; waiting: number; retryAfterSeconds: number }) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function runQueued<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running += 1
    else if (waiting.length < most) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new OverloadError(retryAfterSeconds)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
