import type { Notice } from '../../generated/prisma/client.ts'
import type { NoticeKind } from '../../inputs/notices.ts'
import type { PauseReason } from '../../inputs/campaignStates.ts'

/** What a notice says to people, in English. */
export interface NoticeText {
  title: string
  message: string
  /** Where in the web interface it is looked into, from the root. */
  path: string
}

/** The facts of a notice, as they were when it was raised; what is missing or odd is told as nothing. */
type Facts = (name: string) => string

const TEXTS: Record<NoticeKind, (fact: Facts, subject: string) => NoticeText> = {
  low_balance: (fact) => ({
    title: 'The balance is low',
    message: `The wallet has ${fact('balance')} ${fact('currency')}, less than the ${fact('threshold')} ${fact('currency')} at which to be warned. Top it up, so that calls and texts go on.`,
    path: '/billing',
  }),
  zero_balance: (fact) => ({
    title: 'The wallet is empty',
    message: `The wallet has ${fact('balance')} ${fact('currency')}, which covers no call any more: none can be placed until it is topped up.`,
    path: '/billing',
  }),
  failure_rate: (fact) => ({
    title: 'Many calls fail',
    message: `Of the latest ${fact('of')} calls ${fact('failed')} failed for technical reasons (${fact('percent')} %; the limit is ${fact('limit_percent')} %). ${mostly(fact('reason'))}`,
    path: '/calls?status=failed',
  }),
  webhook_failing: (fact) => ({
    title: 'The webhook does not get through',
    message: `The latest ${fact('failures')} events for ${fact('host')} were given up one after the other. ${because(fact('error'))}Look at the receiver, then send the events again.`,
    path: '/webhooks',
  }),
  budget_reached: (fact, subject) => ({
    title: `A campaign has used its budget: ${fact('campaign')}`,
    message: `The campaign "${fact('campaign')}" is paused: the rest of its budget of ${fact('budget')} ${fact('currency')} covers no further call, ${fact('spent')} ${fact('currency')} are spent. Raise the budget and start it again to go on.`,
    path: `/campaigns/${encodeURIComponent(subject)}`,
  }),
  campaign_paused: (fact, subject) => ({
    title: `A campaign was paused: ${fact('campaign')}`,
    message: `The campaign "${fact('campaign')}" was paused by the system: ${PAUSED_FOR[fact('reason') as PauseReason]?.(fact) ?? fact('reason')}.`,
    path: `/campaigns/${encodeURIComponent(subject)}`,
  }),
  number_unhealthy: (fact, subject) => ({
    title: `Hardly anybody is reached from ${fact('phone_number')}`,
    message: `Of the latest ${fact('of')} calls from ${fact('phone_number')} ${fact('unanswered')} reached nobody (${fact('percent')} %; the limit is ${fact('limit_percent')} %). It may be marked as spam, or not be allowed to call there.`,
    path: `/numbers/${encodeURIComponent(subject)}`,
  }),
  number_setup_failed: (fact, subject) => ({
    title: `Not all works with ${fact('phone_number')}`,
    message: fact('claimed_by')
      ? `${fact('phone_number')} was linked on a SIP trunk, which proves nothing, and is released: it was linked with the account at a carrier that owns it. If it is yours, connect your carrier and link it again.`
      : fact('refused_by')
        ? `${fact('refused_by')} refused what the number ${fact('phone_number')} needs. ${because(fact('error'))}Connect its carrier again, or release the number.`
        : fact('not_taken_back_by')
          ? `${fact('phone_number')} is released, but ${fact('not_taken_back_by')} did not take it back. ${because(fact('error'))}Look for it in the account there.`
          : `Texts can no longer be sent from ${fact('phone_number')}: missing ${fact('missing')}. See to it at the carrier, then connect it again.`,
    path: `/numbers/${encodeURIComponent(subject)}`,
  }),
  carrier_failing: (fact) => ({
    title: `The carrier lets nobody in: ${fact('carrier')}`,
    message: `${fact('carrier')} refuses the account: ${REFUSED_FOR[fact('reason')] ?? fact('reason')}. No text can be sent through it until this is mended.`,
    path: '/carriers',
  }),
}

const PAUSED_FOR: Partial<Record<PauseReason, (fact: Facts) => string>> = {
  failure_rate: (fact) => `of its last ${fact('of')} calls ${fact('failed')} failed, and its limit is ${fact('limit_percent')} %`,
  insufficient_funds: () => 'the wallet does not cover a further call',
  schedule_ended: () => 'its schedule has ended',
  agent_not_published: () => 'its agent is not published any more',
  no_number: () => 'it has no number to call from any more',
  app_cap_reached: (fact) => `the app ${fact('app')} started it, and its caps allow no further call`,
  transfer_blocked: () => 'its agent transfers calls to a number that must not be called',
  app_revoked: (fact) => `the app ${fact('app')} started it, and may do so no more`,
}

const REFUSED_FOR: Record<string, string> = { bad_credentials: 'the credentials are wrong or void', suspended: 'the account is suspended' }

const mostly = (reason: string) => reason && `Most of them ended for the reason "${reason}".`
const because = (error: string) => error && `The last time: ${error}${/[.!?]$/.test(error) ? '' : '.'} `

/** What the notice says. Of a kind that is not known any more its name is told. */
export function textOf({ kind, data, subject }: Pick<Notice, 'kind' | 'data' | 'subject'>): NoticeText {
  const facts = (data ?? {}) as Record<string, unknown>
  const fact = (name: string) => {
    const value = facts[name]
    return Array.isArray(value) ? value.join(', ') : typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const text = Object.hasOwn(TEXTS, kind) ? TEXTS[kind as NoticeKind](fact, subject) : { title: kind, message: '', path: '/' }
  return { ...text, message: text.message.trim() }
}
