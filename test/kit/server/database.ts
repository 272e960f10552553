import { afterAll, beforeAll } from 'vitest'
import { connect, disconnect } from '../../../src/kernel/db/db.ts'
import { freshDatabase } from './postgres.ts'
import { measureStart } from '../runner/timeSpent.ts'

/** Connects `src/kernel/db/db.ts` to a new database for this file, for tests of services without a server. */
export function useDatabase() {
  let drop: () => Promise<void>
  beforeAll(() =>
    measureStart(async () => {
      const fresh = await freshDatabase()
      drop = fresh.drop
      connect(fresh.url)
    }),
  )
  afterAll(async () => {
    await disconnect()
    await drop()
  })
}
