import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { empty, sql } from '../../../kernel/db/sql.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import { columnsOf, fieldsOf, RESULT_FIELDS } from '../../calls/results/resultColumns.ts'
import * as resultExports from '../../calls/results/resultExports.ts'
import type { Result } from '../../calls/results/resultColumns.ts'
import { queryResults } from '../../calls/results/results.ts'
import { afterMark, conditions, ORDER } from './reportCalls.ts'
import { readInBatches } from '../../shared/batches.ts'
import { countRows, type ReportFilter, type ReportRow, type ReportRows } from '../reportRows.ts'

/** Small, because results contain transcripts. */
const BATCH = 100

/**
 * Opens the results of campaign calls that ended in a period. With a campaign, adds its columns to the fields, as in its own export. Throws
 * NOT_FOUND for an unknown campaign.
 */
export async function open(actor: Actor, filter: ReportFilter): Promise<ReportRows> {
  const rows = readInBatches(
    BATCH,
    (after, take) => queryResults(sql`${conditionsOf(actor, filter)} ${after ? afterMark(after) : empty} ${ORDER} limit ${take}`),
    ({ completedAt, id }) => ({ at: completedAt, id }),
  )
  const count = () => countRows(sql`from calls c where ${conditionsOf(actor, filter)}`)
  if (filter.campaignId == null) return { header: [...Object.keys(RESULT_FIELDS), 'campaign_id'], rows: withoutColumns(rows), count }
  const campaign = await campaigns.get(actor, filter.campaignId)
  const columns = columnsOf(campaign)
  const { header, cellsOf } = resultExports.layoutOf(campaign, columns)
  return { header, rows: mapRows(rows, (result) => ({ ...resultExports.toExportedResult(result, columns), completed_at: result.completedAt })), cellsOf, count }
}

const conditionsOf = (actor: Actor, filter: ReportFilter) => sql`${conditions(actor, filter)} and c.campaign_id is not null and c.finished_at is not null`

const withoutColumns = (rows: AsyncIterable<Result>) =>
  mapRows(rows, (result) => ({ ...fieldsOf(result), completed_at: result.completedAt, campaign_id: result.campaignId }))

async function* mapRows(rows: AsyncIterable<Result>, shape: (result: Result) => ReportRow): AsyncGenerator<ReportRow> {
  for await (const row of rows) yield shape(row)
}
