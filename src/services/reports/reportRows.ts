import { empty, query, sql, type Sql } from '../../kernel/db/sql.ts'
import type { Period } from '../shared/periods.ts'

/** What limits the rows of a report. */
export interface ReportFilter {
  period: Period
  /** Whose days are meant. */
  timezone: string
  campaignId?: number | null
  status?: string | null
  outcome?: string | null
  /** Whom it is about, E.164. */
  phoneNumber?: string | null
}

/** A row by the public names of its fields: amounts in micro-units as bigint, moments as Date, what is compound as JSON has it. */
export type ReportRow = Record<string, unknown>

export interface ReportRows {
  /** The names of a line's cells, in their order. */
  header: readonly string[]
  /** Read in batches while they are taken, oldest first. */
  rows: AsyncIterable<ReportRow>
  /** A line's cells, where they are more than the row's fields by the names of the header. */
  cellsOf?: (row: ReportRow) => unknown[]
  /** Of a file with several lists: their names in their order; each row says which one it is in. */
  sections?: readonly string[]
  /** How many rows there are, to tell how far a report is. */
  count: () => Promise<number>
}

/** The condition that a moment is in a period. */
export const within = (moment: Sql, { from, to }: Period) => sql`${from ? sql`and ${moment} >= ${from}` : empty} ${to ? sql`and ${moment} < ${to}` : empty}`

/** The condition that something is what was asked, if anything was. */
export const being = (column: Sql, value: string | number | null | undefined) => (value == null ? empty : sql`and ${column} = ${value}`)

/** How many rows there are `from … where …`. */
export async function countOf(rows: Sql): Promise<number> {
  const [found] = await query<{ count: number }>(sql`select count(*)::int as count ${rows}`)
  return found!.count
}
