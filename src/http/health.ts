import type { ServerResponse } from 'node:http'
import { Router } from 'express'
import { pool } from '../kernel/db/db.ts'
import type { Env } from '../kernel/config/env.ts'
import { redisState } from '../kernel/events.ts'
import { processId } from '../kernel/liveness.ts'
import { isEveryEngineSimulated } from '../kernel/config/simulation.ts'

/** What the process does about jobs. `stopped`: it should run them and cannot. */
export type JobsState = 'running' | 'stopped' | 'off'

/**
 * Creates the routes of health checks. `/healthz` and `/health`: the process is alive. `/readyz`: it can serve requests; otherwise, and during shutdown,
 * 503 with the reason. `lastMigration` is the newest that this version needs.
 */
export function createHealthChecks(env: Env, lastMigration: string) {
  let state: 'starting' | 'ready' | 'draining' = 'starting'
  let jobsState: () => JobsState = () => 'off'
  const checkDatabase = keepBriefly(() => askDatabase(lastMigration))
  const router = Router()
  router.get(['/healthz', '/health'], (_req, res) => answer(res, 200, { status: 'ok' }))
  router.get('/readyz', async (_req, res) => {
    const [database, jobs] = [await checkDatabase(), jobsState()]
    const works = database === 'ok' && processId() !== null && !(env.ROLE === 'worker' && jobs === 'stopped')
    answer(res, state === 'ready' && works ? 200 : 503, {
      status: state === 'ready' && !works ? 'degraded' : state,
      database,
      redis: redisState(),
      jobs,
      role: env.ROLE,
      simulated: isEveryEngineSimulated(),
    })
  })
  return {
    router,
    ready: (jobs: () => JobsState) => {
      jobsState = jobs
      state = 'ready'
    },
    draining: () => {
      state = 'draining'
    },
  }
}

/** How long a check may take, and how long its result is used again, so that probes cost next to nothing. */
const TIMEOUT_MS = 2_000
const KEPT_MS = 1_000

type DatabaseState = 'ok' | 'outdated' | 'unreachable'

/** `outdated` without this version's last migration, for example after a restore of an earlier backup. */
const askDatabase = (lastMigration: string) =>
  new Promise<DatabaseState>((resolve) => {
    const giveUp = () => resolve('unreachable')
    const timer = setTimeout(giveUp, TIMEOUT_MS)
    pool
      .query('select from _prisma_migrations where migration_name = $1 and finished_at is not null and rolled_back_at is null', [lastMigration])
      .then(({ rowCount }) => resolve(rowCount ? 'ok' : 'outdated'), giveUp)
      .finally(() => clearTimeout(timer))
  })

/** Returns the last result while it is recent or under way. */
function keepBriefly<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined
  let endedAt: number | null = null
  return () => {
    if (last && (endedAt === null || performance.now() - endedAt < KEPT_MS)) return last
    endedAt = null
    last = ask().finally(() => (endedAt = performance.now()))
    return last
  }
}

const answer = (res: ServerResponse, status: number, body: object) =>
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body))
