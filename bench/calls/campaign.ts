import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Child } from '../ipc.ts'
import type { CpuMeter } from '../postgres.ts'
import { type Costs, readCosts, spentPer } from './costs.ts'

/** What a finished call of a campaign cost in the product. */
export interface CampaignCosts extends Costs {
  /** Calls that were begun in a second, from the first to the last. */
  begunPerSecond: number
  /** Calls that finished in a second. */
  perSecond: number
  /** Memory of the server in bytes, before and after. */
  memoryBefore: number
  memoryAfter: number
  /** CPU of the idle server and of its PostgreSQL, in microseconds a second. */
  idleServer: number
  idlePostgres: number
  /** Jobs of the calls that still wait when the campaign is completed, for each call. */
  waitingJobs: number
}

interface Ground {
  child: Child
  client: pg.ClientBase
  postgresCpu: CpuMeter
  url: string
  apiKey: string
  receiverUrl: string
  /** Where a profile of the server's CPU during the campaign is written. */
  profile?: string | undefined
}

const IDLE_SECONDS = 10
const SETTLE_SECONDS = 5
const POLL_MS = 250
/** Numbers of several area codes whose calls are answered and succeed. */
const AREAS = ['212', '312', '415', '617', '713', '206', '303', '404', '503', '702']
const CONSENT = { basis: 'express_written', given_at: '2026-01-31' }
const phoneOf = (nth: number) => `+1${AREAS[nth % AREAS.length]}${200 + Math.floor(nth / AREAS.length)}0100`

/** Runs a campaign to its end and until its last call is closed and delivered, and measures what it cost. */
export async function measureCampaign({ child, client, postgresCpu, url, apiKey, receiverUrl, profile }: Ground, leads: number): Promise<CampaignCosts> {
  const send = async (method: string, path: string, body: object = {}) => {
    const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
    const res = await fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
    if (!res.ok) throw new Error(`${method} ${path}: ${res.status} ${await res.text()}`)
    return (await res.json()) as { id: number }
  }
  await send('PUT', '/webhooks', { url: receiverUrl })
  const agent = await send('POST', '/agents', { name: 'Ada', voice_id: '11labs-Adrian', system_prompt: 'Ask whether the person needs an offer.' })
  await send('POST', `/agents/${agent.id}/publish`)
  const schema = { type: 'object', properties: { interested: { type: 'boolean' }, budget: { type: 'number' } } }
  const campaign = await send('POST', '/campaigns', {
    name: 'Bench',
    purpose: 'quote_request',
    agent_ref_id: agent.id,
    extraction_schema: schema,
    display_columns: [],
  })
  await send('POST', `/campaigns/${campaign.id}/leads`, {
    leads: Array.from({ length: leads }, (_, nth) => ({ phone_number: phoneOf(nth), name: `Lead ${nth}`, consent: CONSENT })),
  })
  // Otherwise PostgreSQL would still be busy with the import while the server is idle.
  // Tables that are still empty are left as a new server has them: of those, the planner would believe that they stay empty.
  await client.query('vacuum analyze leads')
  await client.query('checkpoint')
  await sleep(SETTLE_SECONDS * 1000)

  const idleBefore = await readCosts(child, client, postgresCpu)
  await sleep(IDLE_SECONDS * 1000)
  const idle = spentPer(IDLE_SECONDS, idleBefore, await readCosts(child, client, postgresCpu))

  const memoryBefore = await child.ask<number>('memory')
  const before = await readCosts(child, client, postgresCpu)
  if (profile) await child.ask('startProfile')
  const startedAt = performance.now()
  await send('POST', `/campaigns/${campaign.id}/start`)
  let polls = 0
  const until = async (condition: string) => {
    for (;;) {
      polls++
      const { rows } = await client.query<{ holds: boolean }>(`select (${condition}) as holds`)
      if (rows[0]!.holds) return
      await sleep(POLL_MS)
    }
  }
  await until(`select status = 'completed' from campaigns where id = ${campaign.id}`)
  const seconds = (performance.now() - startedAt) / 1000
  const begun = await client.query<{ rate: number }>(
    `select ((count(*) - 1) / extract(epoch from max(created_at) - min(created_at)))::float8 as rate from calls where campaign_id = ${campaign.id}`,
  )
  const { rows } = await client.query<{ waiting: number }>('select count(*)::int as waiting from graphile_worker._private_jobs where run_at <= now()')
  await until(`not exists (select from calls where campaign_id = ${campaign.id} and finished_at is null)
    and not exists (select from webhook_deliveries where status = 'pending')
    and not exists (select from graphile_worker._private_jobs where run_at <= now())`)
  // Longer than PostgreSQL's sessions wait before they report what they did.
  await sleep(1_500)
  const spent = spentPer(leads, before, await readCosts(child, client, postgresCpu))
  if (profile) await child.ask('stopProfile', profile)
  return {
    ...spent,
    commits: spent.commits - polls / leads,
    begunPerSecond: begun.rows[0]!.rate,
    perSecond: leads / seconds,
    memoryBefore,
    memoryAfter: await child.ask<number>('memory'),
    idleServer: idle.server,
    idlePostgres: idle.postgres,
    waitingJobs: rows[0]!.waiting / leads,
  }
}
