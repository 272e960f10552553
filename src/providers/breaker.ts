import { CircuitState, circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel'
import { circuitOpen, countProviderRequest } from '../kernel/metrics.ts'
import { sendTraced, wordsOf } from '../outbound/tracedRequests.ts'
import type { Send } from './http.ts'
import { ProviderError } from './provider.ts'
import type { ProviderErrorKind, ProviderName } from './provider.ts'

/** Consecutive failures that open the circuit. */
const FAILURE_THRESHOLD = 8
const COOLDOWN_MS = 10_000

const FAILURE_KINDS: ReadonlySet<ProviderErrorKind> = new Set(['unavailable', 'unknown_outcome', 'account', 'throttled'])
const isFailure = (error: Error) => error instanceof ProviderError && FAILURE_KINDS.has(error.kind)

/**
 * Wraps requests to one provider account in a circuit breaker. After repeated failures it sends nothing for `cooldownMs`, then lets one
 * request through. Blocked requests throw `unavailable` with code `circuit_open`: they were never sent. Requests that the provider rejects do
 * not count as failures.
 */
export function withCircuitBreaker(provider: ProviderName, send: Send, cooldownMs = COOLDOWN_MS): Send {
  const breaker = circuitBreaker(handleWhen(isFailure), { halfOpenAfter: cooldownMs, breaker: new ConsecutiveBreaker(FAILURE_THRESHOLD) })
  breaker.onStateChange((state) => circuitOpen.set({ provider }, state === CircuitState.Open ? 1 : 0))
  circuitOpen.set({ provider }, 0)
  return async (request) => {
    const startedAt = performance.now()
    const count = (outcome: string) => countProviderRequest(provider, outcome, performance.now() - startedAt)
    try {
      const reply = await breaker.execute(() =>
        sendTraced({ vendor: provider, method: request.method, route: () => routeOf(request.path) }, () => send(request)),
      )
      count('ok')
      return reply
    } catch (thrown) {
      const error = isBrokenCircuitError(thrown)
        ? new ProviderError('unavailable', 'The voice provider failed repeatedly, so requests to it are paused for a moment', { code: 'circuit_open' })
        : thrown
      count(error instanceof ProviderError ? (error.info.code === 'circuit_open' ? 'held_back' : error.kind) : 'fault')
      throw error
    }
  }
}

/** The path of a request without what it is about, such as IDs and phone numbers: only words stay. */
export const routeOf = (path: string) => wordsOf(path, /^(v\d|[a-z]+(-[a-z]+)*)$/)
