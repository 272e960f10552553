import type { ServerResponse } from 'node:http'
import { Router } from 'express'
import { pool } from '../kernel/db/db.ts'
import type { Env } from '../kernel/config/env.ts'
import { processId } from '../kernel/liveness.ts'
import { isEveryEngineSimulated } from '../kernel/config/simulation.ts'

/**
 * Creates the routes of health checks. `/healthz` and `/health`: the process is alive. `/readyz`: it can serve requests; otherwise, and during shutdown,
 * 503 with the reason.
 */
export function createHealthChecks(env: Env) {
  let state: 'starting' | 'ready' | 'draining' = 'starting'
  const router = Router()
  router.get(['/healthz', '/health'], (_req, res) => answer(res, 200, { status: 'ok' }))
  router.get('/readyz', async (_req, res) => {
    const database = await pool.query('select 1').then(
      () => 'ok',
      () => 'unreachable',
    )
    const ready = state === 'ready' && database === 'ok' && processId() !== null
    answer(res, ready ? 200 : 503, {
      status: ready ? 'ready' : state === 'ready' ? 'degraded' : state,
      database,
      role: env.ROLE,
      simulated: isEveryEngineSimulated(),
    })
  })
  return {
    router,
    ready: () => {
      state = 'ready'
    },
    draining: () => {
      state = 'draining'
    },
  }
}

const answer = (res: ServerResponse, status: number, body: object) =>
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body))
