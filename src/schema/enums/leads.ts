import { LEAD_FILE_FORMATS } from '../../inputs/leadFiles.ts'
import { ON_EXISTING } from '../../inputs/leadImports.ts'
import { type LeadOrder, LEAD_STATES } from '../../inputs/leads.ts'
import { DECISION_REASONS } from '../../services/campaigns/rules/decisionSentences.ts'
import type { Decision } from '../../services/campaigns/rules/dialDecisions.ts'
import type { Explanation } from '../../services/leads/leadDecisions.ts'
import { closedSet } from './closedSet.ts'

export const LeadStatus = closedSet('LeadStatus', 'Where a lead is in its life cycle.', {
  pending: 'Waits to be called.',
  calling: 'In an active call.',
  completed: '',
  failed: 'Not called again.',
  do_not_call: 'The contact asked not to be called.',
  cancelled: 'Its campaign was deleted.',
} satisfies Record<(typeof LEAD_STATES)[number], string>)

export const LeadOrderEnum = closedSet('LeadOrder', 'Order of a list of leads.', {
  newest: 'The leads that were added last come first.',
  oldest: 'The order in which the leads were added.',
  phone_number: '',
  phone_number_descending: '',
} satisfies Record<LeadOrder, string>)

export const DialDecision = closedSet('DialDecision', 'What the dialer decided about a lead.', {
  call: '',
  wait: '',
  end: 'The lead is not called again.',
} satisfies Record<Decision['decision'], string>)

export const DecisionReason = closedSet('DecisionReason', 'Why a lead was or was not called. `message` explains it in a sentence.', DECISION_REASONS)

export const PreflightReason = closedSet('PreflightReason', 'Why leads are skipped, or wait at the moment.', {
  do_not_call_list: '',
  do_not_call_register: 'The number is on a do-not-call register or a suppression list.',
  premium_number: '',
  consent_missing: 'The number has no valid consent as the campaign demands it.',
  attempts_used: '',
  calling_hours: '',
  attempts_per_day: '',
  legal_limit: 'The law allows no further call yet.',
  refused_recently: 'The contact declined recently, and the law forbids another call so soon.',
  on_the_line: 'The number is in another active call.',
  earlier_attempt: 'The next attempt is scheduled for later.',
})

export const LeadExplanationStatus = closedSet('LeadExplanationStatus', 'What happened to a lead at a point in time.', {
  calling: '',
  waiting: '',
  ended: 'It was not called again.',
  not_there: 'It was not in the campaign.',
} satisfies Record<Explanation['status'], string>)

export const LeadImportStatus = closedSet('LeadImportStatus', 'Where an import is in its life cycle.', {
  uploaded: 'Previewed, not yet started.',
  running: '',
  completed: '',
  failed: '',
  undone: 'Reverted.',
})

export const LeadImportSource = closedSet('LeadImportSource', 'Where imported leads come from.', { api: 'A request.', csv: '', json: '' })
export const LeadFileFormat = closedSet('LeadFileFormat', 'Format of a file of leads.', {
  csv: 'With a header row.',
  json: 'An array of objects.',
} satisfies Record<(typeof LEAD_FILE_FORMATS)[number], string>)
export const OnExistingLead = closedSet('OnExistingLead', 'What happens to a row whose lead the campaign already has.', {
  skip: 'The row counts as a duplicate.',
  update: 'The lead is updated.',
} satisfies Record<(typeof ON_EXISTING)[number], string>)
export const LeadRowAction = closedSet('LeadRowAction', 'What an import would do with a row.', { create: '', update: '', error: 'The row is rejected.' })
