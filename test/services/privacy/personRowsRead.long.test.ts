import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace, connect, disconnect, pool } from '../../../src/kernel/db/db.ts'
import { inWorkspace } from '../../../src/kernel/db/workspaceContext.ts'
import * as erasures from '../../../src/services/privacy/erasures.ts'
import * as personData from '../../../src/services/reports/person/personData.ts'
import { freshDatabase, superuserUrlOf } from '../../kit/server/postgres.ts'

const OTHERS = 5_000
/** Rows of a table that may be read for a contact with a handful of rows and two mentions. */
const FEW = 250
const PHONE_NUMBER = '+14155000007'
/** A year without partitions from before the indexes. */
const NOW = '2031-05-05T12:00:00Z'

let url: string
let workspaceId: number
let drop: () => Promise<void>

/** As a superuser, for whom PostgreSQL makes the plans of the product, without the policies of the tests. */
beforeAll(async () => {
  const fresh = await freshDatabase()
  ;[url, drop] = [superuserUrlOf(fresh.url), fresh.drop]
  connect(url)
  for (const table of ['lead_decisions', 'webhook_deliveries', 'webhook_attempts'])
    await pool.query('select add_partitions($1, $2, 0, $3)', [table, 'month', NOW])
  workspaceId = (await anyWorkspace.workspace.create({ data: { name: 'Acme' } })).id
  await fill()
})
afterAll(async () => {
  await disconnect()
  await drop()
})

const NUMBER = `'+1' || (4155000000 + i)`
const SERIES = `from generate_series(1, ${OTHERS}) i`
/** Other contacts with rows in each table, of which the tenth and the last mention the contact. */
const MENTION = `case when i in (10, ${OTHERS}) then 'Ask (415) 500-0007' else 'Ask 1' || (2125000000 + i) end`

const ROWS = [
  `insert into campaigns (id, workspace_id, name, updated_at) select 1, $1, 'Autumn', now()`,
  `insert into phone_numbers (id, workspace_id, phone_number, country, carrier) select 1, $1, '+12125550100', 'US', 'simulator'`,
  `insert into lead_imports (id, workspace_id, campaign_id, source, status, options, created_at) select 1, $1, 1, 'csv', 'completed', '{}', '${NOW}'`,
  `insert into leads (id, workspace_id, campaign_id, phone_number, name) select i, $1, 1, ${NUMBER}, ${MENTION} ${SERIES}`,
  `insert into lead_import_changes (import_id, lead_id, workspace_id, before) select 1, i, $1, json_build_object('phoneNumber', ${NUMBER}, 'name', ${MENTION}) ${SERIES}`,
  `insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason, details, created_at)
     select $1, 1, i, 'call', 'called', jsonb_build_object('note', ${MENTION}), '${NOW}' ${SERIES}`,
  `insert into calls (id, workspace_id, ref, from_number, to_number, provider, provider_agent, status, outcome, recorded, recording_reason, placement, ended_at, finished_at)
     select i, $1, gen_random_uuid(), '+12125550100', ${NUMBER}, 'retell', '{}', 'completed', 'success', false, 'off', 'placed', '${NOW}', '${NOW}' ${SERIES}`,
  `insert into call_details (call_id, workspace_id, summary) select i, $1, ${MENTION} ${SERIES}`,
  `insert into conversations (id, workspace_id, number_id, contact_number, last_message_at) select i, $1, 1, ${NUMBER}, '${NOW}' ${SERIES}`,
  `insert into messages (id, workspace_id, ref, conversation_id, number_id, direction, from_number, to_number, body, segments, carrier, status, dispatch)
     select i, $1, gen_random_uuid(), i, 1, 'outbound', '+12125550100', ${NUMBER}, ${MENTION}, 1, 'twilio', 'delivered', 'placed' ${SERIES}`,
  `insert into webhook_deliveries (id, workspace_id, event_type, event_id, dedupe_key, url, body, status, created_at)
     select i, $1, 'call.completed', i, 'call.completed:' || i, 'https://example.com', '{"data": {}}', 'delivered', '${NOW}' ${SERIES}`,
  `insert into webhook_attempts (workspace_id, delivery_id, number, response, created_at) select $1, i, 1, ${MENTION}, '${NOW}' ${SERIES}`,
  `insert into consents (workspace_id, phone_number, basis, purpose, evidence, fingerprint) select $1, ${NUMBER}, 'express', 'any', ${MENTION}, i ${SERIES}`,
  `insert into opt_outs (workspace_id, phone_number, sentence, heard_by, said_at) select $1, ${NUMBER}, ${MENTION}, 'rules', now() ${SERIES}`,
  `insert into dnc_entries (workspace_id, phone_number, reason, source) select $1, ${NUMBER}, ${MENTION}, 'api' ${SERIES}`,
  `insert into audit_entries (workspace_id, actor_kind, resource, action, after) select $1, 'user', 'lead', 'changed', jsonb_build_object('name', ${MENTION}) ${SERIES}`,
]

async function fill() {
  for (const rows of ROWS) await pool.query(rows.replace('$1', String(workspaceId)))
  await pool.query('vacuum analyze')
}

/** Rows that a piece of work read of each table, from PostgreSQL's own counts, which a connection reports at the latest when it ends. */
async function rowsReadBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
  await disconnect()
  const before = await counts()
  connect(url)
  await inWorkspace(workspaceId, work)
  await disconnect()
  const after = await counts()
  connect(url)
  return Object.fromEntries(Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)]))
}

async function counts() {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ table: string; count: number }>(
    'select relname as table, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as count from pg_stat_user_tables',
  )
  await client.end()
  return Object.fromEntries(rows.map(({ table, count }) => [table, count]))
}

/** Deliveries are searched for mentions row by row, because they are kept for a month. */
const searchedByRow = ([table]: [string, number]) => table.startsWith('webhook_deliveries')
const manyOf = (read: Record<string, number>) => Object.entries(read).filter((each) => each[1] > FEW && !searchedByRow(each))

test('an export of a person reads few rows of each table, however many other contacts the workspace has', async () => {
  const sections: string[] = []
  const read = await rowsReadBy(async () => {
    for await (const { section, where } of personData.read({ workspaceId }, PHONE_NUMBER)) sections.push(String(where ?? section))
  })
  expect(manyOf(read)).toEqual([])
  for (const mentioning of [
    'call_details',
    'messages',
    'leads',
    'lead_decisions',
    'webhook_attempts',
    'consents',
    'dnc_entries',
    'opt_outs',
    'lead_import_changes',
    'audit_entries',
  ])
    expect(sections.filter((section) => section === mentioning).length, mentioning).toBeGreaterThanOrEqual(2)
  expect(sections.filter((section) => section === 'webhook_deliveries')).toHaveLength(1)
})

test('an erasure of a person reads few rows of each table, however many other contacts the workspace has', async () => {
  const { id } = await inWorkspace(workspaceId, () => erasures.request({ workspaceId } as Parameters<typeof erasures.request>[0], PHONE_NUMBER, false))
  const read = await rowsReadBy(() => erasures.run(id))
  expect(await anyWorkspace.erasure.findFirst({ where: { id } })).toMatchObject({ status: 'done', counts: { calls: 1, leads: 1, messages: 1, consents: 1 } })
  expect(manyOf(read)).toEqual([])
  const { rows } = await pool.query(`select count(*)::int as count from call_details where summary like '%[erased]%'`)
  expect(rows).toEqual([{ count: 2 }])
})
