import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { CURRENCY } from '../../../kernel/lib/money.ts'
import type { TranscriptLine } from '../../../providers/provider.ts'
import { empty, query, raw, sql, type Sql } from '../../../kernel/db/sql.ts'
import * as recordings from '../../calls/recordings/recordings.ts'
import { readInBatches, type BatchCursor } from '../../shared/batches.ts'
import { equalTo, countRows, type ReportFilter, type ReportRow, type ReportRows, inPeriod } from '../reportRows.ts'
import { toPublicTranscript } from '../../calls/results/resultColumns.ts'

/** Small, because calls contain their transcripts. */
const BATCH = 200

/** Columns of `calls` and `call_details` whose public names are the same. */
const CALL_FIELDS =
  'id status outcome direction from_number to_number country agent_id campaign_id lead_id provider provider_call_id created_at started_at ended_at duration_seconds ended_reason provider_ended_reason detected_language recorded recording_reason'.split(
    ' ',
  )
const DETAIL_FIELDS = 'summary analysis structured_data validation_errors success_evaluation metadata'.split(' ')
const HEADER = [...CALL_FIELDS, 'recording_url', 'cost', 'currency', ...DETAIL_FIELDS, 'transcript']

export type CallRow = ReportRow & { id: number; ended_at: Date; transcript: TranscriptLine[] | null } & Record<'call', Parameters<typeof recordings.urlOf>[0]>

/** Opens the calls that ended in a period, in the order of their end. */
export const open = (actor: Actor, filter: ReportFilter): ReportRows => ({
  header: HEADER,
  rows: readAll(actor, filter),
  count: () => countRows(sql`from calls c where ${conditions(actor, filter)}`),
})

async function* readAll(actor: Actor, filter: ReportFilter): AsyncGenerator<ReportRow> {
  const read = (after: BatchCursor | null, take: number) =>
    query<CallRow>(selectCalls(sql`select * from calls c where ${conditions(actor, filter)} ${after ? afterMark(after) : empty} ${ORDER} limit ${take}`, ORDER))
  for await (const row of readInBatches(BATCH, read, ({ ended_at, id }) => ({ at: ended_at, id }))) yield toRow(row)
}

/** Selects calls by their public names, with more columns of `calls c` and `call_details d`. */
export const selectCalls = (calls: Sql, ordered: Sql, more: readonly string[] = []): Sql => sql`
  select ${raw([...CALL_FIELDS.map((name) => `c.${name}`), ...DETAIL_FIELDS.map((name) => `d.${name}`), ...more].join(', '))}, c.cost_micros as cost, d.transcript,
    json_build_object('id', c.id, 'recorded', c.recorded, 'hasRecording', c.has_recording, 'recordingDeletedAt', c.recording_deleted_at) as call
  from (${calls}) c left join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id ${ordered}`

export const toRow = ({ call, transcript, ...row }: CallRow): ReportRow => ({
  ...row,
  recording_url: recordings.urlOf(call) ?? null,
  currency: CURRENCY,
  transcript: toPublicTranscript(transcript ?? []),
})

/** SQL condition on `calls c` for a filter. */
export const conditions = ({ workspaceId }: Actor, { period, campaignId, status, outcome }: ReportFilter) => sql`
  c.workspace_id = ${workspaceId} and c.ended_at is not null ${inPeriod(sql`c.ended_at`, period)}
  ${equalTo(sql`c.campaign_id`, campaignId)} ${equalTo(sql`c.status`, status)} ${equalTo(sql`c.outcome`, outcome)}`

/** The order of an index, with and without a campaign, so that an export reads each row once and none outside its period. */
export const ORDER = sql`order by c.ended_at, c.id`
export const afterMark = ({ at, id }: BatchCursor) => sql`and (c.ended_at, c.id) > (${at}, ${id})`
