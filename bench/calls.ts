import { mkdtemp, rm } from 'node:fs/promises'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type CampaignCosts, measureCampaign } from './calls/campaign.ts'
import { measureClosings } from './calls/closings.ts'
import { type Costs, readCosts, spentPer } from './calls/costs.ts'
import type { ProductOptions } from './calls/product.ts'
import { startReceiver } from './calls/receiver.ts'
import { readReportedCalls, replay } from './calls/replay.ts'
import { startChild } from './ipc.ts'
import { ownPostgres } from './postgres.ts'
import { disturbance, machine } from './report.ts'

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '400' },
    speed: { type: 'string', default: '20' },
    jobs: { type: 'string', default: '4000' },
    rate: { type: 'string' },
    closings: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
})
const leads = Number(values.leads)
const jobs = Number(values.jobs)

/** Measures what a campaign's call costs in the product, beside the same calls in a server written by hand, and beside empty jobs of the queue. */
async function main() {
  const warning = disturbance()
  if (warning) console.log(warning)
  const folder = await mkdtemp(join(tmpdir(), 'callwright-bench-calls-'))
  const postgres = await ownPostgres([])
  const receiver = await startReceiver()
  const client = new pg.Client({ connectionString: postgres.url })
  const start = (name: string, options = {}) => [name, startChild(`./calls/${name}`, { ...options, logFile: join(folder, `${name}.log`) })] as const
  const children = new Map([start('product', startOptions()), start('byHand'), start('emptyJobs')])
  const child = (name: string) => children.get(name)!
  try {
    await client.connect()
    const product = child('product')
    const url = await product.ask<string>('start', {
      databaseUrl: postgres.url,
      folder,
      speed: Number(values.speed),
      rate: values.rate,
    } satisfies ProductOptions)
    const apiKey = await product.ask<string>('createWorkspace')
    const campaign = await measureCampaign(
      { child: product, client, postgresCpu: postgres.cpu, url, apiKey, receiverUrl: receiver.url, profile: values.profile },
      leads,
    )
    const calls = await readReportedCalls(client)
    await product.ask('stop')

    const measure = async (name: string, count: number, work: () => Promise<unknown>): Promise<Costs> => {
      const before = await readCosts(child(name), client, postgres.cpu)
      await work()
      await sleep(1_500)
      return spentPer(count, before, await readCosts(child(name), client, postgres.cpu))
    }
    const byHandUrl = await child('byHand').ask<string>('start', { databaseUrl: postgres.url, provider: receiver.url, receiver: receiver.url })
    await replay(byHandUrl, calls.slice(0, 50))
    await client.query('delete from by_hand.calls')
    const byHand = await measure('byHand', calls.length, () => replay(byHandUrl, calls))
    await child('emptyJobs').ask('start', postgres.url)
    const emptyJobs = await measure('emptyJobs', jobs, () => child('emptyJobs').ask('work', { connectionString: postgres.url, jobs }))
    await child('emptyJobs').ask('stop')

    const text = report(campaign, byHand, emptyJobs, calls.flatMap(({ events }) => events).length / calls.length, warning)
    console.log(`\n${text}`)
    if (values.save) save(text)
  } finally {
    for (const each of children.values()) await each.stop()
    await client.end()
    await receiver.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Closes calls of one workspace that end at once. */
async function closings() {
  const folder = await mkdtemp(join(tmpdir(), 'callwright-bench-calls-'))
  const postgres = await ownPostgres()
  const product = startChild('./calls/product', { ...startOptions(), logFile: join(folder, 'product.log') })
  try {
    const warning = disturbance()
    console.log(`\n${machine()}.${warning ? ` ${warning}` : ''}\n\n${await measureClosings(product, postgres, folder, 10 * leads)}`)
  } finally {
    await product.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The variables and Node's flags with which `npm start` starts the server. */
function startOptions() {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const words = scripts.start.split(' ')
  const variables = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('='))
  return { env: Object.fromEntries(variables) as Record<string, string>, flags: words.filter((word) => word.startsWith('--')) }
}

function report(campaign: CampaignCosts, byHand: Costs, job: Costs, events: number, warning: string | null): string {
  const ms = (micros: number) => (micros / 1000).toFixed(2)
  const count = (value: number) => value.toFixed(1)
  const mb = (bytes: number) => (bytes / 1_000_000).toFixed(0)
  const rows: [string, (costs: Costs) => string][] = [
    ['CPU of the server, ms', ({ server }) => ms(server)],
    ['CPU of PostgreSQL, ms', ({ postgres }) => ms(postgres)],
    ['commits', ({ commits }) => count(commits)],
    ['WAL, kB', ({ walBytes }) => count(walBytes / 1000)],
    ['WAL records', ({ walRecords }) => count(walRecords)],
    ['whole pages in the WAL', ({ walPages }) => walPages.toFixed(2)],
    ['rows read by scans', ({ scanned }) => count(scanned)],
    ['jobs added', ({ jobs: added }) => count(added)],
  ]
  return [
    `${machine()}; ${leads} calls at ${values.speed} times real time, ${count(events)} webhooks each.${warning ? ` ${warning}` : ''}`,
    [
      '| | a call in the product | a call by hand | an empty job |',
      '|---|--:|--:|--:|',
      ...rows.map(([title, cell]) => `| ${title} | ${cell(campaign)} | ${cell(byHand)} | ${cell(job)} |`),
    ].join('\n'),
    [
      '| the product | |',
      '|---|--:|',
      `| calls begun a second${values.rate ? ` at a provider's rate of ${values.rate}` : ''} | ${count(campaign.begunPerSecond)} |`,
      `| calls finished a second | ${count(campaign.perSecond)} |`,
      `| CPU of the server, × by hand | ${count(campaign.server / byHand.server)} |`,
      `| CPU of PostgreSQL, × by hand | ${count(campaign.postgres / byHand.postgres)} |`,
      `| idle, ms of CPU a second: server + PostgreSQL | ${ms(campaign.idleServer)} + ${ms(campaign.idlePostgres)} |`,
      `| memory at rest, after the calls, MB | ${mb(campaign.memoryBefore)}, ${mb(campaign.memoryAfter)} |`,
      `| jobs that wait when the campaign is completed, a call | ${count(campaign.waitingJobs)} |`,
    ].join('\n'),
  ].join('\n\n')
}

function save(text: string) {
  const marked = /(<!-- calls results -->\n)[\s\S]*?(<!-- end of calls results -->)/
  const page = readFileSync('docs/performance.md', 'utf8')
  writeFileSync(
    'docs/performance.md',
    page.replace(marked, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`),
  )
}

await (values.closings ? closings() : main()).catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})
