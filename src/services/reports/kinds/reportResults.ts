import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import { columnsOf, FIELDS_AFTER, FIELDS_BEFORE, fieldsOf } from '../../calls/results/resultColumns.ts'
import * as resultExports from '../../calls/results/resultExports.ts'
import type { Result } from '../../calls/results/resultColumns.ts'
import { SELECT_RESULTS } from '../../calls/results/results.ts'
import { IS_AFTER, MATCHES_FILTER, ORDER } from './reportCalls.ts'
import { readInBatches } from '../../shared/batches.ts'
import { afterParams, paramsOf, type ReportFilter, type ReportRow, type ReportRows } from '../reportRows.ts'

/** Small, because results contain transcripts. */
const BATCH = 100

const OF_CAMPAIGNS = sql`where ${MATCHES_FILTER} and c.campaign_id is not null and c.finished_at is not null`
const readResults = statement('reports.readResults', sql`${SELECT_RESULTS} ${OF_CAMPAIGNS} ${IS_AFTER} ${ORDER} limit $take`)
const countResults = statement('reports.countResults', sql`select count(*)::int as count from calls c ${OF_CAMPAIGNS}`)

/**
 * Opens the results of campaign calls that ended in a period. With a campaign, adds its columns to the fields, as in its own export. Throws
 * NOT_FOUND for an unknown campaign.
 */
export async function open(actor: Actor, filter: ReportFilter): Promise<ReportRows> {
  const rows = readInBatches(
    BATCH,
    (after, take): Promise<Result[]> => readResults.all({ ...paramsOf(actor, filter), ...afterParams(after), take }),
    ({ completedAt, id }) => ({ at: completedAt, id }),
  )
  const count = async () => (await countResults.get(paramsOf(actor, filter)))!.count
  if (filter.campaignId == null) return { header: [...FIELDS_BEFORE, 'campaign_id', ...FIELDS_AFTER], rows: withoutColumns(rows), count }
  const campaign = await campaigns.get(actor, filter.campaignId)
  const columns = columnsOf(campaign)
  const { header, cellsOf } = resultExports.layoutOf(campaign, columns)
  return { header, rows: mapRows(rows, (result) => ({ ...resultExports.toExportedResult(result, columns), completed_at: result.completedAt })), cellsOf, count }
}

const withoutColumns = (rows: AsyncIterable<Result>) =>
  mapRows(rows, (result) => ({ ...fieldsOf(result), completed_at: result.completedAt, campaign_id: result.campaignId }))

async function* mapRows(rows: AsyncIterable<Result>, shape: (result: Result) => ReportRow): AsyncGenerator<ReportRow> {
  for await (const row of rows) yield shape(row)
}
