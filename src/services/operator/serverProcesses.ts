import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Env } from '../../kernel/config/env.ts'
import { version } from '../../kernel/config/version.ts'
import { log } from '../../kernel/log.ts'
import { repeat } from '../../kernel/loops.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

/** How often a process reports, in milliseconds. */
const REPORT_INTERVAL_MS = 30_000

/** Adds a process or says that it still runs, and removes those that have been silent for an hour. */
const report = statement(
  'serverProcesses.report',
  sql`
    with gone as (delete from server_processes where seen_at < now() - interval '1 hour' and id <> $id::uuid)
    insert into server_processes (id, host, role, version, started_at, seen_at) values ($id::uuid, $host, $role, $version, now(), now())
    on conflict (id) do update set seen_at = excluded.seen_at`,
)
const remove = statement('serverProcesses.remove', sql`delete from server_processes where id = $id::uuid`)

/** A process that has not reported for 100 seconds, three times its interval, is silent. */
const list = statement(
  'serverProcesses.list',
  sql`
    select id, host, role, version, started_at, seen_at, seen_at < now() - interval '100 seconds' as "is_silent!"
    from server_processes order by host, started_at, id`,
)
export type ServerProcess = Awaited<ReturnType<typeof list.all>>[number]

/** Reports a process at once and every 30 seconds while it runs, until stopped. A process that is killed stays in the list for an hour. */
export async function startReports(role: Env['ROLE'], isRunning: () => boolean): Promise<{ stop(): Promise<void> }> {
  const own = { id: randomUUID(), host: hostname(), role, version }
  const ending = new AbortController()
  const reports = repeat(ending.signal, REPORT_INTERVAL_MS, () => (isRunning() ? report.run(own) : remove.run({ id: own.id })))
  return {
    async stop() {
      ending.abort()
      await reports
      await remove.run({ id: own.id }).catch((err: Error) => log.warn({ err: err.message }, 'could not remove this process from the list'))
    },
  }
}

/** Lists the processes of this server that run, and those that ended within an hour without saying so. */
export const listAll = (): Promise<ServerProcess[]> => list.all({})
