import { AsyncLocalStorage } from 'node:async_hooks'

const reading = new AsyncLocalStorage<true>()

/**
 * Does what a request only reads: its statements go to connections of their own, on which PostgreSQL ends whatever takes too
 * long (`db.ts`). So no number of slow questions keeps writes or jobs waiting.
 */
export const toRead = <T>(work: () => T): T => reading.run(true, work)

export const isReading = () => reading.getStore() === true
