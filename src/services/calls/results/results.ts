import type { CampaignId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { SHORT_PAGE } from '../../../kernel/db/rows.ts'
import { empty, query, sql, type Sql } from '../../../kernel/db/sql.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import { type Page, pageById, type PageArgs } from '../../shared/paging.ts'
import { type Column, columnsOf, type Result } from './resultColumns.ts'

export interface ResultFilter {
  status?: string | null
  outcome?: string | null
}

/** Returns a page of the results of a campaign's finished calls, newest first, and the display columns. Throws NOT_FOUND. */
export async function list(actor: Actor, campaignId: CampaignId, page: PageArgs, filter: ResultFilter = {}): Promise<Page<Result> & { columns: Column[] }> {
  const columns = columnsOf(await campaigns.get(actor, campaignId))
  const results = await pageById(page, SHORT_PAGE, ({ where, take }) => readPage(actor, campaignId, filter, { before: where.id?.lt, take }))
  return { ...results, columns }
}

/** Reads up to `take` results, newest first, older than call `before` if given. */
export const readPage = (
  { workspaceId }: Actor,
  campaignId: CampaignId,
  { status, outcome }: ResultFilter,
  { before, take }: { before?: number; take: number },
) =>
  queryResults(sql`
    c.workspace_id = ${workspaceId} and c.campaign_id = ${campaignId} and c.finished_at is not null
    ${status == null ? empty : sql`and c.status = ${status}`} ${outcome == null ? empty : sql`and c.outcome = ${outcome}`}
    ${before === undefined ? empty : sql`and c.id < ${before}`}
    order by c.id desc limit ${take}`)

/** Queries results of calls `c`. The condition may include the order and the limit. */
export const queryResults = (condition: Sql) =>
  query<Result>(sql`
    select c.id, c.lead_id as "leadId", c.campaign_id as "campaignId", c.to_number as "toNumber", c.status, c.outcome,
      c.duration_seconds as "durationSeconds", c.detected_language as "detectedLanguage", c.recorded, c.has_recording as "hasRecording",
      c.recording_deleted_at as "recordingDeletedAt", coalesce(c.ended_at, c.finished_at) as "completedAt",
      l.external_id as "externalId", l.name as "leadName", l.data as "leadData",
      d.summary, d.analysis, d.structured_data as "structuredData", d.validation_errors as "validationErrors", d.success_evaluation as "successEvaluation", d.transcript
    from calls c join call_details d on d.call_id = c.id
    left join leads l on l.workspace_id = c.workspace_id and l.id = c.lead_id
    where ${condition}`)
