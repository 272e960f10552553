import pg from 'pg'
import { vi } from 'vitest'

/** Watches the statements of every pool, those that only read among them, until `mockRestore`. */
export const watchQueries = () => vi.spyOn(pg.Pool.prototype, 'query')
/** Watches what takes a connection, statements on their own included. */
export const watchConnections = () => vi.spyOn(pg.Pool.prototype, 'connect')
