import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, run } from 'graphile-worker'
import { expect, onTestFinished, test } from 'vitest'
import { pool, transaction } from '../../src/kernel/db/db.ts'
import { returnDeadJobs, listWorkerPools, watchPools } from '../../src/kernel/db/jobLocks.ts'
import { enqueue } from '../../src/kernel/db/queue.ts'
import { fromNow } from '../../src/kernel/lib/clock.ts'
import { processId, holdLock, isProcessDead } from '../../src/kernel/liveness.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

useTestServer()

const jobs = async () => (await pool.query('select id, locked_by from graphile_worker._private_jobs')).rows as { id: string; locked_by: string | null }[]

/** Jobs in the state after a connection broke between the lock for a pool and the pool's notification. */
async function lose(name: string, since: string) {
  await transaction((tx) => enqueue(tx, 'calls.end', { callId: 2_000_000_000 }, { queue: 'lost', at: fromNow(3_600_000) }))
  await pool.query(
    `with job as (update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2::interval, run_at = now() returning job_queue_id)
     update graphile_worker._private_job_queues q set locked_by = $1, locked_at = now() - $2::interval from job where q.id = job.job_queue_id`,
    [name, since],
  )
}

/** Waits five times until a lost job is released. The server looks for lost jobs every three seconds. */
test("a job locked for a live worker that doesn't know of it still runs, and so does its queue", async () => {
  expect(listWorkerPools().length).toBe(5)
  for (const name of listWorkerPools()) {
    await lose(name, '1 minute')
    await waitFor('the job to be done', async () => (await jobs()).length === 0)
  }
})

/** Waits four seconds, so that the server has looked for lost jobs again. */
test('a fresh lock is kept', async () => {
  await lose(listWorkerPools()[0]!, '0 seconds')
  await expect(waitFor('the job to be done', async () => (await jobs()).length === 0, 4_000)).rejects.toThrow('Timed out')
  await pool.query('delete from graphile_worker._private_jobs')
})

/** Waits until the server looks for failed jobs, which happens every five seconds. */
test('a job that failed several times runs again within a minute, unless it was postponed or has failed for long', async () => {
  const add = (tries: number, error: string | null) =>
    transaction(async (tx) => {
      await enqueue(tx, 'calls.end', { callId: 2_000_000_000 + tries }, { at: fromNow(3_600_000) })
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
  const [putOff, failed, failing] = await waitFor('the failed job to be rescheduled', async () => {
    const all = await waits()
    return all[1]!.seconds <= 60 && all
  })
  expect([putOff!.attempts, failed!.attempts, failing!.attempts]).toEqual([0, 7, 20])
  expect(Math.min(putOff!.seconds, failing!.seconds)).toBeGreaterThan(3_000)
  await pool.query('delete from graphile_worker._private_jobs')
})

/** Starts a worker with one job at a time, which waits in it until released. Without `proved`, the worker counts as dead. */
async function slowWorker(work: (turn: number) => Promise<unknown>, { proved = false } = {}) {
  let go = () => {}
  let runs = 0
  const task = async () => {
    const turn = ++runs
    await new Promise<void>((resolve) => (go = resolve))
    await work(turn)
  }
  const { events, ready: held, stopWatching } = watchPools()
  const quiet = { noHandleSignals: true, pollInterval: 50, concurrency: 1, logger: new Logger(() => () => {}) }
  const runner = await run({ ...quiet, pgPool: pool, taskList: { slow: task }, ...(proved && { events: events as never }) })
  await held()
  onTestFinished(async () => {
    go()
    await runner.stop()
    stopWatching()
  })
  return { atWork: (times = 1) => waitFor('the worker to run it', () => runs === times), goOn: () => go() }
}
const addSlow = (key: string, at = '0 seconds') =>
  pool.query(`select graphile_worker.add_job('slow', queue_name := 'slow', job_key := $1, run_at := now() + $2::interval)`, [key, at])

/** Waits for a job that is postponed by five seconds. */
test('a job that postponed itself runs at that time, even if its worker was considered dead in between', async () => {
  const worker = await slowWorker(async (turn) => turn === 1 && addSlow('again', '5 seconds'))
  await addSlow('again')
  await worker.atWork()
  await returnDeadJobs()
  worker.goOn()
  await worker.atWork(2)
  worker.goOn()
})

test('a queue continues after two workers ran one of its jobs because the first was considered dead', async () => {
  const nothing = async () => {}
  const first = await slowWorker(nothing)
  await addSlow('one')
  await first.atWork()
  const second = await slowWorker(nothing, { proved: true })
  await returnDeadJobs()
  await second.atWork()
  first.goOn()
  await sleep(500)
  second.goOn()
  await waitFor('the second to end', async () => (await jobs()).length === 0)
  const { rows } = await pool.query("select locked_by from graphile_worker._private_job_queues where queue_name = 'slow'")
  expect(rows).toEqual([{ locked_by: null }])
})

test('a worker that starts while locks are renewed is considered alive too', async () => {
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'callwright-liveness'`)
  await waitFor('the worker to lose its lock', () => processId() === null)
  const names: string[] = []
  for (let name = 0; processId() === null; name++) {
    names.push(`begun-${name}`)
    await holdLock(`begun-${name}`)
    await sleep(1)
  }
  for (const name of names) expect(await isProcessDead(pool, name), name).toBe(false)
})
