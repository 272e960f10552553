import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace, connect, currentPool, disconnect, pool } from '../../src/kernel/db/db.ts'
import { withReadPool } from '../../src/kernel/db/readPool.ts'
import { toFailure } from '../../src/rest/errors.ts'
import { freshDatabase } from '../kit/server/postgres.ts'

let drop: () => Promise<void>
beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  connect(fresh.url, { size: 3, readTimeoutMs: 100 })
})
afterAll(async () => {
  await disconnect()
  await drop()
})

test('the database cancels slow reads of a request, however they are made, and nothing else', async () => {
  const slow: (() => Promise<unknown>)[] = [
    () => currentPool().query(`select pg_sleep(20)::text`),
    async () => await anyWorkspace.$queryRaw`select pg_sleep(20)::text`,
  ]
  for (const read of slow) {
    const error = await withReadPool(read).catch((thrown: unknown) => thrown)
    expect(toFailure(error)).toMatchObject({ status: 503, detail: expect.stringContaining('took too long') })
  }
  await expect(currentPool().query(`select pg_sleep(0.3)::text`)).resolves.toBeTruthy()
  await expect(anyWorkspace.$queryRaw`select pg_sleep(0.3)::text`).resolves.toBeTruthy()
})

/** Waits for twenty queries on one connection. The database cancels each after a tenth of a second. */
test("slow reads don't block connections for writes", async () => {
  const readers = Array.from({ length: 20 }, () => withReadPool(() => currentPool().query(`select pg_sleep(20)::text`)).catch(() => 'ended'))
  await expect(anyWorkspace.$transaction((tx) => tx.setting.count())).resolves.toBeGreaterThanOrEqual(0)
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where application_name = 'callwright readers' and state = 'active'`,
  )
  expect(rows[0]!.count).toBeLessThanOrEqual(1)
  expect(new Set(await Promise.all(readers))).toEqual(new Set(['ended']))
})
