import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { fillCalls } from './analyticsData.ts'
import { prepare } from './ground.ts'
import { startChild } from './ipc.ts'
import { median } from './numbers.ts'
import { ownPostgres } from './postgres.ts'
import { disturbance, machine } from './report.ts'

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '9' }, save: { type: 'boolean', default: false } },
})
const rounds = Number(values.rounds)
const SIZES = { small: 10_000, large: Number(values.calls) }
type Size = keyof typeof SIZES
/** Repetitions of each request per round, so that a round is much longer than the resolution of the clock. */
const TIMES = 10

const ZONE = 'Europe/Rome'
const DAY = 86_400_000
const dayAt = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
const period = { from: dayAt(-90), to: dayAt(1) }
const PERIOD = `from=${period.from}&to=${period.to}&timezone=${ZONE}`

/** The same statistics from the raw rows, in hand-written SQL. */
const SUMS = `count(*), count(*) filter (where status = 'completed'), count(*) filter (where status = 'voicemail'), count(*) filter (where status = 'no_answer'),
  count(*) filter (where status = 'busy'), count(*) filter (where status = 'failed'), count(*) filter (where outcome = 'success'), sum(duration_seconds), sum(cost_micros)`
const CALLS = `calls c where c.workspace_id = $1 and c.finished_at is not null and c.ended_at >= $2::timestamp at time zone '${ZONE}' and c.ended_at < $3::timestamp at time zone '${ZONE}'`
const ANSWERS = [
  { title: 'workspace', path: () => `/workspace?${PERIOD}`, raw: `select ${SUMS} from ${CALLS}` },
  { title: 'daily', path: () => `/daily?${PERIOD}`, raw: `select date_trunc('day', c.ended_at, '${ZONE}'), ${SUMS} from ${CALLS} group by 1` },
  {
    title: 'daily, of one agent',
    path: ({ agentId }: Subject) => `/daily?${PERIOD}&agent_id=${agentId}`,
    raw: `select date_trunc('day', c.ended_at, '${ZONE}'), ${SUMS} from ${CALLS} and c.agent_id = (select min(id) from agents where workspace_id = $1) group by 1`,
  },
  {
    title: 'hours',
    path: () => `/hours?${PERIOD}`,
    raw: `select extract(isodow from c.ended_at at time zone '${ZONE}'), extract(hour from c.ended_at at time zone '${ZONE}'), ${SUMS} from ${CALLS} group by 1, 2`,
  },
  { title: 'funnel', path: () => `/funnel?${PERIOD}`, raw: `select c.outcome, c.status, count(*) from ${CALLS} group by 1, 2` },
  {
    title: 'funnel of a campaign',
    path: ({ campaignId }: Subject) => `/funnel?campaign_id=${campaignId}`,
    raw: `select c.outcome, c.status, count(*) from ${CALLS} and c.campaign_id = (select min(id) from campaigns where workspace_id = $1) group by 1, 2`,
  },
  ...['campaign', 'agent', 'number', 'country'].map((by) => ({
    title: `costs by ${by}`,
    path: () => `/costs?${PERIOD}&by=${by}`,
    raw: `select ${by === 'country' ? by : `${by}_id`}, count(*), sum(duration_seconds), sum(cost_micros) from ${CALLS} group by 1`,
  })),
  {
    title: 'costs by line',
    path: () => `/costs?${PERIOD}&by=line`,
    raw: `select line->>'kind', count(*), sum((line->>'amount')::numeric) from (select d.cost_lines from call_details d join ${CALLS.replace(' where ', ' on d.workspace_id = c.workspace_id and d.call_id = c.id where ')}) as t,
      jsonb_array_elements(cost_lines) as line group by 1`,
  },
]
interface Subject {
  apiKey: string
  workspaceId: number
  agentId: number
  campaignId: number
}
type Times = Record<'rest' | 'raw', Record<Size, number[]>>

async function main(): Promise<string> {
  const warning = disturbance()
  if (warning) console.log(warning)
  const postgres = await ownPostgres()
  const prepared = await prepare(postgres.url, { workspaces: 2, calls: 0 })
  const client = new pg.Client({ connectionString: postgres.url })
  const server = startChild('./analyticsServer', { logFile: '/dev/null' })
  try {
    await client.connect()
    const subjects = {} as Record<Size, Subject>
    for (const [at, size] of (['small', 'large'] as const).entries()) {
      const tenant = prepared.environment.tenants[at]!
      subjects[size] = { apiKey: tenant.apiKey, workspaceId: tenant.id, agentId: tenant.agentId, campaignId: await fillCalls(client, tenant, SIZES[size]) }
    }
    await client.query('vacuum analyze')
    const startedAt = performance.now()
    const url = await server.ask<string>('start', prepared.environment)
    const startSeconds = (performance.now() - startedAt) / 1_000
    const counting = await server.ask<{ seconds: number; megabytes: number }>('countEarlier')
    await client.query('vacuum analyze call_stats')
    const stats = await client.query<{ rows: number }>('select count(*)::int as rows from call_stats where workspace_id = $1', [subjects.large.workspaceId])
    const times = new Map(ANSWERS.map(({ title }): [string, Times] => [title, { rest: { small: [], large: [] }, raw: { small: [], large: [] } }]))
    for (let round = -1; round < rounds; round++)
      for (const answer of ANSWERS)
        for (const size of round % 2 ? (['large', 'small'] as const) : (['small', 'large'] as const)) {
          const rest = await measureRequest(`${url}/api/v1/analytics${answer.path(subjects[size])}`, subjects[size].apiKey)
          const raw = await measureQuery(client, answer.raw, subjects[size].workspaceId)
          if (round < 0) continue
          times.get(answer.title)!.rest[size].push(rest)
          times.get(answer.title)!.raw[size].push(raw)
        }
    const totals = (await getJson(`${url}/api/v1/analytics/workspace?${PERIOD}`, subjects.large.apiKey)) as { current: { calls: number } }
    if (totals.current.calls !== SIZES.large) throw new Error(`${totals.current.calls} calls are counted instead of ${SIZES.large}`)
    return [
      `${machine()}; medians of ${rounds} rounds.${warning ? ` ${warning}` : ''}`,
      table(times),
      `The first start, before any statistics were counted, took ${startSeconds.toFixed(1)} s; counting ${(SIZES.small + SIZES.large).toLocaleString('en')} calls afterwards, while the server ` +
        `served, ${counting.seconds.toFixed(0)} s in a process of ${counting.megabytes.toFixed(0)} MB. The larger workspace has ${stats.rows[0]!.rows.toLocaleString('en')} rows of statistics.`,
    ].join('\n\n')
  } finally {
    await server.stop()
    await client.end()
    await prepared.end()
    await postgres.stop()
  }
}

async function getJson(url: string, apiKey: string): Promise<unknown> {
  const res = await fetch(url, { headers: { 'X-API-Key': apiKey } })
  const text = await res.text()
  if (res.status !== 200) throw new Error(`${url}: ${res.status} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/** Measures one response in milliseconds. */
async function measureRequest(url: string, apiKey: string): Promise<number> {
  const startedAt = performance.now()
  for (let i = 0; i < TIMES; i++) await getJson(url, apiKey)
  return (performance.now() - startedAt) / TIMES
}

async function measureQuery(client: pg.Client, text: string, workspaceId: number): Promise<number> {
  const startedAt = performance.now()
  await client.query(text, [workspaceId, period.from, period.to])
  return performance.now() - startedAt
}

function table(times: Map<string, Times>): string {
  const ratio = (of: number[], to: number[]) => median(of.map((ms, round) => ms / to[round]!)).toFixed(2)
  const lines = [...times].map(
    ([title, { rest, raw }]) =>
      `| ${title} | ${median(rest.small).toFixed(1)} | ${median(rest.large).toFixed(1)} | ${ratio(rest.large, rest.small)} | ${ratio(raw.large, raw.small)} | ${ratio(raw.small, rest.small)} | ${ratio(raw.large, rest.large)} |`,
  )
  const [small, large] = [SIZES.small, SIZES.large].map((calls) => calls.toLocaleString('en'))
  return [
    `| answer | ms at ${small} calls | ms at ${large} | × | × from raw rows | raw rows ÷ answer, ${small} | ${large} |`,
    '|---|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n')
}

const text = await main()
console.log(`\n${text}`)
if (values.save) {
  const marked = /(<!-- analytics results -->\n)[\s\S]*?(<!-- end of analytics results -->)/
  const page = readFileSync('docs/performance.md', 'utf8')
  writeFileSync(
    'docs/performance.md',
    page.replace(marked, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`),
  )
}
