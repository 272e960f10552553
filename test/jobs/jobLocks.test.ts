import { expect, test } from 'vitest'
import { pool, transaction } from '../../src/db.ts'
import { poolsHere } from '../../src/jobs/jobLocks.ts'
import { enqueue } from '../../src/jobs/queue.ts'
import { inMs } from '../../src/clock.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'

useWorld()

const jobs = async () => (await pool.query('select id, locked_by from graphile_worker._private_jobs')).rows as { id: string; locked_by: string | null }[]

/** Jobs as they are when a connection breaks after one was locked for a pool and before the pool was told. */
async function lose(name: string, since: string) {
  await transaction((tx) => enqueue(tx, 'calls.end', { callId: 2_000_000_000 }, { queue: 'lost', at: inMs(3_600_000) }))
  await pool.query(
    `with job as (update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2::interval, run_at = now() returning job_queue_id)
     update graphile_worker._private_job_queues q set locked_by = $1, locked_at = now() - $2::interval from job where q.id = job.job_queue_id`,
    [name, since],
  )
}

test('a job that was locked for a living worker which never heard of it is done all the same, and so is its queue', async () => {
  expect(poolsHere().length).toBe(6)
  for (const name of poolsHere()) {
    await lose(name, '1 minute')
    await until('the job to be done', async () => (await jobs()).length === 0)
  }
})

test('a lock that is fresh is left alone', async () => {
  await lose(poolsHere()[0]!, '0 seconds')
  await expect(until('the job to be done', async () => (await jobs()).length === 0, 4_000)).rejects.toThrow('in vain')
  await pool.query('delete from graphile_worker._private_jobs')
})

test('a job that failed after several tries is tried again within a minute, one that was put off stays so, and so does one that fails for long', async () => {
  const add = (tries: number, error: string | null) =>
    transaction(async (tx) => {
      await enqueue(tx, 'calls.end', { callId: 2_000_000_000 + tries }, { at: inMs(3_600_000) })
      await tx.$executeRaw`update graphile_worker._private_jobs set attempts = ${tries}, last_error = ${error} where payload ->> 'callId' = ${String(2_000_000_000 + tries)}`
    })
  await add(7, 'Connection terminated unexpectedly')
  await add(0, null)
  await add(20, 'Connection terminated unexpectedly')
  const waits = async () =>
    (await pool.query('select attempts, extract(epoch from run_at - now())::int as seconds from graphile_worker._private_jobs order by attempts')).rows as {
      attempts: number
      seconds: number
    }[]
  const [putOff, failed, failing] = await until('the failed job to be hastened', async () => {
    const all = await waits()
    return all[1]!.seconds <= 60 && all
  })
  expect([putOff!.attempts, failed!.attempts, failing!.attempts]).toEqual([0, 7, 20])
  expect(Math.min(putOff!.seconds, failing!.seconds)).toBeGreaterThan(3_000)
  await pool.query('delete from graphile_worker._private_jobs')
})
