import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { DomainError } from '../../../kernel/vocabulary/errors.ts'
import type { Campaign } from '../../../generated/prisma/client.ts'
import type { Allowance } from '../../billing/appAllowances.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import * as preflightFacts from './preflightFacts.ts'
import { type Missing, missingIn } from './campaignRequirements.ts'
import { suggestionsFor } from './campaignSuggestions.ts'
import * as campaignWaits from './campaignWaits.ts'

export interface Check {
  ready: boolean
  missing: Missing[]
  suggestions: string[]
  /** Leads that wait to be called, and those of them that will not be, with why. */
  pending: number
  skipped: Reason[]
  /** What the app that asks may still do, where it has caps. */
  allowance: Allowance | null
}
export interface Preflight extends Check {
  /** Those that may not be called at this moment; of more than 10,000 leads only the first are looked at. */
  waiting: Reason[]
}
export interface Reason {
  reason: string
  count: number
}

/** Whether a campaign could start now: everything that is missing at once, and what is worth knowing. Changes nothing. */
export async function preflight(actor: Actor, id: number): Promise<Preflight> {
  const campaign = await campaigns.get(actor, id)
  const [checked, waiting] = await Promise.all([check(actor, campaign), campaignWaits.count(campaign)])
  return { ...checked, waiting }
}

/** The same of a campaign that is at hand, without a look at what each lead waits for. */
export async function check(actor: Actor, campaign: Campaign): Promise<Check> {
  const ground = await preflightFacts.of(actor, campaign)
  const missing = await missingIn(campaign, ground)
  const { pending, listed, usedUp } = ground.leads
  const skipped = [
    { reason: 'do_not_call_list', count: listed },
    { reason: 'attempts_used', count: usedUp },
  ].filter(({ count }) => count > 0)
  return { ready: missing.length === 0, missing, suggestions: suggestionsFor(campaign, ground), pending, skipped, allowance: ground.allowance }
}

/** UNPROCESSABLE_ENTITY with all that is missing (spec: 422 campaign not ready). */
export function notReady({ missing, suggestions, skipped }: Check) {
  const message = `The campaign is not ready to start. ${missing.map((each) => each.message).join(' ')}`
  return new DomainError('UNPROCESSABLE_ENTITY', { error: 'campaign_not_ready', message, missing, suggestions, skipped })
}
