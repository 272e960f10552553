import type { Alert } from '../../generated/prisma/client.ts'
import type { AlertKind } from '../../inputs/alerts.ts'
import type { PauseReason } from '../../inputs/campaignStates.ts'

/** The text of an alert, in English. */
export interface AlertText {
  title: string
  message: string
  /** The page of the dashboard for this alert, from the root. */
  path: string
}

/** Returns a fact of the alert as of when it was raised. Missing or malformed facts are empty. */
type Facts = (name: string) => string

const TEXTS: Record<AlertKind, (fact: Facts, subject: string) => AlertText> = {
  low_balance: (fact) => ({
    title: 'The balance is low',
    message: `The balance is ${fact('balance')} ${fact('currency')}, below the alert threshold of ${fact('threshold')} ${fact('currency')}. Add funds to keep calls and messages going.`,
    path: '/billing',
  }),
  zero_balance: (fact) => ({
    title: 'The wallet is empty',
    message: `The balance is ${fact('balance')} ${fact('currency')}, which does not cover another call. No calls can be placed until funds are added.`,
    path: '/billing',
  }),
  failure_rate: (fact) => ({
    title: 'Many calls are failing',
    message: `${fact('failed')} of the last ${fact('of')} calls failed for technical reasons (${fact('percent')}%, limit ${fact('limit_percent')}%). ${mostly(fact('reason'))}`,
    path: '/calls?status=failed',
  }),
  webhook_failing: (fact) => ({
    title: 'Webhook deliveries are failing',
    message: `The last ${fact('failures')} events for ${fact('host')} could not be delivered. ${because(fact('error'))}Check your endpoint, then send the events again.`,
    path: '/webhooks',
  }),
  budget_reached: (fact, subject) => ({
    title: `A campaign has used its budget: ${fact('campaign')}`,
    message: `The campaign "${fact('campaign')}" is paused. It has spent ${fact('spent')} of its budget of ${fact('budget')} ${fact('currency')}, and the rest does not cover another call. Raise the budget and start the campaign again.`,
    path: `/campaigns/${encodeURIComponent(subject)}`,
  }),
  campaign_paused: (fact, subject) => ({
    title: `A campaign was paused: ${fact('campaign')}`,
    message: `Callwright paused the campaign "${fact('campaign')}" because ${PAUSED_FOR[fact('reason') as PauseReason]?.(fact) ?? fact('reason')}.`,
    path: `/campaigns/${encodeURIComponent(subject)}`,
  }),
  number_unhealthy: (fact, subject) => ({
    title: `Few calls from ${fact('phone_number')} reach a person`,
    message: `${fact('unanswered')} of the last ${fact('of')} calls from ${fact('phone_number')} did not reach a person (${fact('percent')}%, limit ${fact('limit_percent')}%). The number may be marked as spam, or may not be allowed to call there.`,
    path: `/numbers/${encodeURIComponent(subject)}`,
  }),
  number_setup_failed: (fact, subject) => ({
    title: `${fact('phone_number')} needs attention`,
    message: fact('claimed_by')
      ? `${fact('phone_number')} was connected through a SIP trunk, which does not prove ownership. The carrier account that owns the number has now connected it, so Callwright disconnected it here. If the number is yours, connect your carrier and connect the number again.`
      : fact('refused_by')
        ? `${fact('refused_by')} rejected the setup of ${fact('phone_number')}. ${because(fact('error'))}Connect its carrier again, or disconnect the number.`
        : fact('not_taken_back_by')
          ? `${fact('phone_number')} is disconnected, but ${fact('not_taken_back_by')} did not remove it. ${because(fact('error'))}Check the number in your account there.`
          : `${fact('phone_number')} can no longer send SMS. Missing: ${fact('missing')}. Fix this at the carrier, then connect the carrier again.`,
    path: `/numbers/${encodeURIComponent(subject)}`,
  }),
  carrier_failing: (fact) => ({
    title: `The carrier rejects your account: ${fact('carrier')}`,
    message: `${fact('carrier')} rejects your account because ${REFUSED_FOR[fact('reason')] ?? fact('reason')}. You cannot send SMS through it until you fix this.`,
    path: '/carriers',
  }),
}

const PAUSED_FOR: Partial<Record<PauseReason, (fact: Facts) => string>> = {
  failure_rate: (fact) => `${fact('failed')} of its last ${fact('of')} calls failed (limit ${fact('limit_percent')}%)`,
  insufficient_funds: () => 'the balance does not cover another call',
  schedule_ended: () => 'its schedule has ended',
  agent_not_published: () => 'its agent is no longer published',
  no_number: () => 'it no longer has a phone number to call from',
  app_cap_reached: (fact) => `the app ${fact('app')}, which started it, has reached its limits`,
  transfer_blocked: () => 'its agent transfers calls to a number that cannot be called',
  app_revoked: (fact) => `the app ${fact('app')}, which started it, no longer has access`,
}

const REFUSED_FOR: Record<string, string> = { bad_credentials: 'the credentials are wrong or no longer valid', suspended: 'the account is suspended' }

const mostly = (reason: string) => reason && `Most of them have the end reason "${reason}".`
const because = (error: string) => error && `Last error: ${error}${/[.!?]$/.test(error) ? '' : '.'} `

/** Builds the text of an alert. The title of an unknown kind is its name. */
export function toText({ kind, data, subject }: Pick<Alert, 'kind' | 'data' | 'subject'>): AlertText {
  const facts = (data ?? {}) as Record<string, unknown>
  const fact = (name: string) => {
    const value = facts[name]
    return Array.isArray(value) ? value.join(', ') : typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const text = Object.hasOwn(TEXTS, kind) ? TEXTS[kind as AlertKind](fact, subject) : { title: kind, message: '', path: '/' }
  return { ...text, message: text.message.trim() }
}
