import pg from 'pg'
import type { Child } from '../ipc.ts'
import type { ownPostgres } from '../postgres.ts'
import { readCosts, spentPer } from './costs.ts'
import { addOpenCalls, findBreaches } from './openCalls.ts'
import type { ProductOptions } from './product.ts'

/** Closes calls of one workspace that all end at once, and returns what that took as a table. Throws if the books are not exact afterwards. */
export async function measureClosings(product: Child, postgres: Awaited<ReturnType<typeof ownPostgres>>, folder: string, calls: number): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    await product.ask('start', { databaseUrl: postgres.url, folder, speed: 20 } satisfies ProductOptions)
    await product.ask('createWorkspace')
    const { rows } = await client.query<{ id: number }>('select max(id) as id from workspaces')
    const workspaceId = rows[0]!.id
    await product.ask('closeCalls', { workspaceId, ids: await addOpenCalls(client, workspaceId, WARM_UP) })
    const ids = await addOpenCalls(client, workspaceId, calls)
    await client.query('analyze')
    const before = await readCosts(product, client, postgres.cpu)
    const ms = await product.ask<number>('closeCalls', { workspaceId, ids })
    const spent = spentPer(calls, before, await readCosts(product, client, postgres.cpu))
    const breaches = await findBreaches(client, WARM_UP + calls)
    const { differences } = await product.ask<{ differences: number }>('verifyStats')
    if (breaches.length > 0 || differences > 0) throw new Error(`The books are not exact: ${breaches.join(', ')}; ${differences} differences of the statistics`)
    return [
      `| ${calls} closings in one workspace | |`,
      '|---|--:|',
      `| closings a second | ${((calls / ms) * 1000).toFixed(0)} |`,
      `| closings a second if the server and PostgreSQL have a core each | ${(1_000_000 / Math.max(spent.server, spent.postgres)).toFixed(0)} |`,
      `| CPU of the server and of PostgreSQL, ms each | ${(spent.server / 1000).toFixed(2)} + ${(spent.postgres / 1000).toFixed(2)} |`,
      `| commits each | ${spent.commits.toFixed(2)} |`,
    ].join('\n')
  } finally {
    await client.end()
  }
}

const WARM_UP = 200
