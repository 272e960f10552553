import type { EndedReason } from '../../../kernel/vocabulary/endedReasons.ts'
import type { CampaignSettings, Retried } from '../../../inputs/campaignSettings.ts'
import type { LeadState } from '../../../inputs/campaignStates.ts'

/** How a call to a lead ended, and what it had behind it. */
export interface Ended {
  status: string
  outcome: string | null
  endedReason: string | null
  /** What is known of its placement at the provider. */
  placement: string
  /** When the person asked to be called back, as the analysis has it. */
  callbackAt: Date | null
  /** Calls begun to the lead, this one included; and those before it in a row that never reached anybody. */
  attempts: number
  refusals: number
}

/** What becomes of the lead. `attempts` and `refusals` are as they are to be kept. */
export interface After {
  status: LeadState
  reason: string
  nextAttemptAt: Date | null
  attempts: number
  refusals: number
}

/** Where the provider never had the call, these say nothing of the lead: it is no attempt. */
const NOT_TAKEN: ReadonlySet<string> = new Set<EndedReason>([
  'provider_limit_reached',
  'provider_unavailable',
  'provider_account_error',
  'not_sent',
  'campaign_paused',
])
/** So many times in a row; then it counts as one, so that a lead whose calls are never taken ends as well. */
const MAX_REFUSALS = 5
const NOT_TAKEN_AGAIN_MS = 30_000

/**
 * What follows for a lead after a call (contract: campaign defaults). Pure; shared by the transaction that closes a call
 * and the dry run. Delays are divided by `pace`.
 */
export function afterCall(ended: Ended, settings: CampaignSettings, now: Date, pace: number): After {
  const { status, outcome, endedReason, placement, attempts, refusals } = ended
  const isLast = attempts >= settings.maxAttempts
  const over = (state: LeadState, reason: string): After => ({ status: state, reason, nextAttemptAt: null, attempts, refusals: 0 })
  const again = (reason: string, at: Date): After => ({ status: 'pending', reason, nextAttemptAt: at, attempts, refusals: 0 })
  if (outcome === 'do_not_call' || endedReason === 'number_listed') return over('do_not_call', 'do_not_call')
  if (placement === 'refused' && endedReason !== null && NOT_TAKEN.has(endedReason) && refusals + 1 < MAX_REFUSALS)
    return {
      status: 'pending',
      reason: 'not_taken',
      nextAttemptAt: new Date(now.getTime() + (NOT_TAKEN_AGAIN_MS * 2 ** refusals) / pace),
      attempts: attempts - 1,
      refusals: refusals + 1,
    }
  if (outcome === 'callback' && !isLast) return again('callback', ended.callbackAt ?? inMinutes(settings.callbackMinutes, now, pace))
  if (status === 'completed') return over('completed', 'completed')
  if (!isRetried(status, settings)) return over('failed', status)
  return isLast ? over('failed', 'attempts_used') : again(`retry_${status}`, inMinutes(delayOf(status, settings), now, pace))
}

const isRetried = (status: string, { retryOutcomes }: CampaignSettings): status is Retried => (retryOutcomes as string[]).includes(status)

const delayOf = (status: Retried, settings: CampaignSettings) =>
  ({
    busy: settings.retryBusyMinutes,
    no_answer: settings.retryNoAnswerMinutes,
    voicemail: settings.retryVoicemailMinutes,
    failed: settings.retryFailedMinutes,
  })[status]

const inMinutes = (minutes: number, now: Date, pace: number) => new Date(now.getTime() + (minutes * 60_000) / pace)
