import type pg from 'pg'

/** A table as a backup stores it. */
export interface StoredTable {
  /** `calls`, or with a schema other than the product's: `graphile_worker._private_jobs`. */
  name: string
  columns: string[]
}

/** The next value of a sequence comes after this one. */
export interface SequenceValue {
  name: string
  value: string
}

/** The tables of the job queue. The library's other tables are its own. */
const JOB_TABLES = ['_private_jobs', '_private_job_queues', '_private_tasks']

/** Locks of processes that are gone after a restore. */
const PROCESS_COLUMNS = ['locked_at', 'locked_by']

/** Rows that a backup leaves out: everyone signs in again, no process runs, and the encryption keys are stored by themselves. */
const LEFT_OUT: Record<string, string> = {
  sessions: 'where false',
  server_processes: 'where false',
  unlogged_marker: 'where false',
  settings: "where key <> 'encryption_key'",
}

const IS_OURS = `((n.nspname = current_schema() and c.relname <> '_prisma_migrations') or (n.nspname = 'graphile_worker' and c.relname = any($1)))
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
const NAME = `case when n.nspname = current_schema() then c.relname else n.nspname || '.' || c.relname end`

/** For transactions that copy: they may take long, and values have one form everywhere. */
export const COPY_SETTINGS = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1`

/** Lists the tables, with the columns that are stored rather than generated. A partitioned table stands for its partitions. */
export async function listTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select ${NAME} as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition and ${IS_OURS} group by 1 order by 1`,
    [JOB_TABLES],
  )
  return rows
}

/** Lists the values of the sequences. A sequence is never rolled back, so read them after the rows. */
export async function listSequences(client: pg.ClientBase): Promise<SequenceValue[]> {
  const { rows } = await client.query<SequenceValue>(
    `select case when schemaname = current_schema() then sequencename::text else schemaname || '.' || sequencename end as name, last_value::text as value
     from pg_sequences where schemaname in (current_schema(), 'graphile_worker') and last_value is not null order by 1`,
  )
  return rows
}

/** Returns a name as SQL. */
export const quoted = (name: string) =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.')

/** The statement that reads a table for a backup. */
export const copyOutOf = ({ name, columns }: StoredTable) =>
  `copy (select ${columns.map((column) => (PROCESS_COLUMNS.includes(column) && name.startsWith('graphile_worker.') ? `null as ${quoted(column)}` : quoted(column))).join(', ')} from ${quoted(name)} ${LEFT_OUT[name] ?? ''}) to stdout`

/** The statement that fills a table from a backup. */
export const copyInto = ({ name, columns }: StoredTable) => `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`
