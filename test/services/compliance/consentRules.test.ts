import { expect, test } from 'vitest'
import { type ConsentPolicy, findDemand, findLegalDemand, hasConsent } from '../../../src/services/compliance/consentRules.ts'

const NOW = new Date('2026-11-27')
const demand = (country: string | null, purpose: ConsentPolicy['purpose'], required: ConsentPolicy['required'] = 'by_law') =>
  findDemand({ required, purpose }, country, NOW)

test.each([
  ['US', 'express_written'],
  ['CA', 'express'],
  ['ES', 'express'],
  ['FR', 'existing_business_relationship'],
] as const)('marketing calls to %s need %s', (country, basis) => {
  expect(demand(country, 'marketing')).toEqual({ basis, purpose: 'marketing', rule: country })
})

test.each(['DE', 'AT', 'GB'])('the law of %s is not certain enough to refuse calls', (country) => {
  expect(demand(country, 'marketing')).toBeNull()
  expect(findLegalDemand(country, 'marketing', NOW)).toMatchObject({ basis: 'express', isCertain: false })
})

test('other calls, calls without a stated purpose and unlisted countries are not refused by law', () => {
  expect([demand('US', 'service'), demand('US', null), demand('CH', 'marketing'), demand(null, 'marketing')]).toEqual([null, null, null, null])
  expect(findLegalDemand('US', 'service', NOW)).toMatchObject({ basis: 'express', isCertain: true })
})

test('a single call without a campaign needs what a certain law demands of calls for any purpose', () => {
  const single = (country: string | null) => findDemand({ required: 'by_law', purpose: null, isSingle: true }, country, NOW)
  expect(single('US')).toEqual({ basis: 'express', purpose: null, rule: 'US' })
  expect(['CA', 'ES', 'FR', 'DE', 'GB', 'CH', null].map(single)).toEqual(Array(7).fill(null))
})

test('a human voice needs less, and a law that is not in force needs nothing', () => {
  expect(findLegalDemand('US', 'marketing', NOW, 'human')).toBeNull()
  expect(findLegalDemand('FR', 'marketing', new Date('2026-08-10T23:59:59Z'))).toBeNull()
  expect(findLegalDemand('FR', 'marketing', new Date('2026-08-11'))).not.toBeNull()
})

test('a campaign can demand more than the law, but names nothing that weakens it', () => {
  expect(demand('CA', 'marketing', 'express_written')).toEqual({ basis: 'express_written', purpose: 'marketing', rule: null })
  expect(demand('CA', 'marketing', 'legitimate_interest')).toEqual({ basis: 'express', purpose: 'marketing', rule: 'CA' })
  expect(demand('CH', null, 'express')).toEqual({ basis: 'express', purpose: null, rule: null })
  expect(demand('US', 'marketing', 'none')).toBeNull()
})

test('a consent counts if it is as strong, for the purpose, and lasts', () => {
  const express = { basis: 'express', purpose: 'marketing' } as const
  const has = (consent: object) => hasConsent([{ basis: 'express_written', purpose: 'any', until: null, ...consent }], express, NOW)
  expect([has({}), has({ basis: 'express' }), has({ purpose: 'marketing' }), has({ until: '2026-11-28' })]).toEqual([true, true, true, true])
  expect([has({ basis: 'existing_business_relationship' }), has({ purpose: 'service' }), has({ until: '2026-11-27' })]).toEqual([false, false, false])
})
