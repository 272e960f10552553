import { clock } from '../../kernel/lib/clock.ts'
import { log } from '../../kernel/log.ts'
import { query, type Sql, sql } from '../../kernel/db/sql.ts'

/** How long a look that tells nothing new, or that a crash cut short, puts off the next one. */
export const LOOKED_AGAIN_MS = 30_000

/**
 * Looks at rows whose `check_at` has come, up to `limit` of them; answers how many. Taking one puts its next look off, by an interval of
 * the row, so that several processes share the work and a crash only delays it.
 */
export async function lookAtDue(table: 'calls' | 'messages', limit: number, putOff: Sql, look: (id: number) => Promise<unknown>): Promise<number> {
  const rows = await query<{ id: number }>(sql`
    update ${TABLES[table]} set check_at = ${clock.now()}::timestamptz + ${putOff}
    where id in (select id from ${TABLES[table]} where check_at <= ${clock.now()}::timestamptz order by check_at limit ${limit} for update skip locked) returning id`)
  await Promise.all(rows.map(({ id }) => look(id).catch((err: unknown) => log.error({ err, table, id }, 'could not process a due row'))))
  return rows.length
}

const TABLES = { calls: sql`calls`, messages: sql`messages` }
