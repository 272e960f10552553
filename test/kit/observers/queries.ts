import pg from 'pg'
import { vi } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import { currentWorkspace } from '../../../src/kernel/db/workspaceContext.ts'

/** Watches the queries of every pool, including reads, until `mockRestore`. */
export const watchQueries = () => vi.spyOn(Object.getPrototypeOf(pool) as pg.Pool, 'query')

/** Counts the watched statements that contain the text. Their parameters are not looked at. */
export const countContaining = (queries: ReturnType<typeof watchQueries>, part: string) =>
  queries.mock.calls.filter(([asked]) => textOf(asked as Asked).includes(part)).length

type Asked = string | { text?: string } | undefined
const textOf = (asked: Asked) => (typeof asked === 'string' ? asked : asked?.text) ?? ''

/**
 * Records the text of every statement to PostgreSQL, including those of transactions, until `stop`. With a workspace, only those of its requests and jobs, so
 * that no sweep over all workspaces is counted.
 */
export function recordStatements(workspaceId?: number): { statements: string[]; stop(): void } {
  const statements: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (workspaceId === undefined || currentWorkspace() === workspaceId) statements.push(textOf(args[0] as Asked))
    return (query as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof query
  return {
    statements,
    stop() {
      pg.Client.prototype.query = query
    },
  }
}

/** Watches every connection that is taken, including those for single statements. */
export const watchConnections = () => vi.spyOn(pg.Pool.prototype, 'connect')
