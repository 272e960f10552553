import { parseArgs } from 'node:util'
import pg from 'pg'
import { prepare } from './ground.ts'
import { fillWorkspace, type Subject } from './growth/data.ts'
import { type Read, readsOf } from './growth/reads.ts'
import { startChild } from './ipc.ts'
import { ownPostgres } from './postgres.ts'

/** `npm run bench:growth`: which pages, lists and statistics read more the more a workspace has, by blocks of PostgreSQL, which don't depend on the machine. */
const { values } = parseArgs({ options: { calls: { type: 'string', default: '1000000' }, all: { type: 'boolean', default: false } } })
const SMALL = 10_000
const LARGE = Number(values.calls)
/** A read grows if it needs so many times the blocks, and more than a page of rows takes. */
const FACTOR = 3
const FEW = 300

interface Cost {
  blocks: number
  /** The statement that reads most. */
  widest: string
  failure: string | null
}

async function main() {
  if (!(LARGE > SMALL)) throw new Error(`--calls must be a number above ${SMALL}.`)
  const postgres = await ownPostgres(['shared_preload_libraries=pg_stat_statements', 'autovacuum=off', 'max_wal_size=8GB', 'fsync=off'])
  const prepared = await prepare(postgres.url, { workspaces: 2, calls: 0 })
  const client = new pg.Client({ connectionString: postgres.url })
  const server = startChild('./analyticsServer', { logFile: '/dev/null' })
  try {
    await client.connect()
    await client.query('create extension pg_stat_statements')
    const [small, large] = prepared.environment.tenants as [Subject['tenant'], Subject['tenant']]
    console.log(`Filling two workspaces, with ${SMALL} and ${LARGE} calls…`)
    const subjects = [await fillWorkspace(client, small, SMALL), await fillWorkspace(client, large, LARGE)] as const
    const url = await server.ask<string>('start', prepared.environment)
    await server.ask('countEarlier')
    await client.query('vacuum analyze')
    const [few, many] = subjects.map(readsOf) as [Read[], Read[]]
    console.log(`| read | blocks at ${SMALL} calls | at ${LARGE} | × |\n|---|--:|--:|--:|`)
    for (const [nth, read] of few.entries()) {
      const [before, after] = [await costOf(client, url, read, subjects[0]), await costOf(client, url, many[nth]!, subjects[1])]
      const grows = after.blocks > FEW && after.blocks > before.blocks * FACTOR
      const failure = before.failure ?? after.failure
      if (failure) process.exitCode = 1
      if (!grows && !failure && !values.all) continue
      console.log(
        `| ${read.title} | ${before.blocks} | ${after.blocks} | ${(after.blocks / Math.max(1, before.blocks)).toFixed(1)} |${failure ? ` ${failure}` : ''}`,
      )
      if (grows) console.log(`  ${after.widest.replaceAll(/\s+/g, ' ').slice(0, 700)}`)
    }
  } finally {
    await server.stop()
    await client.end()
    await prepared.end()
    await postgres.stop()
  }
}

/** Sends a read twice and counts the blocks of the second, since the first also reads the catalog. */
async function costOf(client: pg.Client, url: string, { path, query }: Read, { tenant }: Subject): Promise<Cost> {
  const send = () => {
    const headers = { 'X-API-Key': tenant.apiKey, 'Content-Type': 'application/json' }
    return fetch(url + path, query === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify({ query }) })
  }
  await send().then((res) => res.text())
  await client.query('select pg_stat_statements_reset()')
  const res = await send()
  const text = await res.text()
  const { rows } = await client.query<{ query: string; blocks: number }>(
    `select query, (shared_blks_hit + shared_blks_read)::int as blocks from pg_stat_statements where query not like '%pg_stat_statements%' order by 2 desc`,
  )
  return {
    blocks: rows.reduce((sum, each) => sum + each.blocks, 0),
    widest: rows[0]?.query ?? '',
    failure: res.ok && !text.includes('"errors":[') ? null : text.slice(0, 200),
  }
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
