import { describe, expect, test } from 'vitest'
import { lastMigration } from '../../prisma/migrations.ts'
import { pool } from '../../src/kernel/db/db.ts'
import { watchQueries } from '../kit/observers/queries.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

const testServer = useTestServer()
const ask = async () => {
  const res = await fetch(`${testServer().url}/readyz`)
  return { status: res.status, body: (await res.json()) as Record<string, unknown> }
}
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
