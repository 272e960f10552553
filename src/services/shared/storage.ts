import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { Connection, Tx } from '../../kernel/db/db.ts'
import { conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import { storageBytesOf } from '../../kernel/vocabulary/plans.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

/** Storage use of a workspace and the limit of its plan, in bytes. */
export interface Storage {
  used: number
  limit: number
}

/** Begins to count the storage of a new workspace. */
export const create = (tx: Tx, workspaceId: WorkspaceId) => tx.workspaceStorage.create({ data: { workspaceId } })

const readUse = statement(
  'storage.read',
  sql`
    select plan, coalesce(bytes, 0) as bytes, coalesce(nullif(current_setting('callwright.stored', true), ''), '0')::bigint as grown
    from workspaces left join workspace_storage on workspace_id = id where id = $workspaceId`,
)

/** Reads the storage of a workspace, and the bytes by which the connection's transaction, if any, has `grown` it. */
async function read(workspaceId: WorkspaceId, on?: Connection): Promise<Storage & { grown: bigint }> {
  const row = await readUse.get({ workspaceId }, on)
  if (!row) throw notFound('Workspace')
  return { used: Number(row.bytes), limit: storageBytesOf(row.plan), grown: row.grown }
}

export const readStorage = ({ workspaceId }: Pick<Actor, 'workspaceId'>): Promise<Storage> => read(workspaceId)

/**
 * Throws CONFLICT if the workspace exceeds the storage of its plan and this transaction has added to it. Run it after the writes: triggers
 * have counted them, and other transactions that add data wait for this one. Existing data stays.
 */
export async function requireRoom(tx: Connection, workspaceId: WorkspaceId): Promise<void> {
  const { used, limit, grown } = await read(workspaceId, tx)
  if (grown > 0n && used > limit) throw storageFullError(used, limit)
}

const storageFullError = (used: number, limit: number) =>
  conflict(
    `The storage of your plan is full: ${megabytes(used)} MB of ${megabytes(limit)} MB used. Delete data, or ask your server administrator to change the plan.`,
  )

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(bytes % 1_000_000 === 0 ? 0 : 2)
