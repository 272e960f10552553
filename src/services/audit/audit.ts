import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { type AuditEntry, Prisma } from '../../generated/prisma/client.ts'
import type { AuditFilter } from '../../inputs/audit.ts'
import { LONG_PAGE } from '../../kernel/db/rows.ts'
import { columns, join, query, raw, sql, type Sql } from '../../kernel/db/sql.ts'
import { readInBatchesById } from '../shared/batches.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

const FIELDS = Object.keys(Prisma.AuditEntryScalarFieldEnum)
const BATCH = 1_000

/** Lists the workspace's audit entries, newest first. */
export const list = ({ workspaceId }: Actor, filter: AuditFilter, page: PageArgs) =>
  pageById(page, LONG_PAGE, ({ where: { id }, take }) =>
    query<AuditEntry>(sql`
      select ${columns(FIELDS)} from audit_entries where ${filterSql(workspaceId, filter)} ${id ? sql`and id < ${id.lt}` : sql``}
      order by id desc limit ${take}`),
  )

/** Yields the matching entries, oldest first, read in batches, so that few are in memory. */
export const read = ({ workspaceId }: Actor, filter: AuditFilter = {}): AsyncGenerator<AuditEntry> =>
  readInBatchesById(BATCH, (after, take) =>
    query<AuditEntry>(sql`
      select ${columns(FIELDS)} from audit_entries where ${filterSql(workspaceId, filter)} and id > ${after} order by id limit ${take}`),
  )

/** Counts the matching entries. */
export async function count({ workspaceId }: Actor, filter: AuditFilter = {}): Promise<number> {
  const [counted] = await query<{ count: bigint }>(sql`select count(*) as count from audit_entries where ${filterSql(workspaceId, filter)}`)
  return Number(counted!.count)
}

const EQUAL = {
  resource: 'resource',
  resourceId: 'resource_id',
  operation: 'operation',
  actorKind: 'actor_kind',
  userId: 'user_id',
  apiKeyId: 'api_key_id',
  action: 'action',
}

function filterSql(workspaceId: WorkspaceId, { from, to, q, ...filter }: AuditFilter): Sql {
  const equal = Object.entries(EQUAL).flatMap(([field, column]) => {
    const value = filter[field as keyof typeof filter]
    return value == null ? [] : [sql`${raw(column)} = ${value}`]
  })
  return join(
    [sql`workspace_id = ${workspaceId}`, ...equal, ...(from ? since(workspaceId, from) : []), ...(to ? until(workspaceId, to) : []), ...searchSql(q)],
    ' and ',
  )
}

// Entries are read by ID. An entry's time is the start of its transaction, which lasts half a minute at most. So an entry an hour away
// (to allow for clock changes) is on the same side by its ID as by its time, and few rows outside the range are read.
const since = (workspaceId: WorkspaceId, from: Date): Sql[] => [
  sql`created_at >= ${from}`,
  sql`id > coalesce((select id from audit_entries where workspace_id = ${workspaceId} and created_at < ${from}::timestamptz - interval '1 hour' order by created_at desc, id desc limit 1), 0)`,
]
const until = (workspaceId: WorkspaceId, to: Date): Sql[] => [
  sql`created_at < ${to}`,
  sql`id < coalesce((select id from audit_entries where workspace_id = ${workspaceId} and created_at >= ${to}::timestamptz + interval '1 hour' order by created_at, id limit 1), 2147483647)`,
]

/** Searches for three characters or more, with the trigram index. */
const searchSql = (q: string | null | undefined): Sql[] =>
  q == null ? [] : [sql`audit_words(actor_name, operation, resource, resource_id, before, after) ilike ${`%${q.replaceAll(/[\\%_]/g, '\\$&')}%`}`]
