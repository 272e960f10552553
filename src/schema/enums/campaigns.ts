import { CAMPAIGN_PURPOSES, CAMPAIGN_STATES } from '../../inputs/campaigns.ts'
import { type CONSENT_REQUIRED, DAYS, LEGAL_HOURS, RETRIED } from '../../inputs/campaignSettings.ts'
import type { PauseReason } from '../../inputs/campaignStates.ts'
import { CAMPAIGN_EVENTS } from '../../services/campaigns/campaignEvents.ts'
import type { WaitingReason } from '../../services/dialer/dialSchedule.ts'
import { DRY_RUN_ENDS } from '../../services/planning/dryRun/dryRunSimulation.ts'
import type { Requirement } from '../../services/planning/preflight/campaignRequirements.ts'
import type { RecommendationCode, RequirementCode } from '../../services/planning/preflight/launchTexts.ts'
import { closedSet } from './closedSet.ts'

export const CampaignStatus = closedSet('CampaignStatus', 'Where a campaign is in its life cycle.', {
  draft: 'Never started.',
  running: '',
  paused: '',
  completed: 'No lead is left to call.',
  cancelled: 'Deleted.',
} satisfies Record<(typeof CAMPAIGN_STATES)[number], string>)

export const CampaignPurpose = closedSet(
  'CampaignPurpose',
  'What the calls of a campaign are for. It decides whether legal calling hours apply.',
  CAMPAIGN_PURPOSES,
)

export const PauseReasonSet = closedSet('PauseReason', 'Why a campaign is paused.', {
  by_hand: 'A member or a client paused it.',
  failure_rate: 'Too many of its latest calls failed (failure limit).',
  budget_reached: 'Its budget does not cover another call.',
  insufficient_funds: 'The wallet does not cover another call.',
  schedule_ended: '',
  agent_not_published: '',
  no_number: 'It has no active number to call from.',
  reopened: 'Leads were added after it had completed.',
  app_cap_reached: 'The connected app that started it reached its spending or call limit.',
  app_revoked: 'The connected app that started it lost its access.',
  transfer_blocked: 'Its agent transfers calls to a number that must not be called.',
  restored: 'The server was restored from a backup.',
} satisfies Record<PauseReason, string>)

export const CampaignEventType = closedSet('CampaignEventType', 'What happened to a campaign.', CAMPAIGN_EVENTS)
export const LegalHours = closedSet('LegalHours', 'When legal calling hours apply.', {
  by_purpose: 'For marketing purposes.',
  always: '',
} satisfies Record<(typeof LEGAL_HOURS)[number], string>)
export const ConsentRequiredEnum = closedSet('ConsentRequired', 'Consent without which a campaign does not call a lead.', {
  none: '',
  by_law: 'For marketing purposes, the consent that the law of the country certainly demands.',
  express_written: '',
  express: 'Or a stronger basis.',
  existing_business_relationship: 'Or a stronger basis.',
  legitimate_interest: 'Or a stronger basis.',
} satisfies Record<(typeof CONSENT_REQUIRED)[number], string>)
export const RetryOutcome = closedSet('RetryOutcome', 'Result of a call after which the lead is called again.', RETRIED)
export const Weekday = closedSet('Weekday', 'Day of the week.', DAYS)

export const BlockedBy = closedSet('CampaignBlockerReason', 'Why a running campaign places no calls at the moment.', {
  not_begun: 'Its schedule has not started.',
  concurrency: 'It has as many active calls as its settings allow.',
  workspace_concurrency: 'The workspace has as many active calls as its plan allows.',
  provider_lines: 'The voice provider has as many active calls as the server may place there.',
  provider_rate: 'The voice provider takes no more new calls at the moment.',
  pace: 'It has reached its dialing rate.',
  budget: 'The rest of its budget is reserved for active calls.',
  funds: 'The rest of the wallet is reserved for active calls and messages.',
  app_cap: "The rest of the connected app's limits is reserved for active calls.",
  calls_under_way: 'No lead is left to call, and calls are still active.',
  leads_wait: 'Every lead that is left waits. See `cause`.',
} satisfies Record<WaitingReason, string>)

export const RequirementName = closedSet('LaunchRequirementName', 'What a campaign needs before it can start.', {
  agent: '',
  agent_active: '',
  agent_published: '',
  agent_variables: 'A value for each variable that the words of the agent use.',
  leads: 'At least one lead that may be called.',
  from_number: 'An active number to call from.',
  wallet: 'A balance that covers a call.',
  app_cap: "Room within the connected app's limits.",
  schedule: 'An end date in the future.',
  knowledge_base: 'Knowledge bases that are synced to the voice provider.',
  extraction_schema: 'An extraction schema that is valid.',
  analysis_config: 'An analysis configuration that is valid.',
} satisfies Record<Requirement, string>)

export const LaunchRequirementCode = closedSet('LaunchRequirementCode', 'What is missing for the start of a campaign. `details` has the facts named here.', {
  agent_missing: '',
  agent_archived: 'Facts: `agent`.',
  agent_publish_failed: 'Facts: `agent`, `error`.',
  agent_not_published: 'Facts: `agent`.',
  variables_empty: 'No lead fills these variables, and they have no default. Facts: `agent`, `variables`.',
  no_leads: '',
  no_callable_leads: 'Facts: `pending`.',
  no_number: '',
  number_disconnected: 'Facts: `phone_number`.',
  number_simulated: 'The voice provider is real, and the number is not. Facts: `phone_number`.',
  balance_too_low: 'Facts: `available`, `required`, `currency`.',
  app_limit_reached: 'Facts: `calls_left` and `spend_left` (`null` without a limit), `required`, `currency`.',
  schedule_ended: 'Facts: `ended_at`.',
  knowledge_base_syncing: 'Facts: `knowledge_base`, `voice_engine`.',
  knowledge_base_deleted: 'Facts: `knowledge_base`.',
  knowledge_base_rejected: 'Facts: `knowledge_base`, `voice_engine`, `error`.',
  extraction_schema_invalid: 'Facts: `error`.',
  analysis_config_invalid: 'Facts: `error`.',
} satisfies Record<RequirementCode, string>)

export const LaunchRecommendationCode = closedSet(
  'LaunchRecommendationCode',
  'Recommendation before the start of a campaign. `details` has the facts named here.',
  {
    set_purpose: '',
    purpose_is_inbound: 'The purpose is inbound, and the campaign places outbound calls.',
    set_budget: '',
    set_webhook: '',
    starts_later: 'Facts: `starts_at`.',
    agent_has_changes: 'Calls use the published version of the agent.',
    add_questions: '',
    settings_ignored: 'Invalid settings of `analysis_config` have no effect. Facts: `error`.',
    leads_without_value: 'Leads do not fill a variable that has no default. Facts: `variable`, `leads`.',
    leads_consent_missing: 'Leads lack the consent that the campaign demands, and are not called. Facts: `leads`.',
    leads_without_consent: 'Leads lack a consent that the law of their country may demand. Facts: `leads`.',
    register_missing: 'The law of a country demands that marketing calls respect its do-not-call register, and none is loaded. Facts: `country`, `leads`.',
    register_expired: 'The newest register of such a country has expired. Facts: `country`, `leads`, `register`, `expired_at`.',
    leads_on_register: 'Leads are on a do-not-call register, and are not called. Facts: `leads`.',
    leads_do_not_call: 'Leads are on the do-not-call list. Facts: `leads`.',
  } satisfies Record<RecommendationCode, string>,
)

export const DryRunEnd = closedSet(
  'DryRunEnd',
  'How a dry run ends: completed, what would pause the campaign before, or `too_long` if the end is too far away.',
  DRY_RUN_ENDS,
)
