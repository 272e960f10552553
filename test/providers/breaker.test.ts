import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withCircuitBreaker } from '../../src/providers/breaker.ts'
import { ProviderError, type ProviderErrorKind } from '../../src/providers/provider.ts'

const REST_MS = 100
/** A provider that fails so until it is told to answer, behind a breaker of its own. */
function failing(kind: ProviderErrorKind) {
  const provider = { asked: 0, kind: kind as ProviderErrorKind | null }
  const send = withCircuitBreaker(
    'retell',
    async () => {
      provider.asked++
      if (provider.kind) throw new ProviderError(provider.kind, 'as told')
      return { status: 200, headers: {}, body: {} }
    },
    REST_MS,
  )
  const ask = () =>
    send({ method: 'GET', path: '/', effect: 'safe' }).then(
      () => 'ok',
      (error: ProviderError) => error.info.code ?? error.kind,
    )
  return { provider, ask }
}
const times = async (count: number, ask: () => Promise<string>) => {
  const answers: string[] = []
  for (let index = 0; index < count; index++) answers.push(await ask())
  return answers
}

test.each<ProviderErrorKind>(['unavailable', 'unknown_outcome', 'account', 'throttled'])(
  'a provider that fails again and again (%s) is left alone for a while: nothing is sent to it, and it says so',
  async (kind) => {
    const { provider, ask } = failing(kind)
    expect(await times(12, ask)).toEqual([...Array.from({ length: 8 }, () => kind), ...Array.from({ length: 4 }, () => 'circuit_open')])
    expect(provider.asked).toBe(8)
  },
)

test('after its rest one request tries: it opens the way again, or the provider rests once more', async () => {
  const { provider, ask } = failing('unavailable')
  await times(8, ask)
  await sleep(REST_MS + 50)
  expect(await times(3, ask)).toEqual(['unavailable', 'circuit_open', 'circuit_open'])
  expect(provider.asked).toBe(9)
  await sleep(REST_MS + 50)
  provider.kind = null
  expect(await times(3, ask)).toEqual(['ok', 'ok', 'ok'])
})

test.each<ProviderErrorKind>(['rejected', 'not_found'])('refusals (%s) are answers: they never close the way', async (kind) => {
  const { provider, ask } = failing(kind)
  await times(20, ask)
  expect(provider.asked).toBe(20)
})

test('a success among failures starts the count anew', async () => {
  const { provider, ask } = failing('unavailable')
  for (let round = 0; round < 3; round++) {
    provider.kind = 'unavailable'
    await times(7, ask)
    provider.kind = null
    expect(await ask()).toBe('ok')
  }
})
