import { sql } from '../../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../../kernel/db/statement.ts'
import { BUCKETS } from './registerBuckets.ts'
import { isLoaderDead } from './registerLoads.ts'

/** Buckets of a load that one statement deletes. */
const BATCH = 4_096

const ALL = { acrossWorkspaces: 'A worker looks for loads of all workspaces and of the server.' }

const endDeadLoads = statement(
  'dncRegisters.endDeadLoads',
  sql`
    update dnc_registers r set next_load = null, error = 'The server stopped while the file was loaded. Load it again.'
    where r.next_load is not null and ${isLoaderDead} and ${AUDIT_ACTOR}`,
  ALL,
)

const listOldLoads = statement(
  'dncRegisters.listOldLoads',
  sql`
    with recursive loads as (
      select min(load_id) as load_id from dnc_register_buckets
      union all select (select min(b.load_id) from dnc_register_buckets b where b.load_id > loads.load_id) from loads where loads.load_id is not null)
    select load_id as "load_id!" from loads where load_id is not null
      and not exists (select from dnc_registers r where r.active_load = loads.load_id or r.next_load = loads.load_id)`,
  ALL,
)

const deleteBuckets = statement(
  'dncRegisters.deleteBuckets',
  sql`delete from dnc_register_buckets where load_id = $loadId and bucket >= $from and bucket < $to`,
)

/**
 * Ends the loads of dead processes, and deletes the numbers of loads that were replaced, failed or whose register was deleted, in batches. Safe to
 * repeat and to run in several processes. If the process dies, the next sweep continues.
 */
export async function sweep(): Promise<void> {
  await endDeadLoads.run({})
  for (const { loadId } of await listOldLoads.all({}))
    for (let from = 0; from < BUCKETS; from += BATCH) await deleteBuckets.run({ loadId, from, to: from + BATCH })
}
