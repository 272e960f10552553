import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { useAdministratorData } from '../../src/services/operator/administratorData.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { parseMicros } from '../../src/kernel/lib/money.ts'
import { limitsOf, PLANS } from '../../src/kernel/vocabulary/plans.ts'
import { hoursVersion } from '../../src/services/compliance/legalHours.ts'
import { cheapestHold, costOf, holdAmount, priceOf } from '../../src/services/billing/pricing.ts'
import { DAY, stopClock } from '../kit/waiting/clock.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const page = ['docs/hosting-accounts.md', 'docs/calling-hours.md'].map((path) => readFileSync(path, 'utf8')).join('')
const example = (member: string) => page.match(new RegExp(`\`\`\`text\\n(\\{\\n {2}"${member}"[^]*?)\`\`\``))![1]!
const dir = mkdtempSync(join(tmpdir(), 'callwright-data-'))
const PLANS_FILE = join(dir, 'plans.json')
const PRICES_FILE = join(dir, 'prices.json')
const RULES_FILE = join(dir, 'rules.json')
const files = { PLANS_FILE, PRICES_FILE, RULES_FILE }
/** The page's examples start in 2027. Here they start yesterday. */
const since = new Date(Date.now() - DAY).toISOString()
const writeExamples = (from = since) => {
  writeFileSync(PLANS_FILE, example('plans').replaceAll('2027-01-01T00:00:00Z', from))
  writeFileSync(PRICES_FILE, example('prices').replaceAll('2027-01-01T00:00:00Z', from))
  writeFileSync(RULES_FILE, example('calling_hours').replaceAll('2027-01-01T00:00:00Z', from))
}
writeExamples()
const testServer = useTestServer({ env: files })
afterEach(() => {
  writeExamples()
  useAdministratorData(files)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test("the page's examples apply wherever limits and prices are shown, and calls are reserved and charged by them", async () => {
  const { acme, key, place } = await createTenant(testServer())
  expect((await key.get('/billing/usage')).body.limits).toMatchObject({ rpm: 1_200, rpd: 1_000_000, concurrent_calls: 1_000 })
  expect((await key.get('/me')).body.rate_limits).toMatchObject({ rpm: 1_200, rpd: 1_000_000 })
  const shown = await key.gql<any>(
    '{ plans { name includedMinutes limits { concurrentCalls } } price(toNumber: "+442071234567") { perMinute } prices { prefix perMinute } }',
  )
  expect(shown.plans).toContainEqual({ name: 'starter', includedMinutes: 600, limits: { concurrentCalls: PLANS.starter.concurrentCalls } })
  expect(shown.plans).toContainEqual({ name: 'enterprise', includedMinutes: 0, limits: { concurrentCalls: 1_000 } })
  expect(parseMicros(shown.price.perMinute)).toBe(110_000n)
  expect(shown.prices.filter(({ prefix }: { prefix: string }) => prefix === '44')).toHaveLength(1)
  expect(parseMicros(shown.prices.find(({ prefix }: { prefix: string }) => prefix === '').perMinute)).toBe(500_000n)

  const { id } = (await place('+442071230100')).body
  expect((await anyWorkspace.walletHold.findFirstOrThrow({ where: { workspaceId: acme.id, callId: id } })).amount).toBe(holdAmount('+442071230100'))
  const call = await waitFor('the call to be closed', () => anyWorkspace.call.findFirst({ where: { id, finishedAt: { not: null } } }))
  expect(call.costMicros).toBe(costOf(call.durationSeconds!, 110_000n))
})

test("the page's calling hours apply to a single call, whose advisory carries the version of the rules", async () => {
  const { place } = await createTenant(testServer())
  // 13:00 in Germany on a Tuesday, at which the built-in rule permits calls.
  stopClock(new Date('2027-02-02T12:00:00Z'))
  const { timing_advisory: advisory } = (await place('+4930123450100')).body
  expect(advisory).toMatchObject({ reason: 'calling_hours', permitted_from: '2027-02-02T13:00:00.000Z' })
  expect(advisory.rules_version).toBe(hoursVersion())
  expect(advisory.rules_version).toContain('+')
})

test('an entry applies from its first to its last moment, and a call keeps the price of its placement', async () => {
  const builtIn = { rate: PLANS.enterprise.rpm, minute: 130_000n }
  const from = new Date('2027-01-01T00:00:00Z')
  writeExamples(from.toISOString())
  useAdministratorData(files)
  const at = (moment: string) => [limitsOf('enterprise', new Date(moment)).rpm, limitsOf('starter', new Date(moment)).includedMinutes]
  expect(at('2026-12-31T23:59:59.999Z')).toEqual([builtIn.rate, 300])
  expect(at('2027-01-01T00:00:00.000Z')).toEqual([1_200, 600])
  expect(at('2027-03-31T23:59:59.999Z')).toEqual([1_200, 600])
  expect(at('2027-04-01T00:00:00.000Z')).toEqual([1_200, 300])
  const before = new Date(from.getTime() - 1)
  const beforePrice = priceOf('+442071230100', before).perMinute
  expect([beforePrice, priceOf('+442071230100', from).perMinute]).not.toEqual([beforePrice, beforePrice])
  stopClock(before)
  expect(holdAmount('+442071230100')).toBe(beforePrice * 10n)
  stopClock(from)
  expect(holdAmount('+442071230100')).toBe(1_100_000n)
  expect(cheapestHold()).toBeLessThanOrEqual(1_100_000n)
})

test.each<[string, string, string, RegExp]>([
  ['PLANS_FILE', PLANS_FILE, '{', /The file .*plans\.json of PLANS_FILE is not valid:\n {2}.*JSON/],
  ['PLANS_FILE', PLANS_FILE, '{"plans": [{"plan": "gold", "valid_from": "2027-01-01T00:00:00Z"}]}', /plans\.0\.plan: /],
  ['PLANS_FILE', PLANS_FILE, '{"plans": [{"plan": "free", "valid_from": "2027-01-01"}]}', /plans\.0\.valid_from: must be a date and time with an offset/],
  ['PLANS_FILE', PLANS_FILE, '{"plans": [{"plan": "free", "valid_from": "2027-01-01T00:00:00Z", "rpm": 0}]}', /plans\.0\.rpm: /],
  ['PLANS_FILE', PLANS_FILE, '{"plans": [{"plan": "free", "valid_from": "2027-01-01T00:00:00Z", "rqm": 5}]}', /rqm/],
  [
    'PLANS_FILE',
    PLANS_FILE,
    '{"plans": [{"plan": "free", "valid_from": "2027-01-01T00:00:00Z"}, {"plan": "free", "valid_from": "2028-01-01T00:00:00Z"}]}',
    /plans\.1\.valid_from: overlaps entry 0/,
  ],
  [
    'PRICES_FILE',
    PRICES_FILE,
    '{"prices": [{"prefix": "+44", "name": "UK", "per_minute": "0,1", "per_segment": "0.1", "valid_from": "2027-01-01T00:00:00Z", "valid_to": "2026-01-01T00:00:00Z"}]}',
    /prices\.0\.prefix: must be a calling prefix[^]*prices\.0\.per_minute: must be an amount/,
  ],
  ['PRICES_FILE', PRICES_FILE, '{"prices": [{"prefix": "44"}]}', /prices\.0\.name: [^]*prices\.0\.valid_from: /],
])('a broken %s prevents the start with a list of every error (%#)', (_setting, file, content, problem) => {
  writeFileSync(file, content)
  expect(() => useAdministratorData(files)).toThrow(problem)
})
