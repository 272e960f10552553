import { afterAll, beforeAll } from 'vitest'
import { connect, disconnect } from '../../src/kernel/db/db.ts'
import { startRateLimits, setRateLimits } from '../../src/services/rateLimits/rateLimits.ts'
import { freshDatabase } from './postgres.ts'
import { starting } from './spent.ts'

/** Connects `src/kernel/db/db.ts` to a database of this file's own, for tests of services without a server. */
export function useDatabase() {
  let drop: () => Promise<void>
  beforeAll(() =>
    starting(async () => {
      const fresh = await freshDatabase()
      drop = fresh.drop
      connect(fresh.url)
      setRateLimits(startRateLimits())
    }),
  )
  afterAll(async () => {
    await disconnect()
    await drop()
  })
}
