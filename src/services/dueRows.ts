import { pool } from '../db.ts'
import { log } from '../log.ts'

/**
 * Looks at rows whose `check_at` has come, up to `limit` of them; answers how many. Taking one puts its next look off, so that
 * several processes share the work and a crash only delays it.
 */
export async function lookAtDue(table: 'calls' | 'messages', limit: number, look: (id: number) => Promise<unknown>): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `update ${table} set check_at = now() + interval '30 seconds'
     where id in (select id from ${table} where check_at <= now() order by check_at limit $1 for update skip locked) returning id`,
    [limit],
  )
  await Promise.all(rows.map(({ id }) => look(id).catch((err: unknown) => log.error({ err, table, id }, 'looking at a row failed'))))
  return rows.length
}
