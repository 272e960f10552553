import { log } from '../../kernel/log.ts'
import { rawSql, sql, type SqlText } from '../../kernel/db/sqlText.ts'

/** Delay until the next check after one without news, or one that a crash interrupted. */
export const RECHECK_INTERVAL_MS = 30_000

type Table = 'calls' | 'messages'

/**
 * The rest of `update <table> set`, which claims up to `$limit` rows whose `next_check_at` is due at `$now`, and returns their IDs. Claiming a
 * row postpones its next check by the interval, so that several processes share the work and a crash only delays it.
 */
export const claimDueRows = (table: Table, interval: SqlText): SqlText => sql`
  next_check_at = $now::timestamptz + ${interval}
  where id in (select id from ${rawSql(table)} where next_check_at <= $now order by next_check_at limit $limit for update skip locked) returning id`

/** Processes claimed rows at once, and logs what fails. Returns how many there were. */
export async function processRows(table: Table, rows: readonly { id: number }[], processRow: (id: number) => Promise<unknown>): Promise<number> {
  await Promise.all(rows.map(({ id }) => processRow(id).catch((err: unknown) => log.error({ err, table, id }, 'could not process a due row'))))
  return rows.length
}
