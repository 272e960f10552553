import pg from 'pg'
import { vi } from 'vitest'

/** Watches the queries of every pool, including reads, until `mockRestore`. */
export const watchQueries = () => vi.spyOn(pg.Pool.prototype, 'query')
/** Watches every connection that is taken, including those for single statements. */
export const watchConnections = () => vi.spyOn(pg.Pool.prototype, 'connect')
