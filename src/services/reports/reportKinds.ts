import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { REPORT_FORMATS, type ReportFormat, type ReportKindName } from '../../inputs/reports.ts'
import type { Scope } from '../../kernel/vocabulary/scopes.ts'
import { ENDED_STATES } from '../../kernel/vocabulary/callStates.ts'
import { LEAD_STATES } from '../../inputs/leads.ts'
import { MESSAGE_STATES } from '../messages/messageStates.ts'
import * as callList from './lists/callList.ts'
import * as leadList from './lists/leadList.ts'
import * as personData from './person/personData.ts'
import * as reportCalls from './kinds/reportCalls.ts'
import * as reportLists from './kinds/reportLists.ts'
import * as reportProofs from './kinds/reportProofs.ts'
import * as reportResults from './kinds/reportResults.ts'
import type { ReportFilter, ReportRows } from './reportRows.ts'
import * as reportUsage from './kinds/reportUsage.ts'

/** A kind of report. To add one, add an entry here and its name to `REPORT_KINDS`. */
export interface ReportKind {
  /** Scope for creating and reading it, in addition to `me:read`. */
  scope: Scope
  formats: readonly ReportFormat[]
  /** Supported filters besides the period. */
  filters: readonly ('campaignId' | 'status' | 'outcome')[]
  /** Allowed values of the status filter, if it supports one. */
  statuses?: readonly string[]
  /** Whether it contains all data about one phone number, without a period. */
  isDataSubjectExport?: true
  /** Opens its rows; reads nothing before they are consumed. Throws NOT_FOUND if the filter names something that does not exist. */
  open: (actor: Actor, filter: ReportFilter) => ReportRows | Promise<ReportRows>
}

const openCalls = (actor: Actor, filter: ReportFilter) => (filter.list ? callList.open(actor, filter.list) : reportCalls.open(actor, filter))
const openLeads = (actor: Actor, filter: ReportFilter) => (filter.list ? leadList.open(actor, filter.list) : reportLists.openLeads(actor, filter))

export const KINDS: Record<ReportKindName, ReportKind> = {
  calls: { scope: 'calls:read', formats: REPORT_FORMATS, filters: ['campaignId', 'status', 'outcome'], statuses: ENDED_STATES, open: openCalls },
  results: { scope: 'results:read', formats: REPORT_FORMATS, filters: ['campaignId', 'status', 'outcome'], statuses: ENDED_STATES, open: reportResults.open },
  leads: { scope: 'leads:read', formats: REPORT_FORMATS, filters: ['campaignId', 'status'], statuses: LEAD_STATES, open: openLeads },
  messages: { scope: 'sms:read', formats: REPORT_FORMATS, filters: ['status'], statuses: MESSAGE_STATES, open: reportLists.openMessages },
  ledger: { scope: 'billing:read', formats: REPORT_FORMATS, filters: [], open: reportLists.openTransactions },
  usage: { scope: 'billing:read', formats: REPORT_FORMATS, filters: [], open: reportUsage.open },
  audit: { scope: 'audit:read', formats: REPORT_FORMATS, filters: [], open: reportLists.openAuditEntries },
  proofs: { scope: 'compliance:read', formats: REPORT_FORMATS, filters: ['campaignId', 'status', 'outcome'], statuses: ENDED_STATES, open: reportProofs.open },
  person: { scope: 'privacy:write', formats: ['json'], filters: [], isDataSubjectExport: true, open: personData.open },
}
