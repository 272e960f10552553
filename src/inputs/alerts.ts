import { z } from 'zod'
import { Email } from './accounts.ts'

/** The types of alerts. */
export const ALERT_KINDS = [
  'low_balance',
  'zero_balance',
  'failure_rate',
  'webhook_failing',
  'budget_reached',
  'campaign_paused',
  'number_unhealthy',
  'number_setup_failed',
  'carrier_failing',
  'opt_outs_heard',
  'rules_changed',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

const Percent = z.int().min(1).max(100).nullish()
/** At least 5 calls, so that the share is meaningful, and at most 500, because each check counts them. */
const LatestCalls = z.int().min(5).max(500).nullish()

/** The thresholds of alerts and their email recipients. Missing fields stay unchanged. */
export const AlertSettingsInput = z.object({
  failureRatePercent: Percent.describe('Percentage of failed calls that raises an alert. `null` turns the alert off.'),
  failureRateCalls: LatestCalls.describe('Number of recent calls used to calculate the failure rate, from 5 to 500. `null` restores the default.'),
  webhookFailures: z.int().min(1).max(100).nullish().describe('Number of consecutive failed deliveries that raises an alert. `null` turns the alert off.'),
  numberUnansweredPercent: Percent.describe('Percentage of unanswered calls from a number that raises an alert. `null` turns the alert off.'),
  numberUnansweredCalls: LatestCalls.describe(
    'Number of recent calls from the number used to calculate that percentage, from 5 to 500. `null` restores the default.',
  ),
  emails: z.array(Email).max(20).nullish().describe('Email addresses that receive alerts, at most 20. An empty list or `null` removes all.'),
  mutedTypes: z.array(z.enum(ALERT_KINDS)).max(100).nullish().describe('Types of alerts that are not sent by email. An empty list or `null` sends all types.'),
})
export type AlertSettingsInput = z.output<typeof AlertSettingsInput>
