import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { WorkspaceId } from '../vocabulary/ids.ts'

/**
 * The workspace that the current work is for, from its origin: the actor of a request, the row of a job, the URL of a webhook, the campaign
 * that is dialed. Only the tests look at it: there, PostgreSQL refuses statements the rows of other workspaces (decision 48).
 */
const context = new AsyncLocalStorage<WorkspaceId | null>()

/** How the tests enforce contexts. */
export interface WorkspaceEnforcement {
  openPool(config: pg.PoolConfig): pg.Pool
  /** Waits before an operation that Prisma would run in the context of another one. */
  waitForBatch(): Promise<void> | undefined
}
let enforcement: WorkspaceEnforcement | null = null

/** Enforces contexts from now on, in pools that are opened later. In the product, contexts cost nothing. */
export const enforceWorkspaces = (by: WorkspaceEnforcement) => void (enforcement = by)

export const openPool = (config: pg.PoolConfig): pg.Pool => enforcement?.openPool(config) ?? new pg.Pool(config)

/** Begins an operation of Prisma. */
export function runOperation<T>(operation: () => Promise<T>): Promise<T> {
  const waiting = enforcement?.waitForBatch()
  return waiting ? waiting.then(operation) : operation()
}

/** Runs the work of one workspace. Without a workspace, it stays in the context that it is in. */
export const inWorkspace = <T>(workspaceId: WorkspaceId | null | undefined, work: () => T): T =>
  enforcement && workspaceId != null ? context.run(workspaceId, () => begun(work())) : work()

/** Runs work that is shared by workspaces or that concerns several, also if one of them has caused it. */
export const inAnyWorkspace = <T>(work: () => T): T => (enforcement ? context.run(null, () => begun(work())) : work())

/**
 * Makes the rest of the current async function the work of one workspace, such as a job that has read its row. Call it after an `await`:
 * before the first one, it would apply to the caller as well.
 */
export function enterWorkspace(workspaceId: WorkspaceId) {
  if (enforcement) context.enterWith(workspaceId)
}

/** Returns the workspace of the current work. It is null for work that may use the rows of all, and undefined if nothing says whose work it is. */
export const currentWorkspace = (): WorkspaceId | null | undefined => context.getStore()

/** Begins a query of Prisma, which would otherwise run in the context of the `await`. */
const begun = <T>(result: T): T => (isLazy(result) ? (result.then((value) => value) as T) : result)
const isLazy = (result: unknown): result is PromiseLike<unknown> => result instanceof Object && 'then' in result && !(result instanceof Promise)
