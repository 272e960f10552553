import { AsyncLocalStorage } from 'node:async_hooks'

const reading = new AsyncLocalStorage<true>()

/**
 * Runs read-only work on separate connections with a statement timeout (`db.ts`), so that slow reads never block writes or jobs.
 */
export const withReadPool = <T>(work: () => T): T => reading.run(true, work)

export const isReading = () => reading.getStore() === true
