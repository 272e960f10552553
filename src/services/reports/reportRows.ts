import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { columnOf, ifGiven, rawSql, sql } from '../../kernel/db/sqlText.ts'
import type { BatchCursor } from '../shared/batches.ts'
import type { StoredList } from './lists/storedLists.ts'
import type { Period } from '../shared/periods.ts'

/** Filter of the rows of a report. */
export interface ReportFilter {
  period: Period
  /** Time zone of the days. */
  timezone: string
  campaignId?: CampaignId | null
  status?: string | null
  outcome?: string | null
  /** Number of the data subject, E.164. */
  phoneNumber?: string | null
  /** The list that the report exports as it was filtered. */
  list?: StoredList
}

/** A row by public field names: amounts in micro-units as bigint, times as Date, compound values as JSON. */
export type ReportRow = Record<string, unknown>

export interface ReportRows {
  /** Column names, in order. */
  header: readonly string[]
  /** Rows, oldest first, read in batches on demand. */
  rows: AsyncIterable<ReportRow>
  /** Cells of a row, if they are not simply the fields named in the header. */
  cellsOf?: (row: ReportRow) => unknown[]
  /** Names of the lists in a file with several lists, in order; each row names its list. */
  sections?: readonly string[]
  /** Total number of rows, for progress. */
  count: () => Promise<number>
}

/** The parameters of the conditions below. */
export const paramsOf = ({ workspaceId }: Pick<Actor, 'workspaceId'>, { period, campaignId, status, outcome }: ReportFilter) => ({
  workspaceId,
  from: period.from,
  to: period.to,
  campaignId,
  status,
  outcome,
})

/** Condition: a timestamp is in the period from `$from` to `$to`, where given. */
export const inPeriod = (column: string) => sql`${ifGiven('from', rawSql(`and ${column} >= $from`))} ${ifGiven('to', rawSql(`and ${column} < $to`))}`

/** Condition: a column equals the parameter, if given. */
export const equalTo = (column: string, parameter: keyof ReportFilter) => ifGiven(parameter, rawSql(`and ${column} = $${parameter}`))

/** Condition: the row comes after the last one of a batch, if there is one. `afterParams` has its parameters. */
export const isAfter = (time: string, id: string) => ifGiven('afterId', rawSql(`and (${time}, ${id}) > ($afterAt, $afterId)`))
export const afterParams = (after: BatchCursor | null) => ({ afterAt: after?.at, afterId: after?.id })

/** Returns a row of a statement by public field names, which are the names of its columns. */
export const toReportRow = (row: object): ReportRow => Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value]))

export async function* toReportRows(rows: AsyncIterable<object>): AsyncGenerator<ReportRow> {
  for await (const row of rows) yield toReportRow(row)
}
