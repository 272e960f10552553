import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import { storageBytesOf } from '../../kernel/vocabulary/plans.ts'
import { query, type Sql, sql } from '../../kernel/db/sql.ts'

/** Storage use of a workspace and the limit of its plan, in bytes. */
export interface Storage {
  used: number
  limit: number
}

interface StorageRow {
  plan: string
  bytes: bigint | number | string
  grown: bigint | number | string
}

const storageSql = (workspaceId: WorkspaceId): Sql => sql`
  select plan, coalesce(bytes, 0) as bytes, coalesce(nullif(current_setting('callwright.stored', true), ''), '0')::bigint as grown
  from workspaces left join workspace_storage on workspace_id = id where id = ${workspaceId}`

function storageOf([row]: readonly StorageRow[]): Storage & { grown: number } {
  if (!row) throw notFound('Workspace')
  return { used: Number(row.bytes), limit: storageBytesOf(row.plan), grown: Number(row.grown) }
}

export const readStorage = async ({ workspaceId }: Pick<Actor, 'workspaceId'>): Promise<Storage> => storageOf(await query<StorageRow>(storageSql(workspaceId)))

/**
 * Throws CONFLICT if the workspace exceeds the storage of its plan and this transaction has added to it. Run it after the writes: triggers
 * have counted them, and other transactions that add data wait for this one. Existing data stays.
 */
export async function requireRoom(tx: Pick<Tx, '$queryRaw'>, workspaceId: WorkspaceId): Promise<void> {
  const { used, limit, grown } = storageOf(await tx.$queryRaw<StorageRow[]>(storageSql(workspaceId)))
  if (grown > 0 && used > limit) throw storageFullError(used, limit)
}

const storageFullError = (used: number, limit: number) =>
  conflict(
    `The storage of your plan is full: ${megabytes(used)} MB of ${megabytes(limit)} MB used. Delete data, or ask your server administrator to change the plan.`,
  )

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(bytes % 1_000_000 === 0 ? 0 : 2)
