import type pg from 'pg'

/** What a finished call writes to PostgreSQL's log for a table with its indexes. */
export interface WalCost {
  bytes: number
  records: number
}

/**
 * Records of several pages count for each page in equal parts. Of a partition, the table is named. Records without a page (commits, 40 bytes each) belong to
 * no table and aren't counted: loops and sweeps commit as well.
 */
const COUNT = `
  with changes as (
    select start_lsn, relfilenode, record_length::float8 / count(*) over (partition by start_lsn) as bytes, 1 / count(*) over (partition by start_lsn)::float8 as record
    from pg_get_wal_block_info($1, $2) where reldatabase = (select oid from pg_database where datname = current_database())),
  tables as (
    select pg_relation_filenode(c.oid) as filenode, coalesce(parent.inhparent, t.oid)::regclass::text as name
    from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_class toast on toast.reltoastrelid = c.oid
    join pg_class t on t.oid = coalesce(i.indrelid, toast.oid, c.oid) left join pg_inherits parent on parent.inhrelid = t.oid
    where c.relkind in ('r', 'i', 't', 'S'))
  select name, sum(bytes)::float8 as bytes, sum(record)::float8 as records from changes join tables on filenode = relfilenode group by 1`

/** Where the log ends now. */
export async function walPosition(client: pg.ClientBase): Promise<string> {
  await client.query('select txid_current()')
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn')
  return rows[0]!.lsn
}

/** Counts what was written between two positions, by table, for each of a number of calls. */
export async function countWal(client: pg.ClientBase, from: string, to: string, calls: number): Promise<Record<string, WalCost>> {
  const { rows } = await client.query<WalCost & { name: string }>(COUNT, [from, to])
  return Object.fromEntries(rows.map(({ name, bytes, records }) => [name, { bytes: bytes / calls, records: records / calls }]))
}
