import { afterEach, expect, test } from 'vitest'
import { anyWorkspace, executorOf, pool, transaction, transactionLimit } from '../../src/kernel/db/db.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
const { ms } = transactionLimit
afterEach(() => void (transactionLimit.ms = ms))

/** Waits for the limit of one transaction, which is short here. */
test('a transaction that took too long runs no further statement, not even outside of itself', async () => {
  const { id } = await testServer().workspace()
  transactionLimit.ms = scaledTimeout(1_000)
  const rename = (name: string) => ({ text: 'update workspaces set name = $1 where id = $2', values: [name, id] })
  const started: string[] = []
  const work = transaction(async (tx) => {
    const client = executorOf(tx)
    await client.query(rename('first'))
    started.push('first')
    // Still running when the limit is reached, so that the rollback waits for it.
    await client.query("select pg_sleep_until(clock_timestamp() + $1::float8 * interval '1 ms')", [transactionLimit.ms * 2])
    await executorOf(tx).query(rename('second'))
    started.push('second')
  })
  await expect(work).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await waitFor(
    'the connection to be free',
    async () =>
      (await pool.query(`select 1 from pg_stat_activity where query like '%pg_sleep%' and state <> 'idle' and pid <> pg_backend_pid()`)).rowCount === 0,
  )
  expect(started).toEqual(['first'])
  expect((await anyWorkspace.workspace.findUniqueOrThrow({ where: { id } })).name).not.toMatch(/first|second/)
})
