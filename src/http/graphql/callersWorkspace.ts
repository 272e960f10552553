import { type ExecutionArgs, type ExecutionResult, subscribe } from 'graphql'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import type { Context } from '../../schema/base/context.ts'

/** Runs an operation in the workspace of its caller. */
export const inWorkspaceOf = <T>({ contextValue }: ExecutionArgs, work: () => T): T => inWorkspace((contextValue as Context).actor?.workspaceId, work)

/** Opens a subscription whose events are read and executed in the workspace of its caller, whoever waits for the next one. */
export async function subscribeInWorkspace(args: ExecutionArgs): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const results = await inWorkspaceOf(args, () => subscribe(args))
  if (!(Symbol.asyncIterator in results)) return results
  const events: AsyncIterableIterator<ExecutionResult> = {
    next: () => inWorkspaceOf(args, () => results.next()),
    return: () => results.return(undefined),
    throw: (error) => results.throw(error),
    [Symbol.asyncIterator]: () => events,
  }
  return events
}
