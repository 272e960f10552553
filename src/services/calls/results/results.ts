import type { CampaignId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { SHORT_PAGE } from '../../../kernel/db/rows.ts'
import { equalIfGiven, ifGiven, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import type { DisclosureSaid } from '../../../inputs/disclosure.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import { isDisclosureSaid } from '../callDisclosures.ts'
import { type Page, pageById, type PageArgs } from '../../shared/paging.ts'
import { type Column, columnsOf, type Result } from './resultColumns.ts'

export interface ResultFilter {
  status?: string | null
  outcome?: string | null
  disclosureSaid?: DisclosureSaid | null
}

/** Returns a page of the results of a campaign's finished calls, newest first, and the display columns. Throws NOT_FOUND. */
export async function list(actor: Actor, campaignId: CampaignId, page: PageArgs, filter: ResultFilter = {}): Promise<Page<Result> & { columns: Column[] }> {
  const columns = columnsOf(await campaigns.get(actor, campaignId))
  const results = await pageById(page, SHORT_PAGE, ({ where, take }) => readPage(actor, campaignId, filter, { before: where.id?.lt, take }))
  return { ...results, columns }
}

/** Selects results of calls `c`. A condition, an order and a limit follow. */
export const SELECT_RESULTS = sql`
  select c.id, c.lead_id, c.campaign_id, c.to_number, c.status, c.outcome, c.duration_seconds, c.detected_language, c.recorded, c.has_recording,
    c.recording_deleted_at, coalesce(c.ended_at, c.finished_at) as "completed_at!", l.external_id, l.name as lead_name, l.data as lead_data,
    d.summary, d.analysis, d.structured_data, d.validation_errors, d.success_evaluation, d.transcript, d.unsaid
  from calls c join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id
  left join leads l on l.workspace_id = c.workspace_id and l.id = c.lead_id`

const listResults = statement(
  'results.list',
  sql`
    ${SELECT_RESULTS}
    where c.workspace_id = $workspaceId and c.campaign_id = $campaignId and c.finished_at is not null
      ${equalIfGiven(['status', 'outcome'], 'c')} ${ifGiven('disclosureSaid', sql`and ${isDisclosureSaid('d')}`)}
      ${ifGiven('before', sql`and c.id < $before`)}
    order by c.id desc limit $take`,
)

/** Reads up to `take` results, newest first, older than call `before` if given. */
export const readPage = (
  { workspaceId }: Actor,
  campaignId: CampaignId,
  { status, outcome, disclosureSaid }: ResultFilter,
  { before, take }: { before?: number; take: number },
): Promise<Result[]> => listResults.all({ workspaceId, campaignId, status, outcome, disclosureSaid, before, take })
