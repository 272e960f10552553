import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { execute, type ExecutionArgs, type ExecutionResult } from 'graphql'
import { sharedExecutions } from '../../kernel/metrics.ts'
import type { Context } from '../../schema/base/context.ts'
import { inWorkspaceOf } from '../graphql/callersWorkspace.ts'

/** Lists the events that tell the current state. */
export type ListEvents = (ctx: Context) => Promise<readonly unknown[]>
/** Results of the current state, for a new subscriber. */
export type Snapshots = () => Promise<readonly ExecutionResult[]>

/** Number of results executed before yielding to other work. */
const BATCH_SIZE = 50

/**
 * Reads the current state for new subscribers. One reading runs at a time, and those that arrive meanwhile share the next: a reading that
 * has begun may lack a change that they have missed.
 */
export function createSnapshots(args: () => ExecutionArgs, list: ListEvents): Snapshots {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<readonly ExecutionResult[]> | null = null

  async function read(): Promise<readonly ExecutionResult[]> {
    next = null
    const own = args()
    const events = await list(own.contextValue as Context)
    const results: ExecutionResult[] = []
    for (let begin = 0; begin < events.length; begin += BATCH_SIZE) {
      const batch = events.slice(begin, begin + BATCH_SIZE)
      sharedExecutions.inc(batch.length)
      results.push(...(await Promise.all(batch.map((event) => Promise.resolve(execute({ ...own, rootValue: event }))))))
      await yieldToEventLoop()
    }
    return results
  }

  return () => {
    if (next) return next
    next = last.catch(() => {}).then(() => inWorkspaceOf(args(), read))
    last = next
    return next
  }
}
