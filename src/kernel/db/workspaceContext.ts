import { AsyncLocalStorage } from 'node:async_hooks'
import type { WorkspaceId } from '../vocabulary/ids.ts'

/**
 * The workspace that the current work is for, from its origin: the actor of a request, the row of a job, the URL of a webhook, the campaign
 * that is dialed. With row-level security, statements see only its rows, whatever their parameters are (`workspacePool.ts`).
 */
const context = new AsyncLocalStorage<WorkspaceId | null>()
let isEnforced = false

/** Makes pools that are opened from now on use row-level security, in a database that has its policies. The tests do (decision 48). */
export const enforceWorkspaces = () => void (isEnforced = true)
export const areWorkspacesEnforced = () => isEnforced

/** Runs the work of one workspace. Without a workspace, it stays in the context that it is in. */
export const inWorkspace = <T>(workspaceId: WorkspaceId | null | undefined, work: () => T): T =>
  isEnforced && workspaceId != null ? context.run(workspaceId, () => begun(work())) : work()

/** Runs work that is shared by workspaces or that concerns several, also if one of them has caused it. */
export const inAnyWorkspace = <T>(work: () => T): T => (isEnforced ? context.run(null, () => begun(work())) : work())

/**
 * Makes the rest of the current async function the work of one workspace, such as a job that has read its row. Call it after an `await`:
 * before the first one, it would apply to the caller as well.
 */
export function enterWorkspace(workspaceId: WorkspaceId) {
  if (isEnforced) context.enterWith(workspaceId)
}

/** Returns the workspace of the current work. It is null for work that may use the rows of all, and undefined if nothing says whose work it is. */
export const currentWorkspace = (): WorkspaceId | null | undefined => context.getStore()

/** Begins a query of Prisma, which would otherwise run in the context of the `await`. */
const begun = <T>(result: T): T => (isLazy(result) ? (result.then((value) => value) as T) : result)
const isLazy = (result: unknown): result is PromiseLike<unknown> => result instanceof Object && 'then' in result && !(result instanceof Promise)
