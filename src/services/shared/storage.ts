import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import { storageBytesOf } from '../../kernel/vocabulary/plans.ts'
import { query, type Sql, sql } from '../../kernel/db/sql.ts'

/** Bytes of what a workspace keeps, and what its plan has room for. */
export interface Storage {
  used: number
  limit: number
}

interface Found {
  plan: string
  bytes: bigint | number | string
  grown: bigint | number | string
}

const stored = (workspaceId: number): Sql => sql`
  select plan, coalesce(bytes, 0) as bytes, coalesce(nullif(current_setting('callwright.stored', true), ''), '0')::bigint as grown
  from workspaces left join workspace_storage on workspace_id = id where id = ${workspaceId}`

function storageOf([found]: readonly Found[]): Storage & { grown: number } {
  if (!found) throw notFound('Workspace')
  return { used: Number(found.bytes), limit: storageBytesOf(found.plan), grown: Number(found.grown) }
}

export const of = async ({ workspaceId }: Pick<Actor, 'workspaceId'>): Promise<Storage> => storageOf(await query<Found>(stored(workspaceId)))

/**
 * CONFLICT when the workspace keeps more than its plan has room for, and this transaction has made it more. Run it behind what was
 * written: triggers have counted it, and whoever adds in another transaction waits until this one is over. What is there already stays.
 */
export async function requireRoom(tx: Pick<Tx, '$queryRaw'>, workspaceId: number): Promise<void> {
  const { used, limit, grown } = storageOf(await tx.$queryRaw<Found[]>(stored(workspaceId)))
  if (grown > 0 && used > limit) throw full(used, limit)
}

const full = (used: number, limit: number) =>
  conflict(`The storage of your plan is full: ${megabytes(used)} MB of ${megabytes(limit)} MB used. Delete data, or ask your server administrator to change the plan.`)

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(bytes % 1_000_000 === 0 ? 0 : 2)
