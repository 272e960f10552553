import type { ServerResponse } from 'node:http'
import { Router } from 'express'
import { pool } from '../kernel/db/db.ts'
import type { Env } from '../kernel/config/env.ts'
import { redisState } from '../kernel/events.ts'
import { keepBriefly } from '../kernel/lib/keepBriefly.ts'
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
  const checkDatabase = keepBriefly(() => askDatabase(lastMigration), PROBE)
  const router = Router()
  router.get(['/healthz', '/health'], (_req, res) => answer(res, 200, { status: 'ok' }))
  router.get('/readyz', async (_req, res) => {
    const [database, jobs] = [await checkDatabase().catch((): DatabaseState => 'unreachable'), jobsState()]
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
const PROBE = { keptMs: 1_000, timeoutMs: 2_000 }

type DatabaseState = 'ok' | 'outdated' | 'unreachable'

/** `outdated` without this version's last migration, for example after a restore of an earlier backup. */
const askDatabase = (lastMigration: string): Promise<DatabaseState> =>
  pool
    .query('select from _prisma_migrations where migration_name = $1 and finished_at is not null and rolled_back_at is null', [lastMigration])
    .then(({ rowCount }) => (rowCount ? 'ok' : 'outdated'))

const answer = (res: ServerResponse, status: number, body: object) =>
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body))
