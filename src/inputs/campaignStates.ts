import type { CAMPAIGN_STATES } from './campaigns.ts'
import type { LEAD_STATES } from './leads.ts'

export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/** Converts a status of the API. `active` is an older name of `running`. */
export const stateNamed = (name: CampaignState | 'active' | undefined): CampaignState | undefined => (name === 'active' ? 'running' : name)

/** Marketing purposes, whose calls respect the legal calling hours at the lead's location (contract: §4). */
export const MARKETING: ReadonlySet<string> = new Set(['quote_request', 'cold_calling', 'qualification'])

/** Why a campaign is paused. A member sets `by_hand`, the system sets all others. */
export const PAUSE_REASONS = [
  'by_hand',
  'failure_rate',
  'budget_reached',
  'insufficient_funds',
  'schedule_ended',
  'agent_not_published',
  'no_number',
  'reopened',
  'app_cap_reached',
  'app_revoked',
  'transfer_blocked',
  'restored',
] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

export type LeadState = (typeof LEAD_STATES)[number]
