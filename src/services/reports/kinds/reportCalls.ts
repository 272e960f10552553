import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { CURRENCY } from '../../../kernel/lib/money.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { TranscriptLine } from '../../../providers/provider.ts'
import { rawSql, sql, type SqlText } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { transcriptSql } from '../../calls/progress/liveTranscripts.ts'
import * as recordings from '../../calls/recordings/recordings.ts'
import { readInBatches } from '../../shared/batches.ts'
import { afterParams, equalTo, inPeriod, isAfter, paramsOf, type ReportFilter, type ReportRow, type ReportRows, toReportRow } from '../reportRows.ts'
import { fromJson } from '../../shared/jsonColumns.ts'
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

/** Selects calls by their public names, with more columns of `calls c` and `call_details d`. */
export const selectCalls = (calls: SqlText, ordered: SqlText, more: readonly string[] = []): SqlText => sql`
  select ${rawSql([...CALL_FIELDS.map((name) => `c.${name}`), ...DETAIL_FIELDS.map((name) => `d.${name}`), ...more].join(', '))}, c.cost_micros as cost,
    ${transcriptSql('c', 'd')} as transcript,
    json_build_object('id', c.id, 'recorded', c.recorded, 'hasRecording', c.has_recording, 'recordingDeletedAt', c.recording_deleted_at) as call
  from (${calls}) c left join call_details d on d.workspace_id = $workspaceId and d.call_id = c.id ${ordered}`

/** Condition on `calls c` for a filter. */
export const MATCHES_FILTER = sql`
  c.workspace_id = $workspaceId and c.ended_at is not null ${inPeriod('c.ended_at')}
  ${equalTo('c.campaign_id', 'campaignId')} ${equalTo('c.status', 'status')} ${equalTo('c.outcome', 'outcome')}`

/** The order of an index, with and without a campaign, so that an export reads each row once and none outside its period. */
export const ORDER = sql`order by c.ended_at, c.id`
export const IS_AFTER = isAfter('c.ended_at', 'c.id')

const readCalls = statement('reports.readCalls', selectCalls(sql`select * from calls c where ${MATCHES_FILTER} ${IS_AFTER} ${ORDER} limit $take`, ORDER))
const countCalls = statement('reports.countCalls', sql`select count(*)::int as count from calls c where ${MATCHES_FILTER}`)

/** Opens the calls that ended in a period, in the order of their end. */
export const open = (actor: Actor, filter: ReportFilter): ReportRows => ({
  header: HEADER,
  rows: readAll(actor, filter),
  count: async () => (await countCalls.get(paramsOf(actor, filter)))!.count,
})

async function* readAll(actor: Actor, filter: ReportFilter): AsyncGenerator<ReportRow> {
  const rows = readInBatches(
    BATCH,
    (after, take) => readCalls.all({ ...paramsOf(actor, filter), ...afterParams(after), take }),
    ({ endedAt, id }) => ({ at: endedAt!, id }),
  )
  for await (const row of rows) yield toRow(row)
}

/** Returns a row of `selectCalls` by its public names. */
export const toRow = ({ call, transcript, ...row }: { call: Prisma.JsonValue; transcript: Prisma.JsonValue | null }): ReportRow => ({
  ...toReportRow(row),
  recording_url: recordings.urlOf(fromJson<Parameters<typeof recordings.urlOf>[0]>(call)) ?? null,
  currency: CURRENCY,
  transcript: toPublicTranscript(fromJson<TranscriptLine[] | null>(transcript) ?? []),
})
