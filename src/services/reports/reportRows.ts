import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import { empty, query, sql, type Sql } from '../../kernel/db/sql.ts'
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

/** SQL condition: a timestamp is in a period. */
export const inPeriod = (moment: Sql, { from, to }: Period) => sql`${from ? sql`and ${moment} >= ${from}` : empty} ${to ? sql`and ${moment} < ${to}` : empty}`

/** SQL condition: a column equals a value; no condition for null. */
export const equalTo = (column: Sql, value: string | number | null | undefined) => (value == null ? empty : sql`and ${column} = ${value}`)

/** Counts the rows of `from … where …`. */
export async function countRows(rows: Sql): Promise<number> {
  const [row] = await query<{ count: number }>(sql`select count(*)::int as count ${rows}`)
  return row!.count
}
