import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ProductOptions } from '../calls/product.ts'
import { startReceiver } from '../calls/receiver.ts'
import { startChild } from '../ipc.ts'
import { ownPostgres } from '../postgres.ts'
import { countWal, type WalCost, walPosition } from './count.ts'

/** Whole pages in the log depend on checkpoints, and vacuum on the moment. */
const EXACT = ['full_page_writes=off', 'autovacuum=off', 'checkpoint_timeout=1d', 'max_wal_size=16GB']
/** Slow enough that each webhook is applied before the next one arrives. */
const SPEED = 8
const POLL_MS = 200
const CONSENT = { basis: 'express_written', given_at: '2026-01-31' }
/** Numbers whose calls are answered and succeed. */
const phoneOf = (nth: number) => `+1212${200 + nth}0100`

/** Calls the leads of a campaign one after the other, and counts what each call wrote to PostgreSQL's log, by table. The first two calls aren't counted. */
export async function countCalls(calls: number): Promise<Record<string, WalCost>> {
  const folder = await mkdtemp(join(tmpdir(), 'callwright-bench-wal-'))
  const postgres = await ownPostgres(EXACT)
  const receiver = await startReceiver()
  const client = new pg.Client({ connectionString: postgres.url })
  const product = startChild('./calls/product', { logFile: join(folder, 'product.log') })
  try {
    await client.connect()
    await client.query('create extension pg_walinspect')
    const url = await product.ask<string>('start', { databaseUrl: postgres.url, folder, speed: SPEED } satisfies ProductOptions)
    const send = sender(url, await product.ask<string>('createWorkspace'))
    await send('PUT', '/webhooks', { url: receiver.url })
    await (
      await prepareCampaign(send, client, 0, 2)
    )()
    const runCampaign = await prepareCampaign(send, client, 2, calls)
    const from = await walPosition(client)
    await runCampaign()
    return await countWal(client, from, await walPosition(client), calls)
  } finally {
    await product.stop()
    await client.end()
    await receiver.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Send = ReturnType<typeof sender>
const sender = (url: string, apiKey: string) => async (method: string, path: string, body: object) => {
  const res = await fetch(url + (path === '/graphql' ? path : `/api/v1${path}`), {
    method,
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!res.ok) throw new Error(`${method} ${path}: ${res.status} ${await res.text()}`)
  return (await res.json()) as { id: number }
}

const SET = 'mutation ($id: ID!) { updateCampaignSettings(campaignId: $id, input: { concurrency: 1 }) { id } }'

/** Returns a function that runs the campaign to its end. */
async function prepareCampaign(send: Send, client: pg.ClientBase, first: number, count: number) {
  const agent = await send('POST', '/agents', { name: 'Ada', voice_id: '11labs-Adrian', system_prompt: 'Ask whether the person needs an offer.' })
  await send('POST', `/agents/${agent.id}/publish`, {})
  const { id } = await send('POST', '/campaigns', { name: 'Counted', purpose: 'quote_request', agent_ref_id: agent.id })
  await send('POST', '/graphql', { query: SET, variables: { id } })
  const leads = Array.from({ length: count }, (_, nth) => ({ phone_number: phoneOf(first + nth), name: `Lead ${nth}`, consent: CONSENT }))
  await send('POST', `/campaigns/${id}/leads`, { leads })
  const isOver = `select status = 'completed' and not exists (select from calls where campaign_id = campaigns.id and finished_at is null)
    and not exists (select from calls where campaign_id = campaigns.id and not exists (select from call_words where call_id = calls.id and workspace_id = calls.workspace_id))
    and not exists (select from webhook_deliveries where status = 'pending') and not exists (select from pending_provider_events) as is_over from campaigns where id = $1`
  return async () => {
    await send('POST', `/campaigns/${id}/start`, {})
    while (!(await client.query<{ is_over: boolean }>(isOver, [id])).rows[0]!.is_over) await sleep(POLL_MS)
  }
}
