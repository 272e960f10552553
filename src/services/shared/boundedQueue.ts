import { Overloaded } from '../../kernel/http/limits.ts'

/**
 * Does so much work at once, in the order it comes; so much more may wait. What comes beyond that is refused at once with
 * Overloaded (503), so that a flood is answered instead of remembered. `retryAfterSeconds` is what the refused are told.
 */
export function boundedQueue({ atOnce, waiting: most, retryAfterSeconds }: { atOnce: number; waiting: number; retryAfterSeconds: number }) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running += 1
    else if (waiting.length < most) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new Overloaded(retryAfterSeconds)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
