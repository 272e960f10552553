import { EventEmitter } from 'node:events'
import { pool } from '../kernel/db/db.ts'
import { holdLock, isProcessDead } from '../kernel/liveness.ts'
import { log } from '../kernel/log.ts'

/** A job that a pool of this process has locked for longer, and that none of its workers runs, was lost on its way to them. */
const LOST_JOB_SECONDS = 15

/** The worker pools of this process, with the jobs that each is running. */
const activeJobs = new Map<string, Set<string>>()

/** Names of the worker pools of this process. */
export const listWorkerPools = () => [...activeJobs.keys()]

/** Listens to a runner's events: holds a lock as proof of life for each of its pools, and tracks the jobs they run. */
export function watchPools(): { events: EventEmitter; ready: () => Promise<unknown>; stopWatching: () => void } {
  const events = new EventEmitter()
  const pools = new Map<string, Promise<void>>()
  events.on('pool:create', ({ workerPool: { id } }: { workerPool: { id: string } }) => {
    activeJobs.set(id, new Set())
    pools.set(id, holdLock(id))
  })
  events.on('job:start', ({ worker, job }: WorkerJobEvent) => activeJobs.get(worker.workerPool.id)?.add(job.id))
  events.on('job:complete', ({ worker, job }: WorkerJobEvent) => activeJobs.get(worker.workerPool.id)?.delete(job.id))
  const stopWatching = () => {
    for (const id of pools.keys()) activeJobs.delete(id)
  }
  return { events, ready: () => Promise.all(pools.values()), stopWatching }
}
type WorkerJobEvent = { worker: { workerPool: { id: string } }; job: { id: string } }

/** Returns the jobs of dead workers to the queue immediately; the library alone would wait four hours. */
export async function returnDeadJobs(): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(`
    select distinct locked_by as name from graphile_worker._private_jobs where locked_by is not null
    union select distinct locked_by from graphile_worker._private_job_queues where locked_by is not null`)
  const dead: string[] = []
  for (const { name } of rows) if (await isProcessDead(pool, name)) dead.push(name)
  if (dead.length === 0) return
  log.warn({ dead }, 'returned the jobs of dead workers to the queue')
  await pool.query(
    `with jobs as (${returnJobsSql('locked_by = any($1::text[])')})
     update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by = any($1::text[])`,
    [dead],
  )
}

/**
 * Returns jobs that a living pool of this process has locked without knowing, because a connection broke after the lock and before the
 * response. Otherwise nothing would ever run them, nor their queue.
 */
export async function returnLostJobs(): Promise<void> {
  const { rowCount } = await pool.query(
    `with lost as (${returnJobsSql('locked_by = any($1::text[]) and locked_at < now() - make_interval(secs => $2) and not id = any($3::bigint[])')}),
     queues as (
       update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
       from lost where q.id = lost.job_queue_id and q.locked_by = any($1::text[]))
     select 1 from lost`,
    [listWorkerPools(), LOST_JOB_SECONDS, [...activeJobs.values()].flatMap((jobs) => [...jobs])],
  )
  if (rowCount) log.warn({ jobs: rowCount }, 'returned lost jobs to the queue')
}

/**
 * SQL that returns jobs to the queue under new ids. A worker that seems dead may only have lost its proof of life, and the library deletes
 * a finished job by its id: it would delete a run that the job has scheduled meanwhile, or the job of its current worker, whose queue
 * would then stay locked forever.
 */
const returnJobsSql = (which: string) =>
  `update graphile_worker._private_jobs set id = default, locked_at = null, locked_by = null where ${which} returning job_queue_id`

/**
 * Wakes as many workers as there are due or returned jobs: the library itself announces only added jobs. If each worker polled every
 * second, an idle server would send forty statements per second. If the process dies, other processes announce the jobs.
 */
export async function announceDueJobs(): Promise<void> {
  await pool.query(`
    select pg_notify('jobs:insert', json_build_object('r', random(), 'count', due)::text)
    from (select count(*) as due from (select from graphile_worker._private_jobs where is_available and run_at <= now() limit 50) one) counted
    where due > 0`)
}

/** Maximum delay before a failed job is retried, up to `MAX_HASTENED_ATTEMPTS` attempts. */
const MAX_RETRY_DELAY_SECONDS = 60
/** After this many attempts the failure is not transient, and the library's own backoff of up to hours applies. */
const MAX_HASTENED_ATTEMPTS = 15

/**
 * Retries failed jobs within a minute. The library counts an attempt for every worker that died during the job, and backs off as if each
 * had failed: a webhook could be an hour late because its worker was restarted often.
 */
export const hastenFailedJobs = () =>
  pool.query(
    `update graphile_worker._private_jobs set run_at = now() + make_interval(secs => $1)
     where locked_at is null and last_error is not null and attempts <= $2 and run_at > now() + make_interval(secs => $1)`,
    [MAX_RETRY_DELAY_SECONDS, MAX_HASTENED_ATTEMPTS],
  )
