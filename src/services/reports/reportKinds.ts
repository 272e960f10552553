import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { REPORT_FORMATS, type ReportFormat, type ReportKindName } from '../../inputs/reports.ts'
import type { Scope } from '../../kernel/vocabulary/scopes.ts'
import { ENDED_STATES } from '../../kernel/vocabulary/callStates.ts'
import { LEAD_STATES } from '../../inputs/leads.ts'
import { MESSAGE_STATES } from '../messages/messageStates.ts'
import * as personData from './person/personData.ts'
import * as reportCalls from './kinds/reportCalls.ts'
import * as reportLists from './kinds/reportLists.ts'
import * as reportResults from './kinds/reportResults.ts'
import type { ReportFilter, ReportRows } from './reportRows.ts'
import * as reportUsage from './kinds/reportUsage.ts'

/** A kind of report. Another one is an entry here, and its name in `REPORT_KINDS`. */
export interface ReportKind {
  /** What somebody needs to ask for it, and to see it (beside `me:read`). */
  scope: Scope
  formats: readonly ReportFormat[]
  /** What may limit its rows beside a period. */
  takes: readonly ('campaignId' | 'status' | 'outcome')[]
  /** What its rows can be, where it takes a status. */
  statuses?: readonly string[]
  /** Whether it is about one phone number, and everything held about that, of whatever time. */
  isDataSubjectExport?: true
  /** Its rows; nothing is read before they are taken. Throws NOT_FOUND where the filter names what is not there. */
  open: (actor: Actor, filter: ReportFilter) => ReportRows | Promise<ReportRows>
}

export const KINDS: Record<ReportKindName, ReportKind> = {
  calls: { scope: 'calls:read', formats: REPORT_FORMATS, takes: ['campaignId', 'status', 'outcome'], statuses: ENDED_STATES, open: reportCalls.open },
  results: { scope: 'results:read', formats: REPORT_FORMATS, takes: ['campaignId', 'status', 'outcome'], statuses: ENDED_STATES, open: reportResults.open },
  leads: { scope: 'leads:read', formats: REPORT_FORMATS, takes: ['campaignId', 'status'], statuses: LEAD_STATES, open: reportLists.leads },
  messages: { scope: 'sms:read', formats: REPORT_FORMATS, takes: ['status'], statuses: MESSAGE_STATES, open: reportLists.messages },
  ledger: { scope: 'billing:read', formats: REPORT_FORMATS, takes: [], open: reportLists.movements },
  usage: { scope: 'billing:read', formats: REPORT_FORMATS, takes: [], open: reportUsage.open },
  audit: { scope: 'audit:read', formats: REPORT_FORMATS, takes: [], open: reportLists.changes },
  person: { scope: 'privacy:write', formats: ['json'], takes: [], isDataSubjectExport: true, open: personData.open },
}
