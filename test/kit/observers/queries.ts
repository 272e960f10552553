import pg from 'pg'
import { vi } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'

/** Watches the queries of every pool, including reads, until `mockRestore`. */
export const watchQueries = () => vi.spyOn(Object.getPrototypeOf(pool) as pg.Pool, 'query')
/** Watches every connection that is taken, including those for single statements. */
export const watchConnections = () => vi.spyOn(pg.Pool.prototype, 'connect')
