import { EventEmitter } from 'node:events'
import { pool } from './db.ts'
import { NOTHING, sql, type SqlText } from './sqlText.ts'
import { statement } from './statement.ts'
import { holdLock, isProcessDead } from '../liveness.ts'
import { log } from '../log.ts'
import { perServer } from '../serverState.ts'

/** A job that a pool of this process has locked for longer, and that none of its workers runs, was lost on its way to them. */
const LOST_JOB_SECONDS = 15

/** The worker pools of this process, with the jobs that each is running. */
const allActiveJobs = perServer(() => new Map<string, Set<string>>())

/** Names of the worker pools of this process. */
export const listWorkerPools = () => [...allActiveJobs().keys()]

/** Listens to a runner's events: holds a lock as proof of life for each of its pools, and tracks the jobs they run. */
export function watchPools(): { events: EventEmitter; ready: () => Promise<unknown>; stopWatching: () => void } {
  const activeJobs = allActiveJobs()
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

/**
 * Returns jobs to the queue under new ids. A worker that seems dead may only have lost its proof of life, and the library deletes a finished
 * job by its id: it would delete a run that the job has scheduled meanwhile, or the job of its current worker, whose queue would then stay
 * locked forever.
 */
const returnJobs = (which: SqlText) => sql`
  update graphile_worker._private_jobs set id = default, locked_at = null, locked_by = null
  where locked_by = any($pools) ${which} returning job_queue_id`

const listLockers = statement(
  'jobs.listLockers',
  sql`
    select distinct locked_by as "name!" from graphile_worker._private_jobs where locked_by is not null
    union select distinct locked_by from graphile_worker._private_job_queues where locked_by is not null`,
)

const returnJobsOf = statement(
  'jobs.returnJobsOf',
  sql`
    with returned as (${returnJobs(NOTHING)})
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by = any($pools)`,
)

/** Returns the jobs of dead workers to the queue immediately; the library alone would wait four hours. */
export async function returnDeadJobs(): Promise<void> {
  const dead: string[] = []
  for (const { name } of await listLockers.all({})) if (await isProcessDead(pool, name)) dead.push(name)
  if (dead.length === 0) return
  log.warn({ dead }, 'returned the jobs of dead workers to the queue')
  await returnJobsOf.run({ pools: dead })
}

const returnJobsOtherThan = statement(
  'jobs.returnJobsOtherThan',
  sql`
    with lost as (${returnJobs(sql`and locked_at < now() - make_interval(secs => ${LOST_JOB_SECONDS}) and not id = any($active)`)}),
    queues as (
      update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
      from lost where q.id = lost.job_queue_id and q.locked_by = any($pools))
    select from lost`,
)

/**
 * Returns jobs that a living pool of this process has locked without knowing, because a connection broke after the lock and before the
 * response. Otherwise nothing would ever run them, nor their queue.
 */
export async function returnLostJobs(): Promise<void> {
  const count = await returnJobsOtherThan.run({ pools: listWorkerPools(), active: [...allActiveJobs().values()].flatMap((jobs) => [...jobs]) })
  if (count) log.warn({ jobs: count }, 'returned lost jobs to the queue')
}

// Unprepared, because jobs are added faster than a kept plan is renewed.
const notifyOfDueJobs = statement(
  'jobs.notifyOfDue',
  sql`
    select pg_notify('jobs:insert', json_build_object('r', random(), 'count', due)::text)
    from (select count(*) as due from (select from graphile_worker._private_jobs where is_available and run_at <= now() limit 50) one) counted
    where due > 0`,
  { isUnprepared: true },
)

/**
 * Wakes as many workers as there are due or returned jobs: the library itself announces only added jobs. If each worker polled every
 * second, an idle server would send forty statements per second. If the process dies, other processes announce the jobs.
 */
export async function announceDueJobs(): Promise<void> {
  await notifyOfDueJobs.run({})
}

/** Maximum delay before a failed job is retried, up to `MAX_HASTENED_ATTEMPTS` attempts. */
const MAX_RETRY_DELAY_SECONDS = 60
/** After this many attempts the failure is not transient, and the library's own backoff of up to hours applies. */
const MAX_HASTENED_ATTEMPTS = 15

const hasten = statement(
  'jobs.hastenFailed',
  sql`
    update graphile_worker._private_jobs set run_at = now() + make_interval(secs => ${MAX_RETRY_DELAY_SECONDS})
    where locked_at is null and last_error is not null and attempts <= ${MAX_HASTENED_ATTEMPTS}
      and run_at > now() + make_interval(secs => ${MAX_RETRY_DELAY_SECONDS})`,
)

/**
 * Retries failed jobs within a minute. The library counts an attempt for every worker that died during the job, and backs off as if each
 * had failed: a webhook could be an hour late because its worker was restarted often.
 */
export const hastenFailedJobs = () => hasten.run({})
