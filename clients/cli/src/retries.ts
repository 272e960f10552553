import { setTimeout as sleep } from 'node:timers/promises'

const MAX_RETRIES = 3
const FIRST_WAIT_MS = 250
/** A longer `Retry-After` is not awaited: the response is reported. */
const MAX_WAIT_MS = 60_000

interface RetryOptions {
  /** Whether repeating is safe. A 429 had no effect and is always repeated. */
  mayRepeat: boolean
  signal: AbortSignal
}

/**
 * Retries up to three times after 429, 502, 503, 504, or no response. Waits as `Retry-After` says, otherwise with
 * exponential backoff and jitter. Throws the last attempt's error.
 */
export async function withRetries(attempt: () => Promise<Response>, { mayRepeat, signal }: RetryOptions): Promise<Response> {
  for (let retries = 0; ; retries++) {
    const outcome = await attempt().catch((error: unknown) => ({ error }))
    const wait = retries < MAX_RETRIES ? retryDelayOf(outcome, retries, mayRepeat) : null
    if (wait === null || signal.aborted) {
      if ('error' in outcome) throw outcome.error
      return outcome
    }
    if (!('error' in outcome)) await outcome.body?.cancel()
    await sleep(wait, undefined, { signal })
  }
}

/** Returns the delay before the next attempt in milliseconds, or null for no retry. */
function retryDelayOf(outcome: Response | { error: unknown }, retries: number, mayRepeat: boolean): number | null {
  const backoff = FIRST_WAIT_MS * 2 ** retries * (0.5 + Math.random() / 2)
  if ('error' in outcome) return mayRepeat && (outcome.error as Error).name !== 'TimeoutError' ? backoff : null
  const { status, headers } = outcome
  if (status !== 429 && !(mayRepeat && [502, 503, 504].includes(status))) return null
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  if (!(seconds >= 0)) return backoff
  return seconds * 1000 > MAX_WAIT_MS ? null : seconds * 1000 + Math.random() * FIRST_WAIT_MS
}
