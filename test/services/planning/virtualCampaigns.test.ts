import { expect, test } from 'vitest'
import { leadOf, leadsOf, runSimulation } from './virtualKit.ts'

const ALL_ANSWER = { answerRate: 1, voicemailRate: 0, busyRate: 0, failureRate: 0 }
const NONE_ANSWER = { answerRate: 0, voicemailRate: 0, busyRate: 0, failureRate: 0 }
const at = (time: string) => new Date(time)
const totalOf = (calls: Record<string, number>) => Object.values(calls).reduce((sum, count) => sum + count, 0)

test('the same seed simulates the same campaign, and another seed a different one', () => {
  const result = (seed: number) => runSimulation({ leads: leadsOf(200), settings: { concurrency: 7 } }, { seed })
  expect(result(5)).toEqual(result(5))
  expect(result(5)).not.toEqual(result(6))
})

test('a contact who answers is called once, and others are called again as often and with the delays of the settings', () => {
  expect(runSimulation({}, ALL_ANSWER)).toMatchObject({ calls: { completed: 10 }, states: { completed: 10 }, endedBy: 'completed' })
  const alone = runSimulation({ leads: [leadOf(1)], settings: { maxAttempts: 3, retryNoAnswerMinutes: 30 } }, { ...NONE_ANSWER, ringTimeoutSeconds: 20 })
  expect(alone).toMatchObject({ calls: { no_answer: 3 }, states: { failed: 1 }, firstCallAt: at('2026-06-02T12:00Z') })
  expect(alone.lastCallAt).toEqual(at('2026-06-02T13:00:40Z'))
  expect(alone.endsAt).toEqual(at('2026-06-02T13:01Z'))
  expect(alone.waited.retry).toBeCloseTo(1, 5)
})

test('outcomes without a retry, and earlier attempts, close a lead', () => {
  expect(runSimulation({ settings: { retryOutcomes: ['busy'] } }, NONE_ANSWER)).toMatchObject({ calls: { no_answer: 10 }, states: { failed: 10 } })
  const used = runSimulation({ leads: [leadOf(1, { attempts: 3 }), leadOf(2, { attempts: 2 }), leadOf(3, { isListed: true })] }, NONE_ANSWER)
  expect(used).toMatchObject({
    calls: { no_answer: 1 },
    states: { failed: 2, do_not_call: 1 },
    skipped: { attempts_used: 1, do_not_call_list: 1 },
  })
})

test('concurrent calls never exceed the lowest limit', () => {
  const leads = leadsOf(100)
  expect(runSimulation({ leads, settings: { concurrency: 7 } }, ALL_ANSWER).peak).toBe(7)
  expect(runSimulation({ leads: leadsOf(100), workspaceLimit: 4 }, ALL_ANSWER).peak).toBe(4)
  expect(runSimulation({ leads: leadsOf(100), slots: 3 }, ALL_ANSWER).peak).toBe(3)
  expect(runSimulation({ leads: leadsOf(100) }, ALL_ANSWER).peak).toBe(100)
})

test('calls do not begin faster than the dialing rate of the campaign and the limit of the provider', () => {
  const slow = runSimulation({ leads: leadsOf(61), settings: { callsPerSecond: 0.5 } }, ALL_ANSWER)
  expect(slow.lastCallAt).toEqual(at('2026-06-02T12:02Z'))
  const provider = runSimulation({ leads: leadsOf(61), providerRate: 2 }, ALL_ANSWER)
  expect(provider.lastCallAt).toEqual(at('2026-06-02T12:00:30Z'))
  expect(slow.waited.pace).toBeGreaterThan(0)
})

test('calls begin within the legal and the campaign calling hours, and the wait for them is counted', () => {
  const leads = [leadOf(1), leadOf(2, { phoneNumber: '+4930901820' })]
  const result = runSimulation({ leads, isLegal: true, beginsAt: at('2026-06-02T03:00Z') }, ALL_ANSWER)
  // Calling hours begin at 06:00 UTC in Berlin, and at 12:00 in New York.
  expect(result).toMatchObject({ firstCallAt: at('2026-06-02T06:00Z'), lastCallAt: at('2026-06-02T12:00Z'), waited: { calling_hours: 3 + 9 } })
  const never = runSimulation({ leads: [leadOf(1)], settings: { quietHours: [{ days: null, from: '00:00', to: '24:00' }] } }, ALL_ANSWER)
  expect(never).toMatchObject({ states: { pending: 1 }, skipped: { calling_hours: 1 }, firstCallAt: null })
})

test('no call begins before the start date, and the end date ends the campaign', () => {
  const result = runSimulation(
    { leads: leadsOf(100), startsAt: at('2026-06-03T00:00Z'), endsAt: at('2026-06-03T00:10Z'), settings: { concurrency: 1 } },
    { ...ALL_ANSWER, talkSeconds: 60 },
  )
  expect(result).toMatchObject({ firstCallAt: at('2026-06-03T00:00Z'), endedBy: 'schedule_ended' })
  expect(result.lastCallAt!.getTime()).toBeLessThan(at('2026-06-03T00:10Z').getTime())
  expect(result.states.completed! + result.states.pending!).toBe(100)
})

test('the campaign pauses before the budget or the wallet is overdrawn', () => {
  const money = { available: 5_000_000n, budgetLeft: null, includedSeconds: 0, usedSeconds: 0 }
  const poor = runSimulation({ leads: leadsOf(500), money }, ALL_ANSWER)
  expect(poor.endedBy).toBe('insufficient_funds')
  expect(poor.cost).toBeLessThanOrEqual(5_000_000n)
  // A call reserves 1.20, so calls continue while that amount is available.
  expect(poor.cost).toBeGreaterThan(5_000_000n - 1_200_000n)
  const thrifty = runSimulation({ leads: leadsOf(500), money: { ...money, budgetLeft: 3_000_000n } }, ALL_ANSWER)
  expect(thrifty.endedBy).toBe('budget_reached')
  expect(thrifty.cost).toBeLessThanOrEqual(3_000_000n)
})

test('included minutes of the plan are free, again each month', () => {
  const money = { available: 1_000_000_000n, budgetLeft: null, includedSeconds: 60 * 60, usedSeconds: 0 }
  const talk = { ...ALL_ANSWER, talkSeconds: 60 }
  const [free, usedUp] = [
    runSimulation({ leads: leadsOf(20), money }, talk),
    runSimulation({ leads: leadsOf(20), money: { ...money, usedSeconds: 3_600 } }, talk),
  ]
  expect([free.cost, usedUp.cost > 0n]).toEqual([0n, true])
  const turn = runSimulation({ leads: leadsOf(20), money: { ...money, usedSeconds: 3_600 }, beginsAt: at('2026-06-30T23:59:50Z') }, talk)
  expect(turn.cost).toBe(0n)
})

test('a campaign whose calls fail is paused by its failure limit', () => {
  const result = runSimulation(
    { leads: leadsOf(100), settings: { concurrency: 5, failureRateWindow: 10, failureRateThreshold: 50 } },
    { ...NONE_ANSWER, failureRate: 1 },
  )
  expect(result.endedBy).toBe('failure_rate')
  expect(totalOf(result.calls)).toBeLessThanOrEqual(10 + 5)
})

test('legal limits and daily limits spread the calls to a lead', () => {
  const florida = runSimulation({ leads: [leadOf(1, { phoneNumber: '+13055550123' })], isLegal: true, settings: { maxAttempts: 5 } }, NONE_ANSWER)
  expect(florida.days).toEqual({ '2026-06-02': 3, '2026-06-03': 2 })
  const daily = runSimulation({ leads: [leadOf(1)], settings: { maxAttempts: 4, maxAttemptsPerDay: 2 } }, NONE_ANSWER)
  expect(daily.days).toEqual({ '2026-06-02': 2, '2026-06-03': 2 })
  expect(daily.waited.attempts_per_day).toBeGreaterThan(20)
})

/** Simulates a campaign of ten thousand leads call by call. */
test('ten thousand leads with a small plan are simulated to the end', () => {
  const result = runSimulation({ leads: leadsOf(10_000), workspaceLimit: 5, isLegal: true }, {})
  expect(Object.values(result.states).reduce((sum, count) => sum + count, 0)).toBe(10_000)
  expect(result.endedBy).toBe('completed')
})
