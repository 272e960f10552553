import { z } from 'zod'
import { Email } from './accounts.ts'

/** What there are notices of. */
export const NOTICE_KINDS = [
  'low_balance',
  'zero_balance',
  'failure_rate',
  'webhook_failing',
  'budget_reached',
  'campaign_paused',
  'number_unhealthy',
  'number_setup_failed',
  'carrier_failing',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

const Percent = z.int().min(1).max(100).nullish()
/** Fewer calls than five say nothing; more than 500 are not counted at every look. */
const LatestCalls = z.int().min(5).max(500).nullish()

/** When notices are raised and who is told by e-mail. An absent field stays as it is. */
export const NoticeSettingsInput = z.object({
  failureRatePercent: Percent.describe('Percent of the latest calls that failed, from which on a notice is raised; null raises none'),
  failureRateCalls: LatestCalls.describe('How many of the latest calls are looked at, 5 to 500; null for the default'),
  webhookFailures: z.int().min(1).max(100).nullish().describe('Deliveries of the webhook given up one after the other; null raises none'),
  numberUnansweredPercent: Percent.describe('Percent of the latest calls from a number that reached nobody; null raises none'),
  numberUnansweredCalls: LatestCalls.describe('How many of its latest calls are looked at, 5 to 500; null for the default'),
  emails: z.array(Email).max(20).nullish().describe('Who is told by e-mail, at most 20 addresses; empty or null for nobody'),
  mutedKinds: z.array(z.enum(NOTICE_KINDS)).max(100).nullish().describe('Kinds that are not told by e-mail; empty or null for none'),
})
export type NoticeSettingsInput = z.output<typeof NoticeSettingsInput>
