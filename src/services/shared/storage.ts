import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { type Connection, type Tx, violatedConstraint } from '../../kernel/db/db.ts'
import { conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import { PLAN_NAMES, storageBytesOf } from '../../kernel/vocabulary/plans.ts'
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
  sql`select plan, coalesce(bytes, 0) as bytes from workspaces left join workspace_storage on workspace_id = id where id = $workspaceId`,
)

export async function readStorage({ workspaceId }: Pick<Actor, 'workspaceId'>): Promise<Storage> {
  const row = await readUse.get({ workspaceId })
  if (!row) throw notFound('Workspace')
  return { used: Number(row.bytes), limit: storageBytesOf(row.plan) }
}

const requireStorageRoom = statement('storage.requireRoom', sql`select require_storage_room($workspaceId, $storageLimits::jsonb)`)

/**
 * Throws CONFLICT if the workspace exceeds the storage of its plan and this transaction has added to it. Run it after the writes: triggers
 * have counted them, and other transactions that add data wait for this one. Existing data stays.
 */
export const requireRoom = (tx: Connection, workspaceId: WorkspaceId) => requireStorageRoom.run({ workspaceId, ...limitParams() }, tx).catch(throwFull)

/**
 * A condition that is always true. The statement then fails if it adds to a workspace that exceeds its storage, without a transaction around it.
 * `limitParams` has its parameter; without it, nothing is refused. `throwFull` converts the error.
 */
export const CHECK_ROOM = sql`($storageLimits?::text is null or set_config('callwright.storage_limits', $storageLimits, true) is not null)`

/** The storage limit of each plan in bytes, as JSON. */
export const limitParams = () => ({ storageLimits: JSON.stringify(Object.fromEntries(PLAN_NAMES.map((plan) => [plan, storageBytesOf(plan)]))) })

/** Throws CONFLICT for the error of a full storage, and any other error as it is. */
export function throwFull(error: unknown): never {
  if (violatedConstraint(error) !== 'workspace_storage_limit') throw error
  const { used, limit } = JSON.parse((error as { detail: string }).detail) as Storage
  throw conflict('storage_full', { used_mb: megabytes(used), limit_mb: megabytes(limit) })
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(bytes % 1_000_000 === 0 ? 0 : 2)
