import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { copyIn } from './copyIn.ts'
import { prepare } from './ground.ts'
import { startChild } from './ipc.ts'
import { ownPostgres } from './postgres.ts'

const ROWS = 10_000
const ROUNDS = Number(process.argv[2] ?? 9)
/** Targets: the maximum multiple of a bare COPY, and the maximum delay of other requests in milliseconds. */
const AIMS = { ratio: 2, delayMs: 50 }

const PREFIXES = ['+1415', '+3934', '+4915', '+4477', '+3361']
const leads = Array.from({ length: ROWS }, (_, at) => ({
  phone_number: `${PREFIXES[at % 5]}${String(1_000_000 + at)}${at % 5 === 2 || at % 5 === 3 ? '0' : ''}`.replace(/^(\+4477\d{8}).*/, '$1'),
  name: `Lead ${at}`,
  external_id: `crm-${at}`,
  data: { company: `Northwind ${at}`, note: 'asked for a "quote"' },
}))
const items = leads.map(({ phone_number, ...lead }) => ({ ...lead, phone: phone_number, data: { ...lead.data, note: 'has called back' } }))

/** Compares imports of 10,000 new and existing leads by request with a bare COPY of the same rows into the same table, in alternating rounds. */
async function main() {
  const folder = await mkdtemp(join(tmpdir(), 'callwright-bench-leads-'))
  const postgres = await ownPostgres()
  const prepared = await prepare(postgres.url, { workspaces: 1, calls: 0 })
  const server = startChild('./leadsServer', { logFile: join(folder, 'server.log') })
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    await client.connect()
    const url = await server.ask<string>('start', prepared.environment)
    const [{ id: workspaceId, apiKey } = { id: 0, apiKey: '' }] = prepared.environment.tenants
    const send = async (path: string, body: string) => {
      const startedAt = performance.now()
      const res = await fetch(`${url}/api/v1${path}`, { method: 'POST', body, headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' } })
      const answer = (await res.json()) as Record<string, unknown>
      const ms = performance.now() - startedAt
      if (res.status > 201) throw new Error(`${path}: ${res.status} ${JSON.stringify(answer).slice(0, 300)}`)
      return { ms, answer }
    }
    const campaign = async () => (await send('/campaigns', '{"name":"Bench"}')).answer.id as number
    const times: Record<'copy' | 'add' | 'upsert', number[]> = { copy: [], add: [], upsert: [] }
    const delays: Record<'add' | 'upsert', number[]> = { add: [], upsert: [] }
    for (let round = -2; round < ROUNDS; round++) {
      await client.query('truncate leads, lead_imports, lead_import_changes cascade')
      const [copyCampaign, requestCampaign] = [await campaign(), await campaign()]
      const copy = async () => {
        const text = leads.map((lead) =>
          [workspaceId, copyCampaign, lead.external_id, lead.phone_number, lead.name, JSON.stringify(lead.data).replaceAll('\\', '\\\\')].join('\t'),
        )
        const bytes = Buffer.from(`${text.join('\n')}\n`)
        const startedAt = performance.now()
        await copyIn(client, 'copy leads (workspace_id, campaign_id, external_id, phone_number, name, data) from stdin', bytes)
        return performance.now() - startedAt
      }
      const measureRequest = async (path: string, body: string, expected: object) => {
        await server.ask('longestDelay')
        const { ms, answer } = await send(path, body)
        for (const [name, value] of Object.entries(expected)) if (answer[name] !== value) throw new Error(`${path}: ${name} is ${String(answer[name])}`)
        return { ms, delay: await server.ask<number>('longestDelay') }
      }
      const requests = async () => {
        const add = await measureRequest(`/campaigns/${requestCampaign}/leads`, JSON.stringify({ leads }), { imported: ROWS })
        const upsert = await measureRequest('/leads:upsert', JSON.stringify({ campaign_id: requestCampaign, items }), { updated: ROWS })
        return { add, upsert }
      }
      const first = round % 2 === 0 ? await copy() : null
      const { add, upsert } = await requests()
      const copyMs = first ?? (await copy())
      if (round < 0) continue
      times.copy.push(copyMs)
      for (const [name, { ms, delay }] of Object.entries({ add, upsert })) {
        times[name as 'add'].push(ms)
        delays[name as 'add'].push(delay)
      }
    }
    report(times, delays)
  } finally {
    await server.stop()
    await client.end()
    await prepared.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function report(times: Record<'copy' | 'add' | 'upsert', number[]>, delays: Record<'add' | 'upsert', number[]>) {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
  console.log(`\n${ROWS} leads, medians of ${times.copy.length} rounds\n`)
  console.log('| | ms | × COPY | longest delay ms, median (largest) |\n|---|---:|---:|---:|')
  console.log(`| bare COPY | ${median(times.copy).toFixed(0)} | 1.00 | |`)
  for (const name of ['add', 'upsert'] as const) {
    const ratio = median(times[name].map((ms, at) => ms / times.copy[at]!))
    const title = name === 'add' ? 'POST /campaigns/{campaign_id}/leads' : 'POST /leads:upsert, all existing and changed'
    console.log(
      `| ${title} | ${median(times[name]).toFixed(0)} | ${ratio.toFixed(2)} | ${median(delays[name]).toFixed(0)} (${Math.max(...delays[name]).toFixed(0)}) |`,
    )
    const isMet = ratio <= AIMS.ratio && median(delays[name]) <= AIMS.delayMs
    if (!isMet) process.exitCode = 1
  }
  console.log(`\nTargets: at most ${AIMS.ratio} × COPY, and no other request waits longer than ${AIMS.delayMs} ms.`)
}

await main()
