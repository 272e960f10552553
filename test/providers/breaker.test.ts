import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withCircuitBreaker } from '../../src/providers/breaker.ts'
import { ProviderError, type ProviderErrorKind } from '../../src/providers/provider.ts'

const COOLDOWN_MS = 100
/** Creates a provider behind a circuit breaker. Requests fail with this kind until `provider.kind` is null. */
function failingProvider(kind: ProviderErrorKind) {
  const provider = { requestCount: 0, kind: kind as ProviderErrorKind | null }
  const send = withCircuitBreaker(
    'retell',
    async () => {
      provider.requestCount++
      if (provider.kind) throw new ProviderError(provider.kind, 'failed')
      return { status: 200, headers: {}, text: '', body: {} }
    },
    COOLDOWN_MS,
  )
  const sendRequest = () =>
    send({ method: 'GET', path: '/', effect: 'safe' }).then(
      () => 'ok',
      (error: ProviderError) => error.info.code ?? error.kind,
    )
  return { provider, sendRequest }
}
const repeat = async (count: number, operation: () => Promise<string>) => {
  const results: string[] = []
  for (let index = 0; index < count; index++) results.push(await operation())
  return results
}

test.each<ProviderErrorKind>(['unavailable', 'unknown_outcome', 'account', 'throttled'])(
  'after eight consecutive failures (%s), requests are not sent and fail with circuit_open',
  async (kind) => {
    const { provider, sendRequest } = failingProvider(kind)
    expect(await repeat(12, sendRequest)).toEqual([...Array.from({ length: 8 }, () => kind), ...Array.from({ length: 4 }, () => 'circuit_open')])
    expect(provider.requestCount).toBe(8)
  },
)

test('after the cooldown one request is sent: a failure starts another cooldown, a success closes the circuit', async () => {
  const { provider, sendRequest } = failingProvider('unavailable')
  await repeat(8, sendRequest)
  await sleep(COOLDOWN_MS + 50)
  expect(await repeat(3, sendRequest)).toEqual(['unavailable', 'circuit_open', 'circuit_open'])
  expect(provider.requestCount).toBe(9)
  await sleep(COOLDOWN_MS + 50)
  provider.kind = null
  expect(await repeat(3, sendRequest)).toEqual(['ok', 'ok', 'ok'])
})

test.each<ProviderErrorKind>(['rejected', 'not_found'])('a rejected request (%s) does not count as a failure', async (kind) => {
  const { provider, sendRequest } = failingProvider(kind)
  await repeat(20, sendRequest)
  expect(provider.requestCount).toBe(20)
})

test('a success resets the count of failures', async () => {
  const { provider, sendRequest } = failingProvider('unavailable')
  for (let round = 0; round < 3; round++) {
    provider.kind = 'unavailable'
    await repeat(7, sendRequest)
    provider.kind = null
    expect(await sendRequest()).toBe('ok')
  }
})
