import { beforeEach, expect, test } from 'vitest'
import { RateLimitError } from '../../../src/kernel/http/limits.ts'
import { resetState } from '../../../src/kernel/serverState.ts'
import { AUTHORIZATION_LIMITS, REGISTRATION_LIMITS } from '../../../src/oauth/limits.ts'
import { createAnonymousLimit } from '../../../src/services/rateLimits/anonymousLimit.ts'

beforeEach(resetState)

const passes = (limit: (address: string) => Promise<void>, address: string) =>
  limit(address).then(
    () => true,
    (error: unknown) => {
      if (error instanceof RateLimitError) return false
      throw error
    },
  )

/** Counts about 100,000 authorization requests, one after another. */
test.each([
  ['registrations', REGISTRATION_LIMITS],
  ['authorizations', AUTHORIZATION_LIMITS],
])('addresses within their own limit cannot use up the %s of other addresses', async (what, quotas) => {
  // The requests of a whole day at once, because the limit per minute is a separate one.
  const limit = createAnonymousLimit(what, { ...quotas, fromAll: { rpm: 1_000_000, rpd: quotas.fromAll.rpd } })
  const busy = Array.from({ length: Math.max(34, Math.ceil((quotas.fromAll.rpd * 2) / quotas.fromOne.most)) }, (_, nth) => `198.51.100.${nth} busy`)
  let passed = 0
  for (const address of busy) for (let nth = 0; nth <= quotas.fromOne.most; nth++) if (await passes(limit, address)) passed++
  expect(passed).toBeGreaterThanOrEqual(quotas.fromAll.rpd)
  for (const address of busy) expect(await passes(limit, address), address).toBe(false)

  for (let nth = 0; nth < 50; nth++) expect(await passes(limit, `203.0.113.${nth}`)).toBe(true)
  const newAddress = '192.0.2.1'
  const results: boolean[] = []
  for (let nth = 0; nth < quotas.reserve.most + 5; nth++) results.push(await passes(limit, newAddress))
  expect(results).toEqual([...Array<boolean>(quotas.reserve.most).fill(true), ...Array<boolean>(5).fill(false)])
})
