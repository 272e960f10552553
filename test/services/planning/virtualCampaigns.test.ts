import { expect, test } from 'vitest'
import { leadOf, leadsOf, playAll } from './virtualKit.ts'

const everybody = { answerRate: 1, voicemailRate: 0, busyRate: 0, failureRate: 0 }
const nobody = { answerRate: 0, voicemailRate: 0, busyRate: 0, failureRate: 0 }
const at = (time: string) => new Date(time)
const totalOf = (calls: Record<string, number>) => Object.values(calls).reduce((sum, count) => sum + count, 0)

test('the same seed plays the same campaign, and another seed another', () => {
  const played = (seed: number) => playAll({ leads: leadsOf(200), settings: { concurrency: 7 } }, { seed })
  expect(played(5)).toEqual(played(5))
  expect(played(5)).not.toEqual(played(6))
})

test('who answers is called once, who does not is called as often and as far apart as the settings say', () => {
  expect(playAll({}, everybody)).toMatchObject({ calls: { completed: 10 }, states: { completed: 10 }, endedBy: 'completed' })
  const alone = playAll({ leads: [leadOf(1)], settings: { maxAttempts: 3, retryNoAnswerMinutes: 30 } }, { ...nobody, ringTimeoutSeconds: 20 })
  expect(alone).toMatchObject({ calls: { no_answer: 3 }, states: { failed: 1 }, firstCallAt: at('2026-06-02T12:00Z') })
  expect(alone.lastCallAt).toEqual(at('2026-06-02T13:00:40Z'))
  expect(alone.endsAt).toEqual(at('2026-06-02T13:01Z'))
  expect(alone.waited.retry).toBeCloseTo(1, 5)
})

test('outcomes that are not tried again, and attempts made before, end a lead', () => {
  expect(playAll({ settings: { retryOutcomes: ['busy'] } }, nobody)).toMatchObject({ calls: { no_answer: 10 }, states: { failed: 10 } })
  const used = playAll({ leads: [leadOf(1, { attempts: 3 }), leadOf(2, { attempts: 2 }), leadOf(3, { isListed: true })] }, nobody)
  expect(used).toMatchObject({
    calls: { no_answer: 1 },
    states: { failed: 2, do_not_call: 1 },
    skipped: { attempts_used: 1, do_not_call_list: 1 },
  })
})

test('there are never more calls at once than the narrowest limit', () => {
  const leads = leadsOf(100)
  expect(playAll({ leads, settings: { concurrency: 7 } }, everybody).peak).toBe(7)
  expect(playAll({ leads: leadsOf(100), workspaceLimit: 4 }, everybody).peak).toBe(4)
  expect(playAll({ leads: leadsOf(100), slots: 3 }, everybody).peak).toBe(3)
  expect(playAll({ leads: leadsOf(100) }, everybody).peak).toBe(100)
})

test('calls begin no faster than the campaign and the provider take them', () => {
  const slow = playAll({ leads: leadsOf(61), settings: { callsPerSecond: 0.5 } }, everybody)
  expect(slow.lastCallAt).toEqual(at('2026-06-02T12:02Z'))
  const provider = playAll({ leads: leadsOf(61), providerRate: 2 }, everybody)
  expect(provider.lastCallAt).toEqual(at('2026-06-02T12:00:30Z'))
  expect(slow.waited.pace).toBeGreaterThan(0)
})

test('calls begin within the hours of law and campaign, and the wait for them is counted', () => {
  const leads = [leadOf(1), leadOf(2, { phoneNumber: '+4930901820' })]
  const played = playAll({ leads, isLegal: true, begins: at('2026-06-02T03:00Z') }, everybody)
  // Berlin opens at 06:00 UTC, New York at 12:00.
  expect(played).toMatchObject({ firstCallAt: at('2026-06-02T06:00Z'), lastCallAt: at('2026-06-02T12:00Z'), waited: { calling_hours: 3 + 9 } })
  const never = playAll({ leads: [leadOf(1)], settings: { quietHours: [{ days: null, from: '00:00', to: '24:00' }] } }, everybody)
  expect(never).toMatchObject({ states: { pending: 1 }, skipped: { calling_hours: 1 }, firstCallAt: null })
})

test('nothing begins before the start date, and the end date ends it', () => {
  const played = playAll(
    { leads: leadsOf(100), startsAt: at('2026-06-03T00:00Z'), endsAt: at('2026-06-03T00:10Z'), settings: { concurrency: 1 } },
    { ...everybody, talkSeconds: 60 },
  )
  expect(played).toMatchObject({ firstCallAt: at('2026-06-03T00:00Z'), endedBy: 'schedule_ended' })
  expect(played.lastCallAt!.getTime()).toBeLessThan(at('2026-06-03T00:10Z').getTime())
  expect(played.states.completed! + played.states.pending!).toBe(100)
})

test('the budget and the wallet stop it before either is overdrawn', () => {
  const money = { available: 5_000_000n, budgetLeft: null, includedSeconds: 0, usedSeconds: 0 }
  const poor = playAll({ leads: leadsOf(500), money }, everybody)
  expect(poor.endedBy).toBe('insufficient_funds')
  expect(poor.cost).toBeLessThanOrEqual(5_000_000n)
  // A call holds 1.20: it goes on as long as that much is left.
  expect(poor.cost).toBeGreaterThan(5_000_000n - 1_200_000n)
  const thrifty = playAll({ leads: leadsOf(500), money: { ...money, budgetLeft: 3_000_000n } }, everybody)
  expect(thrifty.endedBy).toBe('budget_reached')
  expect(thrifty.cost).toBeLessThanOrEqual(3_000_000n)
})

test('minutes that the plan includes are free, each month anew', () => {
  const money = { available: 1_000_000_000n, budgetLeft: null, includedSeconds: 60 * 60, usedSeconds: 0 }
  const talk = { ...everybody, talkSeconds: 60 }
  const [free, usedUp] = [playAll({ leads: leadsOf(20), money }, talk), playAll({ leads: leadsOf(20), money: { ...money, usedSeconds: 3_600 } }, talk)]
  expect([free.cost, usedUp.cost > 0n]).toEqual([0n, true])
  const turn = playAll({ leads: leadsOf(20), money: { ...money, usedSeconds: 3_600 }, begins: at('2026-06-30T23:59:50Z') }, talk)
  expect(turn.cost).toBe(0n)
})

test('a campaign whose calls fail is stopped by its breaker', () => {
  const played = playAll({ leads: leadsOf(100), settings: { concurrency: 5, failureRateWindow: 10, failureRateThreshold: 50 } }, { ...nobody, failureRate: 1 })
  expect(played.endedBy).toBe('failure_rate')
  expect(totalOf(played.calls)).toBeLessThanOrEqual(10 + 5)
})

test('legal limits and limits a day spread the calls to a lead', () => {
  const florida = playAll({ leads: [leadOf(1, { phoneNumber: '+13055550123' })], isLegal: true, settings: { maxAttempts: 5 } }, nobody)
  expect(florida.days).toEqual({ '2026-06-02': 3, '2026-06-03': 2 })
  const daily = playAll({ leads: [leadOf(1)], settings: { maxAttempts: 4, maxAttemptsPerDay: 2 } }, nobody)
  expect(daily.days).toEqual({ '2026-06-02': 2, '2026-06-03': 2 })
  expect(daily.waited.attempts_per_day).toBeGreaterThan(20)
})

/** Computes how a campaign of ten thousand leads goes, call by call. */
test('ten thousand leads with a narrow plan are played to the end', () => {
  const played = playAll({ leads: leadsOf(10_000), workspaceLimit: 5, isLegal: true }, {})
  expect(Object.values(played.states).reduce((sum, count) => sum + count, 0)).toBe(10_000)
  expect(played.endedBy).toBe('completed')
})
