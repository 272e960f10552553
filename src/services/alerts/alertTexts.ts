import type { Alert } from '../../generated/prisma/client.ts'
import type { AlertKind } from '../../inputs/alerts.ts'
import { codedText, type FactsOf, writeText } from '../../kernel/lib/codedTexts.ts'

/** The text of an alert, in English. */
export interface AlertText {
  title: string
  message: string
  /** The page of the dashboard for this alert, from the root. */
  path: string
}

const pausedBecause = <F extends string>(facts: readonly F[], because: (facts: Record<F, string>) => string) =>
  codedText(['campaign', ...facts], (values: Record<F | 'campaign', string>) => ({
    title: `A campaign was paused: ${values.campaign}`,
    message: `Callwright paused the campaign "${values.campaign}" because ${because(values)}.`,
  }))

const carrierRejects = <F extends string>(facts: readonly F[], because: (facts: Record<F, string>) => string) =>
  codedText(['carrier', ...facts], (values: Record<F | 'carrier', string>) => ({
    title: `The carrier rejects your account: ${values.carrier}`,
    message: `${values.carrier} rejects your account because ${because(values)}. You cannot send SMS through it until you fix this.`,
  }))

/** Texts by code, each with the facts that `data` has for it. A type of alert with several causes has a code for each. */
export const ALERT_TEXTS = {
  low_balance: codedText(['balance', 'threshold', 'currency'], ({ balance, threshold, currency }) => ({
    title: 'The balance is low',
    message: `The balance is ${balance} ${currency}, below the alert threshold of ${threshold} ${currency}. Add funds to keep calls and messages going.`,
  })),
  zero_balance: codedText(['balance', 'threshold', 'currency'], ({ balance, currency }) => ({
    title: 'The wallet is empty',
    message: `The balance is ${balance} ${currency}, which does not cover another call. No calls can be placed until funds are added.`,
  })),
  failure_rate: codedText(['failed', 'of', 'percent', 'limit_percent', 'reason'], ({ failed, of, percent, limit_percent: limit, reason }) => ({
    title: 'Many calls are failing',
    message: `${failed} of the last ${of} calls failed for technical reasons (${percent}%, limit ${limit}%). ${reason && `Most of them have the end reason "${reason}".`}`,
  })),
  webhook_failing: codedText(['failures', 'host', 'error'], ({ failures, host, error }) => ({
    title: 'Webhook deliveries are failing',
    message: `The last ${failures} events for ${host} could not be delivered. ${lastError(error)}Check your endpoint, then send the events again.`,
  })),
  budget_reached: codedText(['campaign', 'spent', 'budget', 'currency'], ({ campaign, spent, budget, currency }) => ({
    title: `A campaign has used its budget: ${campaign}`,
    message: `The campaign "${campaign}" is paused. It has spent ${spent} of its budget of ${budget} ${currency}, and the rest does not cover another call. Raise the budget and start the campaign again.`,
  })),
  campaign_failure_rate: pausedBecause(
    ['failed', 'of', 'limit_percent'],
    ({ failed, of, limit_percent: limit }) => `${failed} of its last ${of} calls failed (limit ${limit}%)`,
  ),
  campaign_insufficient_funds: pausedBecause([], () => 'the balance does not cover another call'),
  campaign_schedule_ended: pausedBecause([], () => 'its schedule has ended'),
  campaign_agent_not_published: pausedBecause([], () => 'its agent is no longer published'),
  campaign_no_number: pausedBecause([], () => 'it no longer has a phone number to call from'),
  campaign_app_cap_reached: pausedBecause(['app'], ({ app }) => `the app ${app}, which started it, has reached its limits`),
  campaign_app_revoked: pausedBecause(['app'], ({ app }) => `the app ${app}, which started it, no longer has access`),
  campaign_transfer_blocked: pausedBecause([], () => 'its agent transfers calls to a number that cannot be called'),
  campaign_restored: pausedBecause([], () => 'the server was restored from a backup, and leads may have been called since then'),
  campaign_paused: pausedBecause(['reason'], ({ reason }) => reason),
  number_unhealthy: codedText(
    ['phone_number', 'unanswered', 'of', 'percent', 'limit_percent'],
    ({ phone_number: number, unanswered, of, percent, limit_percent: limit }) => ({
      title: `Few calls from ${number} reach a person`,
      message: `${unanswered} of the last ${of} calls from ${number} did not reach a person (${percent}%, limit ${limit}%). The number may be marked as spam, or may not be allowed to call there.`,
    }),
  ),
  number_claimed: codedText(['phone_number', 'claimed_by'], ({ phone_number: number }) => ({
    title: `${number} needs attention`,
    message: `${number} was connected through a SIP trunk, which does not prove ownership. The carrier account that owns the number has now connected it, so Callwright disconnected it here. If the number is yours, connect your carrier and connect the number again.`,
  })),
  number_rejected: codedText(['phone_number', 'rejected_by', 'error'], ({ phone_number: number, rejected_by: by, error }) => ({
    title: `${number} needs attention`,
    message: `${by} rejected the setup of ${number}. ${lastError(error)}Connect its carrier again, or disconnect the number.`,
  })),
  number_not_removed: codedText(['phone_number', 'not_removed_by', 'error'], ({ phone_number: number, not_removed_by: by, error }) => ({
    title: `${number} needs attention`,
    message: `${number} is disconnected, but ${by} did not remove it. ${lastError(error)}Check the number in your account there.`,
  })),
  number_sms_unavailable: codedText(['phone_number', 'missing'], ({ phone_number: number, missing }) => ({
    title: `${number} needs attention`,
    message: `${number} can no longer send SMS. Missing: ${missing}. Fix this at the carrier, then connect the carrier again.`,
  })),
  carrier_bad_credentials: carrierRejects([], () => 'the credentials are wrong or no longer valid'),
  carrier_suspended: carrierRejects([], () => 'the account is suspended'),
  carrier_failing: carrierRejects(['reason'], ({ reason }) => reason),
  opt_outs_heard: codedText(['count'], ({ count }) => ({
    title: 'Contacts opted out on calls',
    message: `Calls on which the contact asked not to be called again: ${count}. Their numbers are on the do-not-call list. Check the sentences, and undo what was misunderstood.`,
  })),
  rules_changed: codedText(['campaigns', 'places'], ({ campaigns, places }) => ({
    title: 'Rules of law changed for running campaigns',
    message: `The server decides by changed rules on ${places}. They apply to: ${campaigns}. Read what changed, and check these campaigns.`,
  })),
}

const lastError = (error: string) => error && `Last error: ${error}${/[.!?]$/.test(error) ? '' : '.'} `

export type AlertCode = keyof typeof ALERT_TEXTS

interface CodesByType {
  low_balance: 'low_balance'
  zero_balance: 'zero_balance'
  failure_rate: 'failure_rate'
  webhook_failing: 'webhook_failing'
  budget_reached: 'budget_reached'
  campaign_paused: 'campaign_paused'
  number_unhealthy: 'number_unhealthy'
  number_setup_failed: 'number_claimed' | 'number_rejected' | 'number_not_removed' | 'number_sms_unavailable'
  carrier_failing: 'carrier_failing'
  opt_outs_heard: 'opt_outs_heard'
  rules_changed: 'rules_changed'
}

/** The facts that an alert of a type is raised with. A paused campaign's facts also depend on the reason. */
export type AlertData<Type extends AlertKind> = { [Code in CodesByType[Type]]: FactsOf<(typeof ALERT_TEXTS)[Code]> }[CodesByType[Type]]

const factsOf = ({ data }: Pick<Alert, 'data'>) => (data ?? {}) as Record<string, unknown>

/** Returns the code of an alert: its type, or what caused it if the type has several causes. */
export function codeOf({ type, data }: Pick<Alert, 'type' | 'data'>): AlertCode {
  const facts = factsOf({ data })
  if (type === 'campaign_paused') return knownCode(`campaign_${facts.reason as string}`) ?? type
  if (type === 'carrier_failing') return knownCode(`carrier_${facts.reason as string}`) ?? type
  if (type !== 'number_setup_failed') return type as AlertCode
  if (facts.claimed_by) return 'number_claimed'
  if (facts.rejected_by) return 'number_rejected'
  return facts.not_removed_by ? 'number_not_removed' : 'number_sms_unavailable'
}

const knownCode = (code: string) => (Object.hasOwn(ALERT_TEXTS, code) ? (code as AlertCode) : undefined)

const PATHS: Record<AlertKind, (subject: string) => string> = {
  low_balance: () => '/billing',
  zero_balance: () => '/billing',
  failure_rate: () => '/calls?status=failed',
  webhook_failing: () => '/webhooks',
  budget_reached: (subject) => `/campaigns/${encodeURIComponent(subject)}`,
  campaign_paused: (subject) => `/campaigns/${encodeURIComponent(subject)}`,
  number_unhealthy: (subject) => `/numbers/${encodeURIComponent(subject)}`,
  number_setup_failed: (subject) => `/numbers/${encodeURIComponent(subject)}`,
  carrier_failing: () => '/carriers',
  opt_outs_heard: () => '/dnc',
  rules_changed: () => '/compliance',
}

/** Builds the text of an alert. The title of an unknown type is its name. */
export function toText({ type, data, subject }: Pick<Alert, 'type' | 'data' | 'subject'>): AlertText {
  if (!Object.hasOwn(PATHS, type)) return { title: type, message: '', path: '/' }
  const { title, message } = writeText<string, Omit<AlertText, 'path'>>(ALERT_TEXTS[codeOf({ type, data })], data)
  return { title, message: message.trim(), path: PATHS[type as AlertKind](subject) }
}
