import { pool } from '../../src/kernel/db/db.ts'
import { type SeededWorkspace, seedWorkspace } from '../kit/fixtures/seededWorkspace.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import type { TestServer } from '../kit/server/testServer.ts'

/** The ID of one row in each of the victim's tables, so that it exists whatever a field looks up. */
export const FOREIGN = '5000000'
/** An ID that does not exist. */
export const ABSENT = '2000000000'
/** Tables whose IDs are in no argument of the API. */
const INNER_TABLES = new Set(['knowledge_base_syncs', 'alert_emails', 'alert_recipients', 'provider_deletions'])

/** Creates a workspace with a row `FOREIGN` in every table. The attacker's rows must exist before. */
export async function createVictim(testServer: TestServer): Promise<SeededWorkspace> {
  // The cost of the attacker's call is added when it ends, and would take the victim's ID.
  await waitFor('all calls to be charged', async () => (await pool.query("select from wallet_holds where status = 'open'")).rowCount === 0)
  // A workspace's first carrier account is the simulator's own, which the API does not show. The second one gets the ID.
  await pool.query(`select setval(pg_get_serial_sequence(format('%I', table_name), 'id'), ${FOREIGN} - (table_name = 'carrier_connections')::int, false)
    from information_schema.columns where table_schema = 'public' and column_name = 'id' and column_default like 'nextval%'`)
  const victim = await seedWorkspace(testServer)
  await moveAttempt(victim.acme.id)
  await pool.query(`update calls set recorded = true, has_recording = true, recording_deleted_at = null where id = ${FOREIGN}`)
  await pool.query(`update campaigns set status = 'paused' where status = 'running' and workspace_id = $1`, [victim.acme.id])
  return victim
}

/** Gives an attempt of the victim's webhooks this ID, which another workspace's retry may have taken. */
async function moveAttempt(workspaceId: number) {
  const attempts = () => pool.query<{ id: string }>('select id from webhook_attempts where workspace_id = $1 order by id limit 1', [workspaceId])
  await waitFor("an attempt of the victim's webhook", async () => (await attempts()).rowCount === 1)
  await pool.query(`delete from webhook_attempts where id = ${FOREIGN} and workspace_id <> $1`, [workspaceId])
  await pool.query(`update webhook_attempts set id = ${FOREIGN} where id = $1`, [(await attempts()).rows[0]!.id])
}

/** Tables of a workspace with IDs, but without the victim's row with this ID. */
export async function tablesWithoutRow(workspaceId: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`select i.table_name as name from information_schema.columns i
    join information_schema.columns w using (table_schema, table_name)
    where table_schema = 'public' and i.column_name = 'id' and i.column_default like 'nextval%' and w.column_name = 'workspace_id'
      and not (select relispartition from pg_class where oid = format('%I', i.table_name)::regclass)`)
  const missing: string[] = []
  for (const { name } of rows.filter((row) => !INNER_TABLES.has(row.name))) {
    const { rowCount } = await pool.query(`select from ${name} where id = ${FOREIGN} and workspace_id = $1`, [workspaceId])
    if (rowCount === 0) missing.push(name)
  }
  return missing
}

/** A digest of all rows of a workspace, table by table, after background work has finished. */
export async function settledDigest(workspaceId: number): Promise<string> {
  let last = ''
  await waitFor('background work to finish', async () => {
    const rows = await digestRows(workspaceId)
    const rests = rows === last
    last = rows
    return rests
  })
  return last
}

export async function digestRows(workspaceId: number): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'workspace_id' order by 1`,
  )
  const digests = []
  for (const { name } of rows) {
    const all = `select md5(coalesce(string_agg(r::text, E'\\n' order by r::text), '')) as md5 from ${name} r where workspace_id = $1`
    digests.push(`${name} ${(await pool.query<{ md5: string }>(all, [workspaceId])).rows[0]!.md5}`)
  }
  return digests.join('\n')
}
