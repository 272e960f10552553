import { EventEmitter } from 'node:events'
import { pool } from '../kernel/db/db.ts'
import { hold, isGone } from '../kernel/liveness.ts'
import { log } from '../kernel/log.ts'

/** After that a job which is locked by a pool of this process, and which none of its workers is at, was lost on its way to them. */
const LOST_AFTER_SECONDS = 15

/** The pools of workers in this process, with the jobs that each is at. */
const working = new Map<string, Set<string>>()

/** Names of the pools of workers in this process. */
export const poolsHere = () => [...working.keys()]

/** Listens to a runner's events: each of its pools is proved alive by a lock, and what it works on is known. */
export function watchPools(): { events: EventEmitter; held: () => Promise<unknown>; forget: () => void } {
  const events = new EventEmitter()
  const pools = new Map<string, Promise<void>>()
  events.on('pool:create', ({ workerPool: { id } }: { workerPool: { id: string } }) => {
    working.set(id, new Set())
    pools.set(id, hold(id))
  })
  events.on('job:start', ({ worker, job }: AtWork) => working.get(worker.workerPool.id)?.add(job.id))
  events.on('job:complete', ({ worker, job }: AtWork) => working.get(worker.workerPool.id)?.delete(job.id))
  const forget = () => {
    for (const id of pools.keys()) working.delete(id)
  }
  return { events, held: () => Promise.all(pools.values()), forget }
}
type AtWork = { worker: { workerPool: { id: string } }; job: { id: string } }

/** Gives the jobs of workers that died back at once; the library alone would wait four hours. */
export async function freeDead(): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(`
    select distinct locked_by as name from graphile_worker._private_jobs where locked_by is not null
    union select distinct locked_by from graphile_worker._private_job_queues where locked_by is not null`)
  const dead: string[] = []
  for (const { name } of rows) if (await isGone(pool, name)) dead.push(name)
  if (dead.length === 0) return
  log.warn({ dead }, 'returned the jobs of dead workers to the queue')
  await pool.query(
    `with jobs as (${giveBack('locked_by = any($1::text[])')})
     update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by = any($1::text[])`,
    [dead],
  )
}

/**
 * Gives back what a living pool of this process has locked without knowing: a connection broke after the job was locked for it
 * and before it was told. Nobody else would ever work on it, nor on its queue.
 */
export async function freeLost(): Promise<void> {
  const { rowCount } = await pool.query(
    `with lost as (${giveBack('locked_by = any($1::text[]) and locked_at < now() - make_interval(secs => $2) and not id = any($3::bigint[])')}),
     queues as (
       update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
       from lost where q.id = lost.job_queue_id and q.locked_by = any($1::text[]))
     select 1 from lost`,
    [poolsHere(), LOST_AFTER_SECONDS, [...working.values()].flatMap((jobs) => [...jobs])],
  )
  if (rowCount) log.warn({ jobs: rowCount }, 'returned lost jobs to the queue')
}

/**
 * Gives jobs back as others, under new ids. Who seemed dead may only have lost its proof of life, and the library lets whoever
 * ends a job delete it by its id: it would take along the next turn that the job has set for itself meanwhile, or the job from
 * under the worker that has it now, whose queue would then stay locked for ever.
 */
const giveBack = (which: string) =>
  `update graphile_worker._private_jobs set id = default, locked_at = null, locked_by = null where ${which} returning job_queue_id`

/**
 * Has as many workers look as jobs have come due, or were given back: the library itself announces only those that are added. Were each
 * worker to ask every second, an idle server would send forty statements a second. Nothing is lost with the process: others announce too.
 */
export async function announceDue(): Promise<void> {
  await pool.query(`
    select pg_notify('jobs:insert', json_build_object('r', random(), 'count', due)::text)
    from (select count(*) as due from (select from graphile_worker._private_jobs where is_available and run_at <= now() limit 50) one) counted
    where due > 0`)
}

/** So long at most a failed job waits for its next try, while it is young. */
const WAIT_SECONDS = 60
/** After so many tries it is no passing trouble, and the library's own waiting, hours in the end, is right. */
const YOUNG_TRIES = 15

/**
 * Has jobs that failed tried again within a minute. The library counts a try for every worker that died at the job, and waits for
 * the failure after several such tries as if each had failed: a webhook could come an hour late because its worker was restarted often.
 */
export const hastenFailed = () =>
  pool.query(
    `update graphile_worker._private_jobs set run_at = now() + make_interval(secs => $1)
     where locked_at is null and last_error is not null and attempts <= $2 and run_at > now() + make_interval(secs => $1)`,
    [WAIT_SECONDS, YOUNG_TRIES],
  )
