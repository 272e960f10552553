import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { empty, sql } from '../../../kernel/db/sql.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import { columnsOf, fieldsOf, OWN } from '../../calls/results/resultColumns.ts'
import * as resultExports from '../../calls/results/resultExports.ts'
import type { Result } from '../../calls/results/resultColumns.ts'
import { readWhere } from '../../calls/results/results.ts'
import { behind, conditions, ORDER } from './reportCalls.ts'
import { inBatches } from '../../shared/batches.ts'
import { countOf, type ReportFilter, type ReportRow, type ReportRows } from '../reportRows.ts'

/** Read at once: results are heavy, since they hold what was said. */
const BATCH = 100

/**
 * Finished calls of campaigns that ended in a period, with what they found out. Of one campaign they have its columns beside the
 * fields, as its export has; NOT_FOUND for one that is not there.
 */
export async function open(actor: Actor, filter: ReportFilter): Promise<ReportRows> {
  const rows = inBatches(
    BATCH,
    (after, take) => readWhere(sql`${only(actor, filter)} ${after ? behind(after) : empty} ${ORDER} limit ${take}`),
    ({ completedAt, id }) => ({ at: completedAt, id }),
  )
  const count = () => countOf(sql`from calls c where ${only(actor, filter)}`)
  if (filter.campaignId == null) return { header: [...Object.keys(OWN), 'campaign_id'], rows: plain(rows), count }
  const campaign = await campaigns.get(actor, filter.campaignId)
  const columns = columnsOf(campaign)
  const { header, cellsOf } = resultExports.shapeOf(campaign, columns)
  return { header, rows: shaped(rows, (result) => ({ ...resultExports.exported(result, columns), completed_at: result.completedAt })), cellsOf, count }
}

const only = (actor: Actor, filter: ReportFilter) => sql`${conditions(actor, filter)} and c.campaign_id is not null and c.finished_at is not null`

const plain = (rows: AsyncIterable<Result>) =>
  shaped(rows, (result) => ({ ...fieldsOf(result), completed_at: result.completedAt, campaign_id: result.campaignId }))

async function* shaped(rows: AsyncIterable<Result>, shape: (result: Result) => ReportRow): AsyncGenerator<ReportRow> {
  for await (const row of rows) yield shape(row)
}
