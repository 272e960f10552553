import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { itsCalls, itsConversations, itsLeads } from '../../dataSubjects/people.ts'
import * as personImports from './personImports.ts'
import * as personMentions from './personMentions.ts'
import * as personRows from './personRows.ts'
import { tracesOf } from '../../dataSubjects/phoneTraces.ts'
import { countOf, type ReportFilter, type ReportRow, type ReportRows } from '../reportRows.ts'

/** Whose data is read. */
export type Subject = personRows.Subject

/** What a file about a person has, in this order. */
const SECTIONS: Record<string, (subject: Subject) => AsyncIterable<ReportRow>> = {
  calls: personRows.calls,
  messages: personRows.messages,
  leads: personRows.leads,
  lead_decisions: personRows.leadDecisions,
  leads_before_imports: personRows.leadsBefore,
  do_not_call: personRows.listedEntry,
  imports: personImports.read,
  webhook_deliveries: personRows.deliveries,
  provider_events: personRows.providerEvents,
  carrier_events: personRows.carrierEvents,
  audit_entries: personMentions.auditEntries,
  mentions: personMentions.read,
}

/** Everything that is held about a phone number, as the rows of a report. */
export const open = (actor: Actor, { phoneNumber }: ReportFilter): ReportRows => ({
  header: [],
  sections: Object.keys(SECTIONS),
  rows: read(actor, phoneNumber!),
  count: () => countIn(subjectOf(actor, phoneNumber!)),
})

/**
 * Everything that is held about a phone number (E.164), in batches while it is taken: what is its own in full; of what is about others
 * and names it, where that is and how it is written there, since the rest is theirs. Each row says its `section`.
 */
export async function* read(actor: Pick<Actor, 'workspaceId'>, phoneNumber: string): AsyncGenerator<ReportRow> {
  const subject = subjectOf(actor, phoneNumber)
  for (const [section, rows] of Object.entries(SECTIONS)) for await (const row of rows(subject)) yield { section, ...row }
}

const subjectOf = ({ workspaceId }: Pick<Actor, 'workspaceId'>, phoneNumber: string): Subject => ({ workspaceId, phoneNumber, traces: tracesOf(phoneNumber) })

/** As far as it is known before everything is searched. */
async function countIn(subject: Subject): Promise<number> {
  const { workspaceId } = subject
  const counts = await Promise.all([
    countOf(sql`from calls c where ${itsCalls(subject)}`),
    countOf(sql`from messages where workspace_id = ${workspaceId} and conversation_id in ${itsConversations(subject)}`),
    countOf(sql`from leads where id in ${itsLeads(subject)}`),
  ])
  return counts.reduce((sum, count) => sum + count, 0)
}
