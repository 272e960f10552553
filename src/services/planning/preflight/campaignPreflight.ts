import type { CampaignId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { DomainError, type Reason } from '../../../kernel/vocabulary/errors.ts'
import type { Campaign } from '../../../generated/prisma/client.ts'
import type { Allowance } from '../../billing/appAllowances.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import * as preflightFacts from './preflightFacts.ts'
import { type MissingRequirement, findMissing } from './campaignRequirements.ts'
import { listRecommendations, type Recommendation } from './campaignRecommendations.ts'
import * as campaignWaits from './campaignWaits.ts'

export interface PreflightCheck {
  ready: boolean
  missing: MissingRequirement[]
  recommendations: Recommendation[]
  /** The messages of the recommendations. */
  suggestions: string[]
  /** Pending leads, and those of them that will not be called, by reason. */
  pending: number
  skipped: ReasonCount[]
  /** Remaining limits of the requesting app; null without limits. */
  allowance: Allowance | null
}
export interface Preflight extends PreflightCheck {
  /** Pending leads that may not be called now, by reason; only the first 10,000 are checked. */
  waiting: ReasonCount[]
}
export interface ReasonCount {
  reason: string
  count: number
}

/** Checks whether a campaign can start now: lists all missing requirements at once, and suggestions. Changes nothing. */
export async function preflight(actor: Actor, id: CampaignId): Promise<Preflight> {
  const campaign = await campaigns.get(actor, id)
  const [result, waiting] = await Promise.all([check(actor, campaign), campaignWaits.countWaiting(campaign)])
  return { ...result, waiting }
}

/** Checks a loaded campaign, without the wait reasons of its leads. */
export async function check(actor: Actor, campaign: Campaign): Promise<PreflightCheck> {
  const context = await preflightFacts.loadContext(actor, campaign)
  const missing = await findMissing(campaign, context)
  const { pending, listed, registered, usedUp, refused } = context.leads
  const skipped = [
    { reason: 'do_not_call_list', count: listed },
    { reason: 'do_not_call_register', count: registered },
    { reason: 'attempts_used', count: usedUp },
    { reason: 'consent_missing', count: refused },
  ].filter(({ count }) => count > 0)
  const recommendations = listRecommendations(campaign, context)
  const suggestions = recommendations.map(({ message }) => message)
  return { ready: missing.length === 0, missing, recommendations, suggestions, pending, skipped, allowance: context.allowance }
}

/** Creates an UNPROCESSABLE_ENTITY error with all missing requirements (spec: 422 campaign not ready). */
export function notReadyError({ missing: requirements, suggestions, skipped }: PreflightCheck) {
  const missing = requirements.map(({ requirement, message, action }) => ({ requirement, message, action }))
  const reason: Reason = { reason: 'campaign_not_ready', details: {} }
  const message = `The campaign is not ready to start. ${missing.map((item) => item.message).join(' ')}`
  return new DomainError('UNPROCESSABLE_ENTITY', { error: 'campaign_not_ready', message, missing, suggestions, skipped }, reason)
}
