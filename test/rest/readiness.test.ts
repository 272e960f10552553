import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lastMigration } from '../../prisma/migrations.ts'
import { createHealthChecks } from '../../src/http/health.ts'
import { startWorker } from '../../src/jobs/worker.ts'
import { readEnv } from '../../src/kernel/config/env.ts'
import { pool } from '../../src/kernel/db/db.ts'
import { asCurrentServer } from '../../src/kernel/serverState.ts'
import { watchQueries } from '../kit/observers/queries.ts'
import { type AddedServer, startAddedServer } from '../kit/server/addedServer.ts'
import { startRedis } from '../kit/server/redis.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

const testServer = useTestServer()
const askAt = async (url: string) => {
  const res = await fetch(`${url}/readyz`)
  return { status: res.status, body: (await res.json()) as Record<string, unknown> }
}
const ask = () => askAt(testServer().url)
/** Waits until a field of the answer has a value, and returns the answer. */
const until = (url: string, field: string, value: string) =>
  waitFor(`${field} to be ${value}`, async () => {
    const answer = await askAt(url)
    return answer.body[field] === value && answer
  })
const rename = (from: string, to: string) => pool.query('update _prisma_migrations set migration_name = $2 where migration_name = $1', [from, to])

describe('readiness', () => {
  test('names the state of the database, Redis and jobs', async () => {
    const body = { status: 'ready', database: 'ok', redis: 'off', jobs: 'running', role: 'all', simulated: true }
    const answer = await waitFor('the server to be ready', async () => {
      const probe = await ask()
      return probe.status === 200 && probe
    })
    expect(answer).toEqual({ status: 200, body })
  })

  test("is lost while the database doesn't have the last migration of this version, and comes back with it", async () => {
    await rename(lastMigration(), 'another')
    const refused = await waitFor('the server not to be ready', async () => {
      const answer = await ask()
      return answer.status === 503 && answer
    })
    await rename('another', lastMigration())
    expect(refused.body).toMatchObject({ status: 'degraded', database: 'outdated' })
    await waitFor('the server to be ready', async () => (await ask()).status === 200)
  })

  test('shares its statement between probes at the same time', async () => {
    const queries = watchQueries()
    await Promise.all(Array.from({ length: 50 }, ask))
    const asked = queries.mock.calls.filter(([query]) => String(query).includes('_prisma_migrations'))
    queries.mockRestore()
    expect(asked.length).toBeLessThan(25)
  })
})

test('a server without its Redis stays ready, serves requests, says so, and finds it again', async () => {
  const redis = await startRedis()
  const server = await startAddedServer({ env: { REDIS_URL: redis.url } })
  onTestFinished(server.end)
  const key = await (await server.workspace()).key()
  expect(await until(server.url, 'redis', 'ok')).toMatchObject({ status: 200 })
  await redis.stop()
  expect(await until(server.url, 'redis', 'unreachable')).toMatchObject({ status: 200, body: { status: 'ready', database: 'ok' } })
  expect((await key.get('/agents')).status).toBe(200)
  const again = await startRedis(redis.port)
  onTestFinished(again.stop)
  expect(await until(server.url, 'redis', 'ok')).toMatchObject({ status: 200 })
})

/** Serves the health checks of a process with that role whose jobs are the worker's. */
async function serveChecks({ as }: AddedServer, ROLE: string, worker: { isRunning(): boolean }): Promise<string> {
  const checks = as(() => createHealthChecks(readEnv({ ROLE }), lastMigration()))
  const app = express().use(checks.router)
  const server = createServer(as(() => asCurrentServer((req: IncomingMessage, res: ServerResponse) => app(req, res) as unknown)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  checks.ready(() => (worker.isRunning() ? 'running' : 'stopped'))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a worker whose jobs have stopped is not ready, and a server that also serves requests stays ready and says so', async () => {
  const server = await startAddedServer({ env: { ROLE: 'api' } })
  onTestFinished(server.end)
  const worker = await server.as(startWorker)
  const [ofWorker, ofBoth] = [await serveChecks(server, 'worker', worker), await serveChecks(server, 'all', worker)]
  for (const url of [ofWorker, ofBoth]) expect(await until(url, 'jobs', 'running')).toMatchObject({ status: 200, body: { status: 'ready' } })
  await server.as(() => worker.stop())
  expect(await until(ofWorker, 'jobs', 'stopped')).toMatchObject({ status: 503, body: { status: 'degraded', database: 'ok' } })
  expect(await until(ofBoth, 'jobs', 'stopped')).toMatchObject({ status: 200, body: { status: 'ready' } })
})
