/** Sends a request; throws when no answer came. */
export type Fetch = (request: Request) => Promise<Response>

const RETRIED_STATUS = new Set([429, 502, 503])
const SAFE_TO_REPEAT = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])
const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 8_000
/** A server that asks for more patience than this gets none: its answer is handed to the caller. */
const MAX_RETRY_AFTER_MS = 60_000

/**
 * Sends again, at most `maxRetries` times, what may be repeated without harm: after 429, 502, 503, or no answer. A
 * POST is repeated only under an Idempotency-Key. Waits as long as `Retry-After` says, else longer each time, with
 * some randomness so that many clients do not come back at once. An aborted request ends at once.
 */
export const withRetries =
  (send: Fetch, maxRetries: number): Fetch =>
  async (request) => {
    const mayRepeat = SAFE_TO_REPEAT.has(request.method) || request.headers.has('Idempotency-Key')
    for (let retries = 0; ; retries++) {
      const isLast = !mayRepeat || retries >= maxRetries
      const outcome = await attempt(send, isLast ? request : request.clone())
      const wait = isLast ? null : waitAfter(outcome, retries)
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

/** How long to wait before the next attempt, in milliseconds; null when there should be none. */
function waitAfter(outcome: Outcome, retries: number): number | null {
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** retries, MAX_WAIT_MS)
  const jittered = backoff * (0.5 + Math.random() / 2)
  if (!('response' in outcome)) return jittered
  const { status, headers } = outcome.response
  if (!RETRIED_STATUS.has(status)) return null
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  if (!(seconds >= 0)) return jittered
  return seconds * 1000 > MAX_RETRY_AFTER_MS ? null : seconds * 1000 + Math.random() * FIRST_WAIT_MS
}

/** Waits, or throws the signal's reason once it is aborted. */
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
