import type { CAMPAIGN_STATES } from './campaigns.ts'
import type { LEAD_STATES } from './leads.ts'

export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/** `active` is what older clients call a running campaign. */
export const stateNamed = (name: CampaignState | 'active' | undefined): CampaignState | undefined => (name === 'active' ? 'running' : name)

/** Purposes whose calls are marketing, so that they keep to the legal calling hours of whoever is called (contract: §4). */
export const MARKETING: ReadonlySet<string> = new Set(['quote_request', 'cold_calling', 'qualification'])

/** Why a campaign is paused. All but `by_hand` are the dialer's doing. */
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
] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

export type LeadState = (typeof LEAD_STATES)[number]
