import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { type AuditEntry, Prisma } from '../../generated/prisma/client.ts'
import type { AuditFilter } from '../../inputs/audit.ts'
import { partOf } from '../../kernel/db/patterns.ts'
import { LONG_PAGE, MAX_LONG_ID } from '../../kernel/db/rows.ts'
import { equalIfGiven, ifGiven, selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { readInBatchesById } from '../shared/batches.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

/** An entry with its ID as a number, which is exact up to 2^53. */
export type AuditEntryItem = Omit<AuditEntry, 'id'> & { id: number }
const toItem = (entry: AuditEntry): AuditEntryItem => ({ ...entry, id: Number(entry.id) })

const FIELDS = Object.keys(Prisma.AuditEntryScalarFieldEnum)
const BATCH = 1_000

// Entries are read by ID. An entry's time is the start of its transaction, which lasts half a minute at most. So an entry an hour away
// (to allow for clock changes) is on the same side by its ID as by its time, and few rows outside the range are read.
const SINCE = sql`and created_at >= $from and id > coalesce((
  select id from audit_entries where workspace_id = $workspaceId and created_at < $from - interval '1 hour' order by created_at desc, id desc limit 1), 0)`
const UNTIL = sql`and created_at < $to and id < coalesce((
  select id from audit_entries where workspace_id = $workspaceId and created_at >= $to + interval '1 hour' order by created_at, id limit 1), 9223372036854775807)`

/** The conditions of a filter. `words` is a pattern of at least three characters, for the trigram index. */
const MATCHES = sql`workspace_id = $workspaceId
  ${equalIfGiven(['resource', 'resource_id', 'operation', 'actor_kind', 'user_id', 'api_key_id', 'action'])}
  ${ifGiven('from', SINCE)}
  ${ifGiven('to', UNTIL)}
  ${ifGiven('words', sql`and audit_words(actor_name, operation, resource, resource_id, before, after) ilike $words`)}`

const filterParams = (workspaceId: WorkspaceId, { q, ...filter }: AuditFilter) => ({
  ...filter,
  workspaceId,
  words: q == null ? null : partOf(q),
})

const listNewest = statement(
  'audit.list',
  sql`select ${selectList(FIELDS)} from audit_entries where ${MATCHES} ${ifGiven('beforeId', sql`and id < $beforeId`)} order by id desc limit $take`,
)

/** Lists the workspace's audit entries, newest first. */
export const list = ({ workspaceId }: Actor, filter: AuditFilter, page: PageArgs) =>
  pageById(
    page,
    LONG_PAGE,
    async ({ where: { id }, take }) => (await listNewest.all({ ...filterParams(workspaceId, filter), beforeId: id?.lt, take })).map(toItem),
    MAX_LONG_ID,
  )

const readBatch = statement('audit.read', sql`select ${selectList(FIELDS)} from audit_entries where ${MATCHES} and id > $afterId order by id limit $take`)

/** Yields the matching entries, oldest first, read in batches, so that few are in memory. */
export const read = ({ workspaceId }: Actor, filter: AuditFilter = {}): AsyncGenerator<AuditEntryItem> =>
  readInBatchesById(BATCH, async (afterId, take) => {
    const rows = await readBatch.all({ ...filterParams(workspaceId, filter), afterId, take })
    return rows.map(toItem)
  })

const countMatches = statement('audit.count', sql`select count(*)::int as count from audit_entries where ${MATCHES}`)

/** Counts the matching entries. */
export async function count({ workspaceId }: Actor, filter: AuditFilter = {}): Promise<number> {
  const counted = await countMatches.get(filterParams(workspaceId, filter))
  return counted!.count
}
