import pg from 'pg'
import { perServer } from '../serverState.ts'
import type { WorkspaceId } from '../vocabulary/ids.ts'
import { areWorkspacesEnforced, currentWorkspace } from './workspaceContext.ts'

/** Opens a pool. With row-level security, each statement sees the rows of its context's workspace. */
export const openPool = (config: pg.PoolConfig): pg.Pool =>
  areWorkspacesEnforced() ? (new WorkspacePool({ ...config, Client: WorkspaceClient } as pg.PoolConfig) as unknown as pg.Pool) : new pg.Pool(config)

/** Statements that an aborted transaction takes, or that say nothing about rows. */
const CONTROL = /^\s*(begin|start|commit|end|rollback|abort|savepoint|release)\b/i
const UNDO = /^\s*(rollback|abort)\b/i

type Query = (...args: unknown[]) => Promise<unknown>

/** A connection that sets `callwright.workspace_id` before a statement if the context's workspace is another than before. */
class WorkspaceClient extends pg.Client {
  /** What the database was told; undefined after a statement failed or a transaction ended that may have taken it back. */
  #workspace: WorkspaceId | null | undefined = null

  // @ts-expect-error pg types each form of a query
  override query(...args: unknown[]) {
    const query = super.query.bind(this) as unknown as Query
    const text = typeof args[0] === 'string' ? args[0] : ((args[0] as { text?: string }).text ?? '')
    const forget = () => void (this.#workspace = undefined)
    if (UNDO.test(text)) forget()
    const workspace = currentWorkspace() ?? null
    if (!CONTROL.test(text) && this.#workspace !== workspace) {
      this.#workspace = workspace
      query(`set callwright.workspace_id = '${workspace ?? ''}'`).catch(forget)
    }
    const result = query(...args)
    if (result instanceof Promise) result.catch(forget)
    return result
  }
}

/** A pool whose statements run in the context of their caller. `pg.Pool` runs them in that of the statement that released the connection. */
class WorkspacePool extends pg.Pool {
  // @ts-expect-error pg types each form of a query
  override async query(...args: unknown[]) {
    const client = await this.connect()
    try {
      const result = await (client.query.bind(client) as unknown as Query)(...args)
      client.release()
      return result
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }
}

const batch = perServer(() => ({ workspace: undefined as WorkspaceId | null | undefined }))

/**
 * Waits until Prisma's current batch is of the same workspace: it collects the `findUnique`s of a moment, and sends them in the context of the
 * first.
 */
export async function awaitOwnBatch(): Promise<void> {
  const workspace = currentWorkspace() ?? null
  const batched = batch()
  while (batched.workspace !== undefined && batched.workspace !== workspace) await new Promise((resolve) => setImmediate(resolve))
  if (batched.workspace !== undefined) return
  batched.workspace = workspace
  setImmediate(() => (batched.workspace = undefined))
}
