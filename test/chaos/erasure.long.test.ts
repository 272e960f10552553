import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { graphql } from '../kit/clients/client.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

/** Longer than a whole erasure takes next to other work. What it counts last, it reaches late. */
const WHOLE_MS = 300_000
const PHONE = '+14155510039'
const OTHER = '+14155520039'
const [CALLS, TEXTS, MENTIONS] = [3_000, 700, 2_500]

let server: Product
beforeAll(async () => {
  server = await createProduct()
  await server.start()
})
afterAll(() => server.end())

/** Queries the product's database on a new connection, because each kill ends the database. */
async function queryRows<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const { url } = JSON.parse(readFileSync(join(server.dataDir, 'postgres.json'), 'utf8')) as { url: string }
  const database = new pg.Client({ connectionString: url })
  database.on('error', () => {})
  await database.connect()
  try {
    return (await database.query<Row>(statement, values)).rows
  } finally {
    await database.end()
  }
}

const insertCalls = (to: string, count: number, details: string) => `
  with made as (
    insert into calls (workspace_id, ref, from_number, to_number, provider, provider_agent, status, outcome, recorded, recording_reason, placement, ended_at, finished_at)
    select $1, gen_random_uuid(), '+12025550100', '${to}', 'retell', '{}', 'completed', 'success', false, 'off', 'placed', now(), now() from generate_series(1, ${count}) returning id)
  insert into call_details (call_id, workspace_id, summary, metadata) select id, $1, ${details} from made`

/** Every column of every table that still has the number, with its count. */
async function columnsWithNumber(phone: string) {
  const columns = await queryRows<{ table: string; column: string; type: string }>(`
    select format('%I.%I', table_schema, table_name) as table, column_name as column, data_type as type from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE' and data_type <> 'bytea'`)
  const parts = columns.map(
    ({ table, column }) => `select '${table}.${column}' as place, count(*)::int as n from ${table} where "${column}"::text like '%${phone.slice(1)}%'`,
  )
  return queryRows<{ place: string; n: number }>(`select * from (${parts.join(' union all ')}) as found where n > 0`)
}

const erasure = async () => (await queryRows<{ status: string; counts: Record<string, number> }>('select status, counts from erasures'))[0]!

/** Creates about six thousand rows, and erases them with a server that is killed four times. After each start, it resumes the job. */
test('an erasure whose server is killed repeatedly completes, leaves nothing, and counts everything once', { timeout: 240_000 }, async () => {
  const workspaceId = (await queryRows<{ id: number }>('select id from workspaces limit 1'))[0]!.id
  await queryRows(insertCalls(PHONE, CALLS, `'They spoke.', '{}'`), [workspaceId])
  await queryRows(insertCalls(OTHER, MENTIONS, `'Call ${PHONE} instead', '{"sister": "${PHONE}"}'`), [workspaceId])
  const [number] = await queryRows<{ id: number }>('select id from phone_numbers where workspace_id = $1 limit 1', [workspaceId])
  await queryRows(
    `with one as (insert into conversations (workspace_id, number_id, contact_number, last_message_at) values ($1, $2, '${PHONE}', now()) returning id)
     insert into messages (workspace_id, ref, conversation_id, number_id, direction, from_number, to_number, body, segments, carrier, status, dispatch)
     select $1, gen_random_uuid(), one.id, $2, 'outbound', '+12025550100', '${PHONE}', 'Hello', 1, 'twilio', 'delivered', 'placed' from one, generate_series(1, ${TEXTS})`,
    [workspaceId, number!.id],
  )
  const { email, password } = server.demo()
  const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }'
  const { accessToken } = (await graphql(server.url, {}, signIn, { input: { email, password } })).data.signIn as { accessToken: string }
  const started = await graphql(
    server.url,
    { Authorization: `Bearer ${accessToken}` },
    `mutation { erasePersonalData(phoneNumber: "${PHONE}", retainDncEntry: false) { id } }`,
  )
  expect(started.errors).toBeUndefined()

  const kills: string[] = []
  for (const moment of [
    ['calls', 300],
    ['calls', 1_500],
    ['messages', 100],
    ['mentions', 1],
  ] as const) {
    const [kind, count] = moment
    const { status, counts } = await waitFor(
      `${count} ${kind} to be gone`,
      async () => {
        const now = await erasure()
        return (now.status === 'done' || (now.counts[kind] ?? 0) >= count) && now
      },
      WHOLE_MS,
    )
    if (status !== 'done') kills.push(`${kind} ${counts[kind]}`)
    await sleep(20)
    await server.kill('SIGKILL')
    await server.start()
  }
  expect(kills.length).toBeGreaterThanOrEqual(2)
  await waitFor('the erasure to be done', async () => (await erasure()).status === 'done', WHOLE_MS)

  expect((await erasure()).counts).toMatchObject({ calls: CALLS, messages: TEXTS })
  expect(await columnsWithNumber(PHONE)).toEqual([])
  const [remaining] = await queryRows<Record<string, number>>(
    `select (select count(*)::int from calls where to_number = '${OTHER}') as others, (select count(*)::int from erased_calls where reason = 'request') as calls,
       (select count(*)::int from erased_messages where reason = 'request') as messages,
       (select count(*)::int from call_details where summary = 'Call [erased] instead' and metadata->>'sister' = '[erased]') as masked`,
  )
  expect(remaining).toEqual({ others: MENTIONS, calls: CALLS, messages: TEXTS, masked: MENTIONS })
})
