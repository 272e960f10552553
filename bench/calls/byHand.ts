import { createServer, type IncomingMessage, request, Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { answer } from '../ipc.ts'

/**
 * The floor: a bare server, written by hand, for the same calls. It commits a call and asks a provider for it, stores each event of the provider, and
 * ends a call in one statement, with its charge, statistics and ledger. Then it sends `call.completed`. It has no rules, no tenants and no recovery.
 */
const TABLES = `
  create schema by_hand
  create table calls (id serial primary key, provider_call_id text unique, status text not null default 'queued', seconds int, transcript json, analysis json, ended_at timestamptz)
  create table events (id bigserial primary key, call_id text not null, body json not null, received_at timestamptz not null default now())
  create table wallets (id int primary key, balance bigint not null)
  create table ledger (id bigserial primary key, call_id int not null unique, amount bigint not null)
  create table stats (day date primary key, calls int not null, seconds int not null)`
const PLACE = { name: 'place', text: 'insert into by_hand.calls (provider_call_id) values ($1) returning id' }
const STORE = { name: 'store', text: 'insert into by_hand.events (call_id, body) values ($1, $2)' }
const CLOSE = {
  name: 'close',
  text: `
    with stored as (insert into by_hand.events (call_id, body) values ($1, $2)),
    closed as (
      update by_hand.calls set status = 'completed', seconds = $3, transcript = $4, analysis = $5, ended_at = now()
      where provider_call_id = $1 and status <> 'completed' returning id
    ), charged as (update by_hand.wallets set balance = balance - $3 * 2000 where id = 1 and exists (select from closed)),
    line as (insert into by_hand.ledger (call_id, amount) select id, $3 * 2000 from closed),
    counted as (
      insert into by_hand.stats (day, calls, seconds) select current_date, 1, $3 from closed
      on conflict (day) do update set calls = stats.calls + 1, seconds = stats.seconds + excluded.seconds
    )
    select id from closed`,
}

interface ProviderCall {
  call_id: string
  start_timestamp?: number
  end_timestamp?: number
  transcript_object?: unknown
  call_analysis?: unknown
}

let pool: pg.Pool
let urls: { provider: string; receiver: string }
const agent = new Agent({ keepAlive: true })

answer({
  async start(given: { databaseUrl: string; provider: string; receiver: string }): Promise<string> {
    urls = given
    pool = new pg.Pool({ connectionString: given.databaseUrl, max: 20 })
    await pool.query(`drop schema if exists by_hand cascade; ${TABLES}; insert into by_hand.wallets values (1, 1000000000000)`)
    const server = createServer((req, res) => {
      handle(req).then(
        () => res.writeHead(204).end(),
        () => res.writeHead(500).end(),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
  cpu: () => process.cpuUsage(),
})

async function handle(req: IncomingMessage) {
  const body = await readBody(req)
  if (req.url === '/calls') return place(JSON.parse(body) as { call_id: string })
  const { event, call } = JSON.parse(body) as { event: string; call: ProviderCall }
  if (event !== 'call_analyzed') return void (await pool.query(STORE, [call.call_id, body]))
  const seconds = Math.round(((call.end_timestamp ?? 0) - (call.start_timestamp ?? 0)) / 1000)
  const values = [call.call_id, body, seconds, JSON.stringify(call.transcript_object ?? []), JSON.stringify(call.call_analysis ?? null)]
  const { rows } = await pool.query<{ id: number }>(CLOSE, values)
  await post(urls.receiver, JSON.stringify({ id: String(rows[0]?.id), type: 'call.completed', data: call }))
}

async function place(call: { call_id: string }) {
  await pool.query(PLACE, [call.call_id])
  await post(urls.provider, JSON.stringify(call))
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const post = (url: string, body: string) =>
  new Promise<void>((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } }, (res) =>
      res.resume().once('end', resolve),
    )
    sent.once('error', reject).end(body)
  })
