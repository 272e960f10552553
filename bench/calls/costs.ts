import type pg from 'pg'
import type { Child } from '../ipc.ts'
import type { CpuMeter } from '../postgres.ts'

/** What a process and PostgreSQL have spent so far. CPU in microseconds, WAL in bytes. */
export interface Costs {
  server: number
  postgres: number
  commits: number
  walBytes: number
  walRecords: number
  /** Whole pages in the log: the first change of a page after a checkpoint writes all of it. */
  walPages: number
  /** Rows that sequential scans have read. */
  scanned: number
  jobs: number
}

const COUNTERS = `
  select (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits,
    (select wal_bytes from pg_stat_wal)::float8 as "walBytes", (select wal_records from pg_stat_wal)::float8 as "walRecords",
    (select wal_fpi from pg_stat_wal)::float8 as "walPages",
    (select sum(seq_tup_read) from pg_stat_user_tables)::float8 as scanned,
    (select coalesce(last_value, 0) from pg_sequences where schemaname = 'graphile_worker' and sequencename like '%jobs_id%')::float8 as jobs`

/** Reads the counters. PostgreSQL's sessions report theirs at most a second late, so call it when the work is over. */
export async function readCosts(child: Child, client: pg.ClientBase, postgresCpu: CpuMeter): Promise<Costs> {
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<Omit<Costs, 'server' | 'postgres'>>(COUNTERS)
  const { user, system } = await child.ask<NodeJS.CpuUsage>('cpu')
  return { ...rows[0]!, server: user + system, postgres: postgresCpu?.() ?? Number.NaN }
}

/** Returns what was spent between two readings, divided by a count. */
export function spentPer(count: number, before: Costs, after: Costs): Costs {
  const keys = Object.keys(before) as (keyof Costs)[]
  return Object.fromEntries(keys.map((key) => [key, (after[key] - before[key]) / count])) as unknown as Costs
}
