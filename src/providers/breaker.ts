import { CircuitState, circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel'
import { circuitOpen, providerRequests } from '../kernel/metrics.ts'
import type { Send } from './http.ts'
import { ProviderError } from './provider.ts'
import type { ProviderErrorKind, ProviderName } from './provider.ts'

/** So many failures in a row, and the provider is left alone. */
const FAILURES = 8
const REST_MS = 10_000

const COUNTS: ReadonlySet<ProviderErrorKind> = new Set(['unavailable', 'unknown_outcome', 'account', 'throttled'])
const isFailure = (error: Error) => error instanceof ProviderError && COUNTS.has(error.kind)

/**
 * Requests to one provider account behind a circuit breaker: after repeated failures nothing is sent for a while, then
 * one request tries again. What is held back throws `unavailable`, code `circuit_open`: it never left. Refusals of what
 * was asked are no failures. `restMs` is how long the provider is left alone.
 */
export function guarded(provider: ProviderName, send: Send, restMs = REST_MS): Send {
  const breaker = circuitBreaker(handleWhen(isFailure), { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(FAILURES) })
  breaker.onStateChange((state) => circuitOpen.set({ provider }, state === CircuitState.Open ? 1 : 0))
  circuitOpen.set({ provider }, 0)
  return async (request) => {
    try {
      const reply = await breaker.execute(() => send(request))
      providerRequests.inc({ provider, outcome: 'ok' })
      return reply
    } catch (thrown) {
      const error = isBrokenCircuitError(thrown)
        ? new ProviderError('unavailable', 'The voice provider failed repeatedly, so requests to it are paused for a moment', { code: 'circuit_open' })
        : thrown
      providerRequests.inc({ provider, outcome: error instanceof ProviderError ? (error.info.code === 'circuit_open' ? 'held_back' : error.kind) : 'fault' })
      throw error
    }
  }
}
