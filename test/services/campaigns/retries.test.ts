import { expect, test } from 'vitest'
import type { EndedReason } from '../../../src/kernel/vocabulary/endedReasons.ts'
import { settingsOf } from '../../../src/inputs/campaignSettings.ts'
import { planNextStep } from '../../../src/services/campaigns/rules/retries.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const stepAfter = (endedReason: EndedReason, placement: string) =>
  planNextStep(
    { status: 'failed', outcome: 'failed', endedReason, placement, callbackAt: null, attempts: 1, refusals: 0 },
    settingsOf({ retryOutcomes: ['failed'] }),
    NOW,
    1,
  )

test.each<[EndedReason, string, number]>([
  ['provider_limit_reached', 'not_taken', 0],
  ['provider_unavailable', 'not_taken', 0],
  ['provider_account_error', 'not_taken', 0],
  ['not_sent', 'not_taken', 0],
  ['provider_rejected', 'retry_failed', 1],
  ['not_placed', 'retry_failed', 1],
])('a call that ended as %s before its provider accepted it is followed by %s, with %i attempts', (reason, nextReason, attempts) => {
  expect(stepAfter(reason, 'refused')).toMatchObject({ status: 'pending', reason: nextReason, attempts })
})

test.each<EndedReason>(['provider_limit_reached', 'provider_account_error', 'error_provider', 'dial_failed'])(
  'a call that its provider accepted and that ended as %s counts as an attempt',
  (reason) => expect(stepAfter(reason, 'placed')).toMatchObject({ reason: 'retry_failed', attempts: 1, refusals: 0 }),
)

test('a lead whose calls no provider accepts is tried again after growing delays, and the fifth refusal counts as an attempt', () => {
  const settings = settingsOf({ maxAttempts: 1, retryOutcomes: ['failed'] })
  const ended = { status: 'failed', outcome: 'failed', endedReason: 'provider_unavailable', placement: 'refused', callbackAt: null }
  let [attempts, refusals] = [0, 0]
  const steps = Array.from({ length: 5 }, () => {
    const step = planNextStep({ ...ended, attempts: attempts + 1, refusals }, settings, NOW, 1)
    ;[attempts, refusals] = [step.attempts, step.refusals]
    return [step.status, step.attempts, step.nextAttemptAt && (step.nextAttemptAt.getTime() - NOW.getTime()) / 1000]
  })
  expect(steps).toEqual([
    ['pending', 0, 30],
    ['pending', 0, 60],
    ['pending', 0, 120],
    ['pending', 0, 240],
    ['failed', 1, null],
  ])
})
