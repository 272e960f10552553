/** Sends a request. Rejects if there is no response. */
export type Fetch = (request: Request) => Promise<Response>

const RETRY_STATUSES = new Set([429, 502, 503])
const IDEMPOTENT_METHODS = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])
const BASE_DELAY_MS = 250
const MAX_DELAY_MS = 8_000
/** A longer `Retry-After` is not awaited: the response is returned to the caller. */
const MAX_RETRY_AFTER_MS = 60_000

/**
 * Retries requests that are safe to repeat, up to `maxRetries` times, after 429, 502, 503, or no response. A POST is
 * repeated only with an Idempotency-Key. Waits as `Retry-After` says, otherwise with exponential backoff and jitter. An
 * aborted request stops at once.
 */
export const withRetries =
  (send: Fetch, maxRetries: number): Fetch =>
  async (request) => {
    const mayRepeat = IDEMPOTENT_METHODS.has(request.method) || request.headers.has('Idempotency-Key')
    for (let retries = 0; ; retries++) {
      const isLast = !mayRepeat || retries >= maxRetries
      const outcome = await attempt(send, isLast ? request : request.clone())
      const wait = isLast ? null : getRetryDelay(outcome, retries)
      if (wait === null || request.signal.aborted) {
        if ('response' in outcome) return outcome.response
        throw outcome.error
      }
      if ('response' in outcome) await outcome.response.body?.cancel()
      await pause(wait, request.signal)
    }
  }

type Outcome = { response: Response } | { error: unknown }

const attempt = (send: Fetch, request: Request): Promise<Outcome> =>
  send(request).then(
    (response) => ({ response }),
    (error: unknown) => ({ error }),
  )

/** Returns the delay before the next attempt in milliseconds, or null for no retry. */
function getRetryDelay(outcome: Outcome, retries: number): number | null {
  const backoff = Math.min(BASE_DELAY_MS * 2 ** retries, MAX_DELAY_MS)
  const jittered = backoff * (0.5 + Math.random() / 2)
  if (!('response' in outcome)) return jittered
  const { status, headers } = outcome.response
  if (!RETRY_STATUSES.has(status)) return null
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  if (!(seconds >= 0)) return jittered
  return seconds * 1000 > MAX_RETRY_AFTER_MS ? null : seconds * 1000 + Math.random() * BASE_DELAY_MS
}

/** Waits. Rejects with the signal's reason when it is aborted. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
