import { clock } from '../../kernel/lib/clock.ts'
import { log } from '../../kernel/log.ts'
import { query, type Sql, sql } from '../../kernel/db/sql.ts'

/** Delay until the next check after one without news, or one that a crash interrupted. */
export const RECHECK_INTERVAL_MS = 30_000

/**
 * Claims up to `limit` rows whose `next_check_at` is due, and processes them; returns how many. Claiming a row postpones its next check by an
 * interval, so that several processes share the work and a crash only delays it.
 */
export async function processDueRows(table: 'calls' | 'messages', limit: number, interval: Sql, processRow: (id: number) => Promise<unknown>): Promise<number> {
  const rows = await query<{ id: number }>(sql`
    update ${TABLES[table]} set next_check_at = ${clock.now()}::timestamptz + ${interval}
    where id in (select id from ${TABLES[table]} where next_check_at <= ${clock.now()}::timestamptz order by next_check_at limit ${limit} for update skip locked) returning id`)
  await Promise.all(rows.map(({ id }) => processRow(id).catch((err: unknown) => log.error({ err, table, id }, 'could not process a due row'))))
  return rows.length
}

const TABLES = { calls: sql`calls`, messages: sql`messages` }
