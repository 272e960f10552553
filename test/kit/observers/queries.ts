import pg from 'pg'
import { vi } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'

/** Watches the queries of every pool, including reads, until `mockRestore`. */
export const watchQueries = () => vi.spyOn(Object.getPrototypeOf(pool) as pg.Pool, 'query')
/** Records the text of every statement to PostgreSQL, including those of transactions, until `stop`. */
export function recordStatements(): { statements: string[]; stop(): void } {
  const statements: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { text?: string } | undefined]
    statements.push((typeof asked === 'string' ? asked : asked?.text) ?? '')
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
