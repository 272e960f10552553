import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAYS, RETRIED } from '../../../src/inputs/campaignSettings.ts'
import { locate } from '../../../src/services/compliance/leadLocations.ts'
import type { SimulatedCall } from '../../../src/services/planning/dryRun/dryRunSimulation.ts'
import { isAllowed } from '../compliance/hoursKit.ts'
import { leadOf, runSimulation } from './virtualKit.ts'

const HOUR = 3_600_000
const numbers = ['+1212555', '+1850555', '+1305555', '+4930901', '+3312345', '+9198765', '+1800555']

const hour = fc.integer({ min: 0, max: 23 })
const window = fc
  .record({ days: fc.option(fc.subarray([...DAYS], { minLength: 2 })), hours: fc.tuple(hour, hour).filter(([a, b]) => a !== b) })
  .map(({ days, hours: [a, b] }) => ({ days, from: `${String(Math.min(a, b)).padStart(2, '0')}:30`, to: `${String(Math.max(a, b)).padStart(2, '0')}:45` }))
const settings = fc.record({
  callingWindows: fc.array(window, { maxLength: 2 }),
  quietHours: fc.array(window, { maxLength: 1 }),
  skipHolidays: fc.boolean(),
  excludedDates: fc.subarray(['2026-10-25', '2026-10-26']),
  concurrency: fc.option(fc.integer({ min: 1, max: 5 })),
  callsPerSecond: fc.option(fc.double({ min: 0.02, max: 3, noNaN: true })),
  maxAttempts: fc.integer({ min: 1, max: 5 }),
  maxAttemptsPerDay: fc.option(fc.integer({ min: 1, max: 3 })),
  retryOutcomes: fc.subarray([...RETRIED]),
  retryNoAnswerMinutes: fc.constantFrom(0, 7, 60, 1_500),
})
const leads = fc
  .array(fc.record({ prefix: fc.constantFrom(...numbers), attempts: fc.integer({ min: 0, max: 3 }), isListed: fc.boolean() }), { minLength: 1, maxLength: 25 })
  .map((drafts) => drafts.map(({ prefix, ...lead }, i) => leadOf(i + 1, { ...lead, phoneNumber: `${prefix}${String(1000 + i)}` })))
const contexts = fc.record({
  leads,
  settings,
  isLegal: fc.boolean(),
  workspaceLimit: fc.integer({ min: 1, max: 6 }),
  providerRate: fc.option(fc.constantFrom(0.2, 1, 5)),
  endsAt: fc.option(fc.constant(new Date('2026-10-29T10:00Z'))),
  money: fc.record({
    available: fc.bigInt({ min: 0n, max: 60_000_000n }),
    budgetLeft: fc.option(fc.bigInt({ min: 0n, max: 20_000_000n })),
    includedSeconds: fc.constant(600),
    usedSeconds: fc.constant(300),
  }),
  beginsAt: fc.integer({ min: Date.parse('2026-10-23'), max: Date.parse('2026-10-27') }).map((ms) => new Date(ms)),
})

test('with any settings, a simulated campaign keeps every rule, and every lead ends or waits', () => {
  fc.assert(
    fc.property(contexts, fc.integer({ min: 0, max: 99 }), (context, seed) => {
      const calls: SimulatedCall[] = []
      const before = context.leads.map(({ id, attempts, isListed }) => ({ id, attempts, isListed }))
      const result = runSimulation({ ...context, leads: context.leads.map((lead) => ({ ...lead, attemptTimes: [], callTimes: [] })) }, { seed }, calls)
      const rules = { ...context.settings, excludedDates: context.settings.excludedDates }
      for (const { lead, at } of calls) expect(isAllowed(locate(lead), rules, context.isLegal, new Date(at))).toBe(true)

      const maxConcurrent = Math.min(context.workspaceLimit, context.settings.concurrency ?? Infinity)
      for (const { at } of calls) expect(calls.filter((other) => other.at <= at && at < other.endsAt).length).toBeLessThanOrEqual(maxConcurrent)
      expect(result.peak).toBeLessThanOrEqual(maxConcurrent)

      for (const { id, attempts, isListed } of before) {
        const leadCalls = calls.filter(({ lead }) => lead.id === id)
        expect(leadCalls.length).toBeLessThanOrEqual(isListed ? 0 : Math.max(0, context.settings.maxAttempts - attempts))
        const daily = context.settings.maxAttemptsPerDay ?? Infinity
        for (const { at } of leadCalls) expect(leadCalls.filter((other) => other.at > at - 24 * HOUR && other.at <= at).length).toBeLessThanOrEqual(daily)
        for (const [i, { at }] of leadCalls.entries()) expect(at).toBeGreaterThanOrEqual(leadCalls[i - 1]?.endsAt ?? 0)
      }
      for (const { at } of calls) expect(at).toBeLessThan(context.endsAt?.getTime() ?? Infinity)

      expect(result.cost).toBeLessThanOrEqual(context.money.available)
      if (context.money.budgetLeft !== null) expect(result.cost).toBeLessThanOrEqual(context.money.budgetLeft)

      const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)
      expect(sum(result.states)).toBe(context.leads.length)
      expect([sum(result.calls), sum(result.days)]).toEqual([calls.length, calls.length])
      if (result.endedBy === 'completed') expect(result.states.pending ?? 0).toBe(result.skipped.calling_hours ?? 0)
      for (const hours of Object.values(result.waited)) expect(hours).toBeGreaterThan(0)
    }),
    { numRuns: 80 },
  )
})
