import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import type { Lead } from '../../../generated/prisma/client.ts'
import type { LeadColumn, ListColumn } from '../../../inputs/listExports.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import * as calls from '../../calls/calls.ts'
import * as leadLists from '../../leads/leadLists.ts'
import type { ReportRow, ReportRows } from '../reportRows.ts'
import { expandAnswers, layoutOf, toAnswerCells, toFieldCells } from './listLayout.ts'
import type { StoredList } from './storedLists.ts'

const BATCH = 500

/** Opens a campaign's leads as they are filtered and sorted, with the columns of the list. Throws NOT_FOUND for a canceled campaign. */
export async function open(actor: Actor, { columns: chosen, campaignId, leads: list }: StoredList): Promise<ReportRows> {
  const campaign = await campaigns.get(actor, campaignId!)
  const columns = expandAnswers(chosen, campaign)
  const { filter, order } = list!
  return { ...layoutOf(columns), rows: readRows(), count: () => leadLists.count(actor, campaignId!, filter) }

  async function* readRows(): AsyncGenerator<ReportRow> {
    for (let after: string | null = null, more = true; more;) {
      const page: { rows: Lead[]; hasMore: boolean } = await leadLists.list(actor, campaignId!, { first: BATCH, after }, filter, undefined, order)
      yield* await toRows(actor, page.rows, columns)
      more = page.hasMore
      if (more) after = leadLists.cursorOf(page.rows.at(-1)!, order)
    }
  }
}

const CELLS: Record<Exclude<LeadColumn, 'answers'>, (lead: Lead) => unknown> = {
  name: ({ name }) => name,
  phone: ({ phoneNumber }) => phoneNumber,
  status: ({ status }) => status,
  attempts: ({ attempts }) => attempts,
  waits: ({ status, nextAttemptAt }) => (status === 'pending' ? nextAttemptAt : null),
  outcome: ({ lastOutcome }) => lastOutcome,
  externalId: ({ externalId }) => externalId,
  added: ({ createdAt }) => createdAt,
  id: ({ id }) => id,
}

/** Converts leads to rows, with the answers of their latest calls, which one query reads. */
async function toRows(actor: Actor, leads: readonly Lead[], columns: readonly ListColumn[]): Promise<ReportRow[]> {
  const names = columns.flatMap(({ name }) => (Object.hasOwn(CELLS, name) ? [name as keyof typeof CELLS] : []))
  const details = await calls.listDetails(
    actor,
    leads.map(({ lastCallId }) => (lastCallId ?? 0) as CallId),
  )
  return leads.map((lead, at) => ({
    ...Object.fromEntries(names.map((name) => [name, CELLS[name](lead) ?? null])),
    ...toFieldCells(lead.data, columns),
    ...toAnswerCells(details[at]?.structuredData, columns),
  }))
}
