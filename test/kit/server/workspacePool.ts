import pg from 'pg'
import { currentWorkspace } from '../../../src/kernel/db/workspaceContext.ts'
import { perServer } from '../../../src/kernel/serverState.ts'
import type { WorkspaceId } from '../../../src/kernel/vocabulary/ids.ts'
import { REFUSAL } from './rowSecurity.ts'
import { isServerWork, noteFault, noteUndeclared } from './serverWork.ts'

/** Statements that an aborted transaction takes, or that say nothing about rows. */
const CONTROL = /^\s*(begin|start|commit|end|rollback|abort|savepoint|release)\b/i
const UNDO = /^\s*(rollback|abort)\b/i

type Query = (...args: unknown[]) => Promise<unknown>
type Done = (error: Error | undefined, result?: unknown) => void

function readStatement([asked]: unknown[]): { title: string; text: string } {
  const { name, text = '' } = typeof asked === 'string' ? { text: asked } : (asked as { name?: string; text?: string })
  return { title: name?.split('/')[0] ?? text.trim(), text }
}

/** A connection that tells the database the workspace of the context, if it is another than before, in front of a statement. */
class WorkspaceClient extends pg.Client {
  /** What the database was told; undefined after a statement failed or a transaction ended that may have taken it back. */
  workspace: WorkspaceId | null | undefined = null

  // @ts-expect-error pg types each form of a query
  override query(...args: unknown[]) {
    const query = super.query.bind(this) as unknown as Query
    const { title, text } = readStatement(args)
    const workspace = currentWorkspace()
    if (workspace === undefined) noteUndeclared(title, text)
    const forget = () => void (this.workspace = undefined)
    if (UNDO.test(text)) forget()
    if (!CONTROL.test(text) && this.workspace !== (workspace ?? null)) {
      this.workspace = workspace ?? null
      query(`set callwright.workspace_id = '${workspace ?? ''}'`).catch(forget)
    }
    const noteError = (error: Error) => {
      forget()
      if (error.message.startsWith(REFUSAL) && isServerWork()) noteFault(title, error.message, error.stack!)
    }
    const done = args.at(-1)
    if (typeof done === 'function')
      return query(...args.slice(0, -1), (error: Error | undefined, result: unknown) => (error && noteError(error), done(error, result)))
    const result = query(...args)
    if (result instanceof Promise) result.catch(noteError)
    return result
  }
}

/** A pool whose statements run in the context of their caller. `pg.Pool` runs them in that of the statement that released the connection. */
class WorkspacePool extends pg.Pool {
  private async queryWithCallback(args: unknown[], done: Done) {
    const { title, text } = readStatement(args)
    // Here the stack still leads to the caller, who doesn't wait for this function.
    if (currentWorkspace() === undefined) noteUndeclared(title, text)
    let client: pg.PoolClient
    try {
      client = await this.connect()
    } catch (error) {
      return done(error as Error)
    }
    const query = client.query.bind(client) as unknown as Query
    await query(...args, (error: Error | undefined, result: unknown) => (client.release(error), done(error, result)))
  }

  // @ts-expect-error pg types each form of a query
  override async query(...args: unknown[]) {
    const done = args.at(-1)
    if (typeof done === 'function') return this.queryWithCallback(args.slice(0, -1), done as Done)
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

/** Opens a pool whose statements see the rows of their context's workspace. */
export const openPool = (config: pg.PoolConfig) => new WorkspacePool({ ...config, Client: WorkspaceClient } as pg.PoolConfig) as unknown as pg.Pool

const batch = perServer(() => ({ of: null as { workspace: WorkspaceId | null | undefined } | null }))

/**
 * Waits until Prisma's current batch is of the same workspace: it collects the `findUnique`s and the operations of transactions of a moment, and
 * sends them in the context of the first.
 */
export function waitForBatch(): Promise<void> | undefined {
  const workspace = currentWorkspace()
  const current = batch()
  if (current.of && current.of.workspace !== workspace) return new Promise<void>((resolve) => setImmediate(resolve)).then(waitForBatch)
  if (!current.of) setImmediate(() => (current.of = null))
  current.of = { workspace }
  return undefined
}
