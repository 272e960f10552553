import { setTimeout as sleep } from 'node:timers/promises'

const RETRIES = 3
const FIRST_WAIT_MS = 250
/** A server that asks for more patience than this gets none: its answer is told. */
const MAX_WAIT_MS = 60_000

interface Terms {
  /** Whether a second time does no harm. A 429 did nothing, and is repeated in any case. */
  mayRepeat: boolean
  signal: AbortSignal
}

/**
 * Tries again at most three times after 429, 502, 503, 504 and no answer, as late as `Retry-After` says, else later each
 * time, with some randomness so that many do not come back at once. Throws what the last attempt threw.
 */
export async function withRetries(attempt: () => Promise<Response>, { mayRepeat, signal }: Terms): Promise<Response> {
  for (let retries = 0; ; retries++) {
    const outcome = await attempt().catch((error: unknown) => ({ error }))
    const wait = retries < RETRIES ? waitAfter(outcome, retries, mayRepeat) : null
    if (wait === null || signal.aborted) {
      if ('error' in outcome) throw outcome.error
      return outcome
    }
    if (!('error' in outcome)) await outcome.body?.cancel()
    await sleep(wait, undefined, { signal })
  }
}

/** How long to wait before the next attempt, in milliseconds; null when there should be none. */
function waitAfter(outcome: Response | { error: unknown }, retries: number, mayRepeat: boolean): number | null {
  const backoff = FIRST_WAIT_MS * 2 ** retries * (0.5 + Math.random() / 2)
  if ('error' in outcome) return mayRepeat && (outcome.error as Error).name !== 'TimeoutError' ? backoff : null
  const { status, headers } = outcome
  if (status !== 429 && !(mayRepeat && [502, 503, 504].includes(status))) return null
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  if (!(seconds >= 0)) return backoff
  return seconds * 1000 > MAX_WAIT_MS ? null : seconds * 1000 + Math.random() * FIRST_WAIT_MS
}
