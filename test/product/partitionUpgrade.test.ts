import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { deploy } from '../../prisma/engine.ts'
import { MIGRATIONS } from '../../prisma/migrations.ts'

/** The last migration before tables had partitions, and the last of those that bring them. */
const EARLIER = '20261127054553_live_transcripts'
const PARTITIONED = '20261127060200_partitions'
const TABLES = ['provider_events', 'lead_decisions', 'webhook_deliveries', 'webhook_attempts', 'audit_entries']
const FIRST_ROWS = 500

const name = `test_partitions_${randomUUID().replaceAll('-', '')}`
const url = inject('postgres').replace(/\/postgres$/, `/${name}`)
const inServer = async (sql: string) => {
  const admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  await admin.query(sql).finally(() => admin.end())
}
const connect = async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Applies the migrations up to one, and returns how many. */
async function deployUntil(last: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-upgrade-'))
  cpSync(MIGRATIONS, folder, { recursive: true })
  for (const migration of readdirSync(folder)) if (/^\d/.test(migration) && migration > last) rmSync(join(folder, migration), { recursive: true })
  const applied = await deploy(url, folder)
  rmSync(folder, { recursive: true })
  return applied.length
}

let client: pg.Client
let leadId: number
beforeAll(async () => {
  await inServer(`create database ${name}`)
  await deployUntil(EARLIER)
  client = await connect()
  const { rows } = await client.query<{ id: number }>(`
    with w as (insert into workspaces (name) values ('Acme') returning id),
      c as (insert into campaigns (workspace_id, name, updated_at) select id, 'Autumn', now() from w returning workspace_id, id)
    insert into leads (workspace_id, campaign_id, phone_number, updated_at) select workspace_id, id, '+12125550100', now() from c returning id`)
  leadId = rows[0]!.id
  for (let n = 0; n < FIRST_ROWS; n++) await write(client, `first ${n}`, `now() - interval '${n} hours'`)
})
afterAll(async () => {
  await client.end()
  await inServer(`drop database ${name} with (force)`)
})

/** What a call leaves, by the statements of the earlier version: an event, a decision, a delivery with an attempt, an entry. Returns the delivery's ID. */
async function write(on: pg.Client, key: string, at = 'now()') {
  await on.query(`insert into provider_events (provider, dedupe_key, body, received_at) values ('retell', $1, '{"a":1}', ${at}) on conflict do nothing`, [key])
  await on.query(
    `insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason, created_at) select workspace_id, campaign_id, id, 'wait', 'in_line', ${at} from leads where id = $1`,
    [leadId],
  )
  await on.query(
    `insert into audit_entries (workspace_id, actor_kind, resource, resource_id, action, created_at) values (1, 'system', 'call', $1, 'created', ${at})`,
    [key],
  )
  const { rows } = await on.query<{ id: string }>(
    `insert into webhook_deliveries (workspace_id, event_type, event_id, dedupe_key, url, body, next_attempt_at, created_at)
     values (1, 'call.completed', $1, 'call.completed:' || $1, 'https://example.com', '{}', now(), ${at}) on conflict do nothing returning id`,
    [key],
  )
  await on.query(
    `with claimed as (update webhook_deliveries set attempt_count = attempt_count + 1 where workspace_id = 1 and id = $1 returning *)
     insert into webhook_attempts (workspace_id, delivery_id, number, created_at) select workspace_id, id, attempt_count, created_at from claimed`,
    [rows[0]!.id],
  )
  return rows[0]!.id
}

const contents = async () => {
  const texts: Record<string, string[]> = {}
  for (const table of TABLES)
    texts[table] = (await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t order by id`)).rows.map(({ row }) => row)
  return texts
}

test('rows, and what servers of the earlier version go on writing, survive the upgrade to partitions, whatever else uses the tables', async () => {
  // A transaction that is open when the tables change places, and a server that goes on with its work.
  const [slow, busy] = [await connect(), await connect()]
  await slow.query('begin')
  const openId = await write(slow, 'open')
  let isUpgraded = false
  const keys: string[] = []
  const work = (async () => {
    for (let n = 0; !isUpgraded; n++) {
      const id = await write(busy, `busy ${n}`)
      keys.push(`busy ${n}`)
      await busy.query(`update webhook_attempts set status = 200 where workspace_id = 1 and delivery_id = $1 and number = 1`, [id])
      await busy.query(`update webhook_deliveries set status = 'delivered', finished_at = now() where workspace_id = 1 and id = $1`, [id])
      // An erasure, of a row from before.
      if (n < 20) {
        await busy.query(`delete from webhook_attempts where delivery_id = (select id from webhook_deliveries where event_id = $1)`, [`first ${n}`])
        await busy.query(`delete from webhook_deliveries where event_id = $1`, [`first ${n}`])
        await busy.query(`update webhook_deliveries set body = '{"blank":true}' where event_id = $1`, [`first ${n + 20}`])
        await busy.query(`delete from provider_events where dedupe_key = $1`, [`first ${n}`])
      }
    }
  })()
  const upgrade = deployUntil(PARTITIONED)
  // The upgrade waits for the transaction, without making others wait for it.
  const during = keys.length
  await expect.poll(() => keys.length).toBeGreaterThan(during + 30)
  await slow.query('commit')
  expect(await upgrade).toBe(3)
  await expect.poll(() => keys.length).toBeGreaterThan(during + 60)
  isUpgraded = true
  await work
  const counted = async (sql: string) => Number((await client.query<{ count: string }>(sql)).rows[0]!.count)
  expect(await counted('select count(*) from provider_events')).toBe(FIRST_ROWS - 20 + keys.length + 1)
  expect(await counted('select count(*) from lead_decisions')).toBe(FIRST_ROWS + keys.length + 1)
  expect(await counted(`select count(*) from audit_entries where resource = 'call'`)).toBe(FIRST_ROWS + keys.length + 1)
  expect(await counted('select count(*) from webhook_deliveries')).toBe(FIRST_ROWS - 20 + keys.length + 1)
  expect(await counted(`select count(*) from webhook_deliveries where body::jsonb ? 'blank'`)).toBe(20)
  expect(await counted(`select count(*) from webhook_deliveries where status = 'delivered'`)).toBe(keys.length)
  expect(await counted('select count(*) from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id')).toBe(FIRST_ROWS - 20 + keys.length + 1)
  expect(await counted('select count(*) from webhook_attempts where status = 200')).toBe(keys.length)
  expect(await counted(`select count(*) from webhook_deliveries where id = ${openId} and event_id = 'open'`)).toBe(1)
  await Promise.all([slow.end(), busy.end()])
})

test('what guards the rows holds in every partition', async () => {
  const before = await contents()
  const [event, delivery] = [JSON.parse(before.provider_events!.at(-1)!), JSON.parse(before.webhook_deliveries!.at(-1)!)]
  const repeated = `insert into provider_events (provider, dedupe_key, body) values ('retell', $1, '{}') on conflict do nothing`
  expect((await client.query(repeated, [event.dedupe_key])).rowCount).toBe(0)
  await expect(
    client.query('insert into webhook_deliveries (workspace_id, event_type, event_id, dedupe_key, url, body) values (1, $1, $1, $2, $1, $1)', [
      '',
      delivery.dedupe_key,
    ]),
  ).rejects.toThrow('duplicate key')
  await expect(client.query(`insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason) values (1, 1, -7, 'wait', '')`)).rejects.toThrow(
    'foreign key',
  )
  await expect(client.query('delete from leads')).rejects.toThrow('foreign key')
  for (const sql of ['delete from audit_entries', 'truncate audit_entries', 'update audit_entries set actor_name = null'])
    await expect(client.query(sql)).rejects.toThrow('append-only')
  const sent = await client.query<{ id: string }>(
    `insert into webhook_deliveries (workspace_id, event_type, event_id, url, body) values (1, 'call.completed', 'test-1', 'https://example.com', '{}') returning id`,
  )
  await client.query(`begin; set local callwright.by = '{"kind":"user","userId":1,"name":"Ada"}'`)
  await client.query(
    `insert into webhook_deliveries (workspace_id, event_type, event_id, url, body, created_at) values (1, 'call.completed', 'test-2', '', '{}', now() + interval '1 month')`,
  )
  await client.query('commit')
  const { rows } = await client.query(`select resource_id from audit_entries where resource = 'webhook_delivery'`)
  expect(rows).toEqual([{ resource_id: String(Number(sent.rows[0]!.id) + 1) }])
  expect((await contents()).provider_events).toEqual(before.provider_events)
})

test('IDs go on beyond 32 bits, from the sequences that each table owns', async () => {
  for (const table of TABLES) {
    const { rows } = await client.query(
      `select pg_get_serial_sequence('${table}', 'id') as sequence, (select data_type::text from pg_sequences where sequencename = '${table}_id_seq') as type`,
    )
    expect(rows).toEqual([{ sequence: `public.${table}_id_seq`, type: 'bigint' }])
    await client.query(`select setval('${table}_id_seq', 2147483646)`)
  }
  for (let n = 0; n < 2; n++) await write(client, `long ${n}`)
  for (const table of TABLES) expect((await client.query(`select max(id)::text as max from ${table}`)).rows).toEqual([{ max: '2147483648' }])
})
