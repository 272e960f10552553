import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { CONVERSATIONS_OF, IS_CALL_OF, LEADS_OF, personParams } from '../../dataSubjects/people.ts'
import * as personImports from './personImports.ts'
import * as personMentions from './personMentions.ts'
import * as personRows from './personRows.ts'
import { phonePatternsOf } from '../../dataSubjects/phonePatterns.ts'
import { type ReportFilter, type ReportRow, type ReportRows } from '../reportRows.ts'

/** The data subject. */
export type Subject = personRows.Subject

/** Sections of the file, in this order. */
const SECTIONS: Record<string, (subject: Subject) => AsyncIterable<ReportRow>> = {
  calls: personRows.readCalls,
  messages: personRows.readMessages,
  leads: personRows.readLeads,
  lead_decisions: personRows.readLeadDecisions,
  leads_before_imports: personRows.readLeadsBeforeImports,
  consents: personRows.readConsents,
  do_not_call: personRows.readDncEntry,
  opt_outs: personRows.readOptOuts,
  imports: personImports.read,
  webhook_deliveries: personRows.readDeliveries,
  provider_events: personRows.readProviderEvents,
  carrier_events: personRows.readCarrierEvents,
  audit_entries: personMentions.readAuditEntries,
  mentions: personMentions.read,
}

/** Opens all data about a phone number as the rows of a report. */
export const open = (actor: Actor, { phoneNumber }: ReportFilter): ReportRows => ({
  header: [],
  sections: Object.keys(SECTIONS),
  rows: read(actor, phoneNumber!),
  count: () => countIn(subjectOf(actor, phoneNumber!)),
})

/**
 * Reads all data about a phone number (E.164), in batches on demand: the own rows of the person in full; for rows about others, only where
 * they mention the number and as written, since the rest is data of others. Each row names its `section`.
 */
export async function* read(actor: Pick<Actor, 'workspaceId'>, phoneNumber: string): AsyncGenerator<ReportRow> {
  const subject = subjectOf(actor, phoneNumber)
  for (const [section, rows] of Object.entries(SECTIONS)) for await (const row of rows(subject)) yield { section, ...row }
}

const subjectOf = ({ workspaceId }: Pick<Actor, 'workspaceId'>, phoneNumber: string): Subject => ({
  workspaceId,
  phoneNumber,
  traces: phonePatternsOf(phoneNumber),
})

const countCalls = statement('reports.countPersonCalls', sql`select count(*)::int as count from calls c where ${IS_CALL_OF}`)
const countMessages = statement(
  'reports.countPersonMessages',
  sql`select count(*)::int as count from messages where workspace_id = $workspaceId and conversation_id in ${CONVERSATIONS_OF}`,
)
const countLeads = statement('reports.countPersonLeads', sql`select count(*)::int as count from leads where workspace_id = $workspaceId and id in ${LEADS_OF}`)

/** Estimates the number of rows before the full search. */
async function countIn(subject: Subject): Promise<number> {
  const params = personParams(subject)
  const counts = await Promise.all([countCalls, countMessages, countLeads].map((rows) => rows.get(params)))
  return counts.reduce((sum, row) => sum + row!.count, 0)
}
