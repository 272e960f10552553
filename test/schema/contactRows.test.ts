import { beforeAll, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { phonePatternsOf } from '../../src/services/dataSubjects/phonePatterns.ts'
import * as personRows from '../../src/services/reports/person/personRows.ts'
import type { Client } from '../kit/clients/client.ts'
import { countBlocksRead } from '../kit/observers/rowsRead.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const CONTACTS = 20_000
/** Blocks to find a contact's rows by index. An index of all contacts has more than a hundred. */
const FEW = 50
const PHONE_NUMBER = '+14155000007'
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let key: Client
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  const agentId: number = (await key.post('/agents', { name: 'Ada' })).body.id
  await pool.query(
    `with numbers as (insert into phone_numbers (workspace_id, phone_number, country, carrier)
       select $1, '+1212555' || (2000 + i), 'US', 'simulator' from generate_series(0, 199) i returning id)
     insert into conversations (workspace_id, number_id, contact_number, last_message_at)
     select $1, id, '+1' || (4155000000 + i), now() - i * interval '1 second' from (select id, row_number() over () as row from numbers) n, generate_series(1, $2::int) i where i % 200 = row - 1`,
    [acme.id, CONTACTS],
  )
  await pool.query(
    `insert into calls (workspace_id, ref, agent_id, direction, from_number, to_number, provider, provider_agent, recorded, recording_reason)
     select $1, gen_random_uuid(), $2, direction, number, number, 'retell', '{}', false, 'disabled'
     from (select '+1' || (4155000000 + i) as number from generate_series(1, $3::int) i) n, unnest(array['inbound', 'outbound']) direction`,
    [acme.id, agentId, CONTACTS],
  )
  await pool.query('insert into call_details (call_id, workspace_id) select id, workspace_id from calls')
  const campaignId: number = (await key.post('/campaigns', { name: 'Autumn' })).body.id
  await pool.query(
    `insert into leads (workspace_id, campaign_id, phone_number, deleted_at)
     select $1, $2, '+1' || (4155000000 + i), case when i % 2 = 0 then now() end from generate_series(1, $3::int) i`,
    [acme.id, campaignId, CONTACTS],
  )
  for (const table of ['conversations', 'calls', 'call_details', 'leads']) await pool.query(`vacuum analyze ${table}`)
})

const contact = (fields: string) =>
  key.gql<any>(`query ($phoneNumber: String!) { contact(phoneNumber: $phoneNumber) { ${fields} } }`, { phoneNumber: PHONE_NUMBER })
const subject = () => ({ workspaceId: acme.id, phoneNumber: PHONE_NUMBER, traces: phonePatternsOf(PHONE_NUMBER) })
async function collect(rows: AsyncIterable<unknown>, expected: number) {
  let count = 0
  for await (const _ of rows) count++
  expect(count).toBe(expected)
}

/** Each reads what it is about, of a workspace in which twenty thousand contacts talk to two hundred numbers, with a conversation, two calls and a lead each. */
const READS: [what: string, table: string, read: () => Promise<unknown>][] = [
  ['the conversations of the contact page', 'conversations', () => contact('conversations { id }')],
  ['the conversations with a contact', 'conversations', () => key.gql(`{ conversations(contactNumber: "${PHONE_NUMBER}") { nodes { id } } }`)],
  ['the leads of the contact page', 'leads', () => contact('leads { id }')],
  ['an export of calls', 'calls', () => collect(personRows.readCalls(subject()), 2)],
  ['an export of leads', 'leads', () => collect(personRows.readLeads(subject()), 1)],
]

test.each(READS)('reading %s reads few blocks, however many other contacts the workspace has', async (_, table, read) => {
  expect(await countBlocksRead(table, read)).toBeLessThan(FEW)
})
