import { mkdtemp, rm } from 'node:fs/promises'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { prepare } from './ground.ts'
import { type Child, startChild } from './ipc.ts'
import { LIVE_QUERY, PROGRESS_QUERY } from './live/schema.ts'
import type { Mode } from './live/server.ts'
import type { Watching } from './live/watchers.ts'
import { median } from './numbers.ts'
import { type CpuMeter, ownPostgres } from './postgres.ts'
import { disturbance, machine } from './report.ts'

const { values } = parseArgs({
  options: {
    watchers: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    events: { type: 'string', default: '20' },
    every: { type: 'string', default: '300' },
    save: { type: 'boolean', default: false },
  },
})
const watchers = Number(values.watchers)
const rounds = Number(values.rounds)
const events = Number(values.events)
const everyMs = Number(values.every)
const MODES: Mode[] = ['stock', 'shared', 'bare']
/** Numbers of watchers of one campaign in the product. */
const CROWDS = [1, 100, 1_000]

interface Measurement {
  /** CPU of the server in microseconds, in total and without system calls. */
  cpu: number
  user: number
  postgres: number
  received: number
  /** Messages to each watcher. The product combines events that follow closely. */
  answers: number
  p50: number
  p99: number
}

/** Connects the watchers, warms up, publishes the events at the given interval, and measures the cost. */
async function measureEvents(server: Child, crowd: Child, watching: Watching, postgresCpu: CpuMeter = null): Promise<Measurement> {
  await crowd.ask('watch', watching)
  await server.ask('publish', { events: 3, everyMs })
  await crowd.ask('waitForMessages')
  await crowd.ask('forget')
  const [before, postgresBefore] = [await server.ask<NodeJS.CpuUsage>('cpu'), postgresCpu?.() ?? 0]
  await server.ask('publish', { events, everyMs })
  const result = await crowd.ask<Pick<Measurement, 'received' | 'p50' | 'p99'>>('waitForMessages')
  const [after, postgresAfter] = [await server.ask<NodeJS.CpuUsage>('cpu'), postgresCpu?.() ?? 0]
  await crowd.ask('leave')
  if (result.received % watching.count !== 0) throw new Error(`${result.received} answers came to ${watching.count} watchers: some received none`)
  return {
    ...result,
    answers: result.received / watching.count,
    cpu: after.user + after.system - before.user - before.system,
    user: after.user - before.user,
    postgres: postgresAfter - postgresBefore,
  }
}

/** Compares the servers in alternating rounds, on a schema whose data is in memory. */
async function compare(folder: string): Promise<Map<Mode, Measurement[]>> {
  const results = new Map<Mode, Measurement[]>(MODES.map((mode) => [mode, []]))
  const crowd = startChild('./live/watchers', { logFile: join(folder, 'watchers.log') })
  const servers = new Map(MODES.map((mode) => [mode, startChild('./live/server', { logFile: join(folder, `${mode}.log`) })]))
  try {
    const urls = new Map<Mode, string>()
    for (const [mode, server] of servers) urls.set(mode, await server.ask('serve', mode))
    for (let turn = 0; turn < rounds; turn++)
      for (const mode of turn % 2 ? MODES.toReversed() : MODES)
        results.get(mode)!.push(await measureEvents(servers.get(mode)!, crowd, { url: urls.get(mode)!, count: watchers, query: LIVE_QUERY }))
  } finally {
    for (const child of [crowd, ...servers.values()]) await child.stop()
  }
  return results
}

/** Measures the cost of an event of a campaign with ten thousand leads in the product with its database, by number of watchers. */
async function crowds(): Promise<Map<number, Measurement[]>> {
  const postgres = await ownPostgres()
  const prepared = await prepare(postgres.url, { workspaces: 1, calls: 1_000 })
  const { folder, tenants } = prepared.environment
  const [crowd, server] = ['watchers', 'server'].map((name) => startChild(`./live/${name}`, { logFile: join(folder, `${name}.log`) })) as [Child, Child]
  try {
    const { id: workspaceId, apiKey } = tenants[0]!
    const campaignId = await addCampaign(postgres.url, workspaceId)
    const url = await server.ask<string>('serveProduct', { environment: prepared.environment, workspaceId, campaignId })
    const results = new Map<number, Measurement[]>(CROWDS.map((count) => [count, []]))
    for (let turn = 0; turn < rounds; turn++)
      for (const count of turn % 2 ? CROWDS.toReversed() : CROWDS)
        results
          .get(count)!
          .push(await measureEvents(server, crowd, { url, count, query: PROGRESS_QUERY, variables: { id: campaignId }, params: { apiKey } }, postgres.cpu))
    return results
  } finally {
    for (const child of [crowd, server]) await child.stop()
    await prepared.end()
    await postgres.stop()
  }
}

async function addCampaign(databaseUrl: string, workspaceId: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: number }>(
    `with created as (insert into campaigns (workspace_id, name, status, updated_at) values ($1, 'Watched', 'running', now()) returning id)
     insert into leads (workspace_id, campaign_id, phone_number, status)
     select $1, created.id, '+1415' || (5000000 + i), (array['pending', 'pending', 'completed', 'failed'])[1 + i % 4]
     from created, generate_series(1, 10000) i returning campaign_id as id`,
    [workspaceId],
  )
  await client.query('analyze leads')
  await client.end()
  return rows[0]!.id
}

const middle = (all: Measurement[], pick: (measurement: Measurement) => number) => median(all.map(pick))
const perAnswer = ({ cpu, received }: Measurement) => cpu / received
const userPerAnswer = ({ user, received }: Measurement) => user / received
const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`
const ratioTo = (all: Measurement[], to: Measurement[], cost: (measureEvents: Measurement) => number) =>
  median(all.map((measurement, turn) => cost(measurement) / cost(to[turn]!))).toFixed(2)

function report(compared: Map<Mode, Measurement[]>, crowded: Map<number, Measurement[]>, warning: string | null): string {
  const NAMES: Record<Mode, string> = { stock: 'graphql-ws, default setup', shared: 'callwright', bare: 'ws alone, one prepared text' }
  const stock = compared.get('stock')!
  const lines = [...compared].map(([mode, all]) => {
    const costs = all.map(perAnswer)
    const range = `${Math.min(...costs).toFixed(1)}–${Math.max(...costs).toFixed(1)}`
    return row(
      NAMES[mode],
      middle(all, perAnswer).toFixed(1),
      range,
      middle(all, userPerAnswer).toFixed(1),
      middle(all, ({ p50 }) => p50).toFixed(0),
      middle(all, ({ p99 }) => p99).toFixed(0),
      ratioTo(all, stock, perAnswer),
      ratioTo(all, stock, userPerAnswer),
    )
  })
  const crowdLines = [...crowded].map(([count, all]) =>
    row(
      count,
      middle(all, ({ cpu, answers }) => cpu / answers / 1_000).toFixed(2),
      middle(all, ({ postgres, answers }) => postgres / answers / 1_000).toFixed(2),
    ),
  )
  return [
    `${machine()}; medians of ${rounds} rounds of ${events} events, one each ${everyMs} ms.${warning ? ` ${warning}` : ''}`,
    `### ${watchers} watchers of one subscription`,
    [
      row('server', 'µs an answer', '(least–most)', 'outside system calls', 'p50 ms', 'p99 ms', '× graphql-ws', '× outside system calls'),
      '|---|--:|--:|--:|--:|--:|--:|--:|',
      ...lines,
    ].join('\n'),
    '### Watchers of a campaign with 10,000 leads, in the product',
    [row('watchers', 'server ms an event', 'pg ms an event'), '|--:|--:|--:|', ...crowdLines].join('\n'),
  ].join('\n\n')
}

const warning = disturbance()
if (warning) console.log(warning)
const folder = await mkdtemp(join(tmpdir(), 'callwright-live-'))
try {
  const text = report(await compare(folder), await crowds(), warning)
  console.log(`\n${text}`)
  if (values.save) {
    const marked = /(<!-- live results -->\n)[\s\S]*?(<!-- end of live results -->)/
    const page = readFileSync('docs/performance.md', 'utf8')
    writeFileSync(
      'docs/performance.md',
      page.replace(marked, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`),
    )
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
