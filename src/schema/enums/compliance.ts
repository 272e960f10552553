import type { RulesTable as Table } from '../../services/compliance/rulesInForce.ts'
import type { ComplianceCode, ComplianceStatus } from '../../services/planning/compliance/complianceTexts.ts'
import type { DncReasonCode as ReasonCode } from '../../services/compliance/dncReasons.ts'
import { closedSet } from './closedSet.ts'

export const ComplianceIssueCode = closedSet('ComplianceIssueCode', 'What is late, risky or missing. `details` has the facts named here.', {
  rules_changed: 'Rules changed that apply to a running campaign. Facts: `campaign`, `places`, `changed_at`.',
  rules_looser: 'A rule of the server administrator permits what the law certainly forbids. Facts: `places`, `reason`.',
  register_missing: 'The law of a country demands that marketing calls respect its do-not-call register, and none is loaded. Facts: `country`, `campaigns`.',
  register_expired: 'The newest register of such a country has expired. Facts: `country`, `register`, `expired_at`, `campaigns`.',
  register_expiring: 'A register expires within 7 days. Facts: `register`, `expires_at`.',
  register_failed: 'The last file of a register could not be loaded. Facts: `register`, `error`.',
  opt_outs_due: 'The 10 business days of US law run for opt-outs. Callwright honors them already. Facts: `opt_outs`, `due`.',
  leads_consent_missing: 'Leads lack the consent that is demanded, and are not called. Facts: `campaign`, `leads`.',
  leads_without_consent: 'Leads lack a consent that the law of their country may demand. Facts: `campaign`, `leads`.',
  campaign_outside_legal_hours: 'A campaign without a purpose calls outside the legal calling hours of countries. Facts: `campaign`, `countries`.',
  campaign_at_legal_limit: 'Leads wait because the law limits how often a number may be called. Facts: `campaign`, `leads`.',
  calls_not_permitted: 'Single calls were placed although the time or the law did not permit them. Facts: `calls`, `days`.',
  disclosure_unsaid: 'Agents did not say all that contacts must be told. Facts: `calls`, `of`, `days`.',
  recordings_overdue: 'Recordings should have been deleted more than a day ago. Facts: `recordings`.',
  copies_overdue: 'Copies of recordings are not made a day after their calls. Facts: `copies`.',
  copies_failed: 'Copies of recordings could not be made. Facts: `copies`, `days`.',
  consents_expiring: 'Consents expire soon. Facts: `consents`, `days`, `first_at`.',
} satisfies Record<ComplianceCode, string>)

export const ComplianceIssueStatus = closedSet('ComplianceIssueStatus', 'How far an issue has come.', {
  late: 'Something is overdue.',
  missing: 'Something that the law demands is not there.',
  risky: 'Something may become a violation.',
} satisfies Record<ComplianceStatus, string>)

export const RulesTable = closedSet('RulesTable', 'What a table of rules is about.', {
  calling_hours: 'Hours in which calls are permitted, and how often.',
  consent: 'Consent that calls need.',
  recording: 'Whether calls may be recorded.',
  registers: 'National do-not-call registers that marketing calls must respect.',
} satisfies Record<Table, string>)

export const DncReasonCode = closedSet('DncReasonCode', 'Why Callwright blocked a number. `reasonDetails` has the facts named here.', {
  asked_on_call_in_words: 'The contact asked not to be called again. Facts: `call_id`, `sentence`.',
  asked_on_call: 'The same, found by the voice provider, without the words. Fact: `call_id`.',
  sent_stop: 'The contact sent STOP. Fact: `phone_number` of the workspace.',
  opted_out_at_carrier: 'The carrier reported that the contact opted out.',
} satisfies Record<ReasonCode, string>)
