import { expect, test } from 'vitest'
import { pool, transaction } from '../../src/kernel/db/db.ts'
import { enqueue } from '../../src/kernel/db/queue.ts'
import type { JobName, Jobs } from '../../src/kernel/db/queue.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

useTestServer()

const LISTENERS = `from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
const listeners = async () => (await pool.query<{ pid: number }>(`select pid ${LISTENERS}`)).rows.map(({ pid }) => pid)
const isIdle = async () => (await pool.query('select from graphile_worker._private_jobs')).rowCount === 0

/** A job of each group of workers, about a row that does not exist. */
const ONE_OF_EACH: { [Name in JobName]?: Jobs[Name] } = {
  'reports.run': { reportId: 2_000_000_000 },
  'erasures.run': { erasureId: 2_000_000_000 },
  'alertEmails.send': { mailId: 2_000_000_000 },
  'messages.send': { messageId: 2_000_000_000 },
  'calls.end': { callId: 2_000_000_000 },
}
const addOneOfEach = () =>
  transaction(async (tx) => {
    for (const [name, payload] of Object.entries(ONE_OF_EACH)) await enqueue(tx, name as 'calls.end', payload as Jobs['calls.end'])
  })

/** Waits for the library's delay before it connects again. */
test('all workers of a process learn of jobs by one connection, also after it was lost', async () => {
  const before = await listeners()
  expect(before).toHaveLength(1)
  await addOneOfEach()
  await waitFor('the jobs to be done', isIdle)
  await pool.query(`select pg_terminate_backend(pid) ${LISTENERS}`)
  const [after] = await waitFor('another connection', async () => {
    const now = await listeners()
    return now.length > 0 && now[0] !== before[0] && now
  })
  await addOneOfEach()
  await waitFor('the jobs to be done', isIdle)
  expect(await listeners()).toEqual([after])
})
