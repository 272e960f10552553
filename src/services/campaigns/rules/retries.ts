import type { EndedReason } from '../../../kernel/vocabulary/endedReasons.ts'
import type { CampaignSettings, Retried } from '../../../inputs/campaignSettings.ts'
import type { LeadState } from '../../../inputs/campaignStates.ts'

/** How a call to a lead ended, and the attempts before it. */
export interface EndedCall {
  status: string
  outcome: string | null
  endedReason: string | null
  /** Status of its placement at the provider. */
  placement: string
  /** When the contact asked to be called back, from the analysis. */
  callbackAt: Date | null
  /** Calls to the lead including this one, and the number of consecutive calls that the provider did not accept. */
  attempts: number
  refusals: number
}

/** The next step of the lead, with the counters to store. */
export interface NextStep {
  status: LeadState
  reason: string
  nextAttemptAt: Date | null
  attempts: number
  refusals: number
}

/** End reasons of calls that the provider never accepted. They do not count as attempts. */
const NOT_ACCEPTED_REASONS: ReadonlySet<string> = new Set<EndedReason>([
  'provider_limit_reached',
  'provider_unavailable',
  'provider_account_error',
  'not_sent',
  'campaign_paused',
])
/** Limit of consecutive calls that are not accepted. The last one counts as an attempt, so that the lead is eventually closed. */
const MAX_REFUSALS = 5
const NOT_ACCEPTED_RETRY_DELAY_MS = 30_000

/**
 * Plans the next step of a lead after a call (contract: campaign defaults). Pure; shared by the transaction that closes a call and the dry
 * run. Delays are divided by `pace`.
 */
export function planNextStep(ended: EndedCall, settings: CampaignSettings, now: Date, pace: number): NextStep {
  const { status, outcome, endedReason, placement, attempts, refusals } = ended
  const isLast = attempts >= settings.maxAttempts
  const close = (state: LeadState, reason: string): NextStep => ({ status: state, reason, nextAttemptAt: null, attempts, refusals: 0 })
  const retry = (reason: string, at: Date): NextStep => ({ status: 'pending', reason, nextAttemptAt: at, attempts, refusals: 0 })
  if (outcome === 'do_not_call' || endedReason === 'number_listed') return close('do_not_call', 'do_not_call')
  if (endedReason === 'consent_revoked') return close('failed', 'consent_revoked')
  if (placement === 'refused' && endedReason !== null && NOT_ACCEPTED_REASONS.has(endedReason) && refusals + 1 < MAX_REFUSALS)
    return {
      status: 'pending',
      reason: 'not_taken',
      nextAttemptAt: new Date(now.getTime() + (NOT_ACCEPTED_RETRY_DELAY_MS * 2 ** refusals) / pace),
      attempts: attempts - 1,
      refusals: refusals + 1,
    }
  if (outcome === 'callback' && !isLast) return retry('callback', ended.callbackAt ?? addMinutes(settings.callbackMinutes, now, pace))
  if (status === 'completed') return close('completed', 'completed')
  if (!shouldRetry(status, settings)) return close('failed', status)
  return isLast ? close('failed', 'attempts_used') : retry(`retry_${status}`, addMinutes(delayOf(status, settings), now, pace))
}

const shouldRetry = (status: string, { retryOutcomes }: CampaignSettings): status is Retried => (retryOutcomes as string[]).includes(status)

const delayOf = (status: Retried, settings: CampaignSettings) =>
  ({
    busy: settings.retryBusyMinutes,
    no_answer: settings.retryNoAnswerMinutes,
    voicemail: settings.retryVoicemailMinutes,
    failed: settings.retryFailedMinutes,
  })[status]

const addMinutes = (minutes: number, now: Date, pace: number) => new Date(now.getTime() + (minutes * 60_000) / pace)
