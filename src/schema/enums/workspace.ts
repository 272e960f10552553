import { CALL_TIMINGS } from '../../inputs/callTiming.ts'
import { DISCLOSURE_MODES } from '../../inputs/disclosure.ts'
import type { Statement } from '../../services/compliance/disclosures/statements.ts'
import type { ConsentBasis, ConsentPurpose } from '../../inputs/consents.ts'
import type { ConsentStatus } from '../../services/compliance/consents.ts'
import { REDACTIONS } from '../../inputs/privacySettings.ts'
import { ALERT_KINDS } from '../../inputs/alerts.ts'
import { REPORT_FORMATS, REPORT_KINDS } from '../../inputs/reports.ts'
import { VIEW_LISTS } from '../../inputs/savedViews.ts'
import type { AlertCode as Code } from '../../services/alerts/alertTexts.ts'
import type { DncResult, DncSource } from '../../services/compliance/dnc.ts'
import type { OptOutHearer } from '../../services/compliance/optOuts/optOuts.ts'
import { closedSet } from './closedSet.ts'

export const AlertType = closedSet('AlertType', 'What an alert is about.', {
  low_balance: 'The balance is below your threshold.',
  zero_balance: 'The balance does not cover another call.',
  failure_rate: 'Too many of the latest calls failed.',
  webhook_failing: 'Webhook deliveries fail.',
  budget_reached: 'A campaign was paused because its budget covers no further call.',
  campaign_paused: 'Callwright paused a campaign.',
  number_unhealthy: 'Too few calls from a number are answered.',
  number_setup_failed: 'A number could not be connected or disconnected.',
  carrier_failing: 'A carrier rejects the account.',
  opt_outs_heard: 'Contacts asked on calls not to be called again.',
  rules_changed: 'Rules of law changed that apply to running campaigns.',
} satisfies Record<(typeof ALERT_KINDS)[number], string>)

export const AlertCode = closedSet('AlertCode', 'What caused an alert. `data` has the facts named here.', {
  low_balance: 'Facts: `balance`, `threshold`, `currency`.',
  zero_balance: 'Facts: `balance`, `threshold`, `currency`.',
  failure_rate: 'Facts: `failed`, `of`, `percent`, `limit_percent`, and `reason`, the most frequent end reason.',
  webhook_failing: 'Facts: `failures`, `host`, `error`.',
  budget_reached: 'Facts: `campaign`, `spent`, `budget`, `currency`.',
  campaign_failure_rate: 'Facts: `campaign`, `failed`, `of`, `limit_percent`.',
  campaign_insufficient_funds: 'Facts: `campaign`.',
  campaign_schedule_ended: 'Facts: `campaign`.',
  campaign_agent_not_published: 'Facts: `campaign`.',
  campaign_no_number: 'Facts: `campaign`.',
  campaign_app_cap_reached: 'Facts: `campaign`, `app`.',
  campaign_app_revoked: 'Facts: `campaign`, `app`.',
  campaign_transfer_blocked: 'Facts: `campaign`.',
  campaign_restored: 'The server was restored from a backup. Facts: `campaign`.',
  campaign_paused: 'Facts: `campaign`, `reason`.',
  number_unhealthy: 'Facts: `phone_number`, `unanswered`, `of`, `percent`, `limit_percent`.',
  number_claimed: 'Another workspace connected the number with the carrier account that owns it. Facts: `phone_number`, `claimed_by`.',
  number_rejected: 'A carrier or voice provider rejected its setup. Facts: `phone_number`, `rejected_by`, `error`.',
  number_not_removed: 'A carrier or voice provider did not remove the disconnected number. Facts: `phone_number`, `not_removed_by`, `error`.',
  number_sms_unavailable: 'It can no longer send SMS. Facts: `phone_number`, `missing`.',
  carrier_bad_credentials: 'Facts: `carrier`.',
  carrier_suspended: 'Facts: `carrier`.',
  carrier_failing: 'Facts: `carrier`, `reason`.',
  opt_outs_heard: 'Fact: `count`, the calls since the last such alert was dismissed.',
  rules_changed: 'Facts: `campaigns`, `places`, of each at most five.',
} satisfies Record<Code, string>)

export const AlertEmailStatus = closedSet('AlertEmailStatus', 'Status of an email about an alert.', ['queued', 'sent', 'failed'])
export const AlertRecipientStatus = closedSet('AlertRecipientStatus', 'Status of a recipient of alerts.', {
  pending: 'Not yet confirmed.',
  confirmed: '',
  unsubscribed: '',
})

export const ReportName = closedSet('ReportName', 'What an export contains.', {
  calls: '',
  results: 'Results of campaigns.',
  leads: '',
  messages: '',
  ledger: 'Transactions of the wallet.',
  usage: '',
  audit: 'The audit log.',
  proofs: 'Proofs of calls.',
  person: 'All data about one phone number.',
} satisfies Record<(typeof REPORT_KINDS)[number], string>)
export const ReportFormat = closedSet('ReportFormat', 'File format of an export.', REPORT_FORMATS)
export const ReportStatus = closedSet('ReportStatus', 'Where an export is in its life cycle.', {
  queued: '',
  running: '',
  done: 'The file can be downloaded.',
  failed: '',
  expired: 'The file was deleted.',
  canceled: '',
})

export const SavedViewList = closedSet('SavedViewList', 'List of the dashboard that a view is of.', VIEW_LISTS)

export const DeliveryStatus = closedSet('DeliveryStatus', 'Status of a webhook delivery.', {
  pending: '',
  delivered: 'Your server accepted it.',
  failed: 'Every attempt failed.',
})

export const ErasureStatus = closedSet('ErasureStatus', 'Where an erasure is in its life cycle.', {
  queued: '',
  running: 'Also while a call with the number is active.',
  done: '',
})

export const RedactionType = closedSet('RedactionType', 'Sensitive data that is redacted in transcripts, summaries and results.', REDACTIONS)

export const KnowledgeSyncStatus = closedSet('KnowledgeSyncStatus', 'Status of a knowledge base at a voice provider.', {
  syncing: '',
  ready: '',
  failed: '',
  retired: 'About to be deleted there.',
})
export const AgentVersionStatus = closedSet('AgentVersionStatus', 'Status of a version of an agent.', ['publishing', 'published', 'failed'])
export const ReferenceType = closedSet('KnowledgeBaseReferenceType', 'What uses a knowledge base.', ['agent', 'campaign'])

export const DncEntrySource = closedSet('DncSource', 'How a number came onto the do-not-call list.', {
  manual: 'In the dashboard or through the API.',
  voice_opt_out: 'The contact asked for it on a call.',
  sms_stop: 'The contact replied STOP.',
  carrier: 'The carrier reports that the contact opted out.',
} satisfies Record<DncSource, string>)
export const OptOutHeardBy = closedSet('OptOutHeardBy', 'Who heard an opt-out on a call.', {
  rules: 'Callwright, in the transcript.',
  provider: 'The analysis of the voice provider.',
  both: '',
} satisfies Record<OptOutHearer, string>)
export const DncAddStatus = closedSet('DncAddStatus', 'Result of adding a number to the do-not-call list.', {
  added: '',
  listed: 'It was already on the list.',
  invalid: 'It is not a phone number.',
} satisfies Record<DncResult, string>)

export const CallTimingMode = closedSet('CallTimingMode', 'What happens to a single call that is not permitted, at its time or without a consent.', {
  advise: 'The call is placed, and its `timingAdvisory` says why it should not have been.',
  refuse: 'The call is refused.',
} satisfies Record<(typeof CALL_TIMINGS)[number], string>)
export const DisclosureModeEnum = closedSet('DisclosureMode', 'What happens when an agent is published that leaves out what callers must state.', {
  advise: 'The agent is published, and its `disclosureAdvisories` say what it leaves out.',
  refuse: 'The agent is not published.',
} satisfies Record<(typeof DISCLOSURE_MODES)[number], string>)

export const DisclosureStatement = closedSet('DisclosureStatement', 'What a caller states at the beginning of a call.', {
  ai: 'That the contact speaks with an AI.',
  caller: 'On whose behalf the agent calls.',
  recording: 'That the call is recorded.',
} satisfies Record<Statement, string>)

export const ConsentBasisEnum = closedSet('ConsentBasis', 'What permits calls to a number.', {
  express_written: 'The contact agreed in writing, such as in a form.',
  express: 'The contact agreed, such as on a call.',
  existing_business_relationship: 'The contact is a customer, or asked about an offer.',
  legitimate_interest: 'The caller has an interest that the law accepts.',
  none_stated: 'Where the number comes from, no basis is stated.',
} satisfies Record<ConsentBasis, string>)
export const ConsentPurposeEnum = closedSet('ConsentPurpose', 'Calls that a consent permits.', {
  marketing: 'Calls that offer something.',
  service: 'Calls about what the contact already has or asked for.',
  any: 'All calls.',
} satisfies Record<ConsentPurpose, string>)
export const ConsentStatusEnum = closedSet('ConsentStatus', 'Whether a consent still holds.', {
  valid: '',
  expired: '',
  revoked: '',
} satisfies Record<ConsentStatus, string>)
