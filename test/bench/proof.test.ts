import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Delivery, Evidence } from '../../bench/ramp/evidence.ts'
import { prove } from '../../bench/ramp/proof.ts'
import { isProven } from '../../bench/ramp/report.ts'
import { freshDatabase, superuserUrlOf } from '../kit/server/postgres.ts'

/** Three finished calls of 60 seconds to three leads, each with its charge. */
const CALLS = `
  insert into workspaces (id, name) values (1, 'Acme');
  insert into wallets (workspace_id, balance) values (1, 7000);
  insert into campaigns (id, workspace_id, name, updated_at) values (1, 1, 'Ramp', now());
  insert into leads (id, workspace_id, campaign_id, phone_number, status, attempts) select n, 1, 1, '+1202555010' || n, 'completed', 1 from generate_series(1, 3) n;
  insert into calls (id, workspace_id, campaign_id, lead_id, ref, from_number, to_number, provider, provider_call_id, provider_agent, status, duration_seconds, recorded,
    recording_reason, cost_micros, placement, created_at, ended_at, finished_at)
  select n, 1, 1, n, gen_random_uuid(), '+12025550999', '+1202555010' || n, 'retell', 'call_' || n, '{}', 'completed', 60, true, 'enabled', 1000, 'placed',
    now() - interval '2 minutes', now() - interval '1 minute', now() from generate_series(1, 3) n;
  insert into wallet_holds (call_id, workspace_id, amount, status) select n, 1, 5000, 'captured' from generate_series(1, 3) n;
  insert into ledger_entries (workspace_id, type, ref, amount, balance) values
    (1, 'credit', 'first', 10000, 10000), (1, 'call', '1', -1000, 9000), (1, 'call', '2', -1000, 8000), (1, 'call', '3', -1000, 7000);
  insert into webhook_deliveries (workspace_id, event_type, event_id, url, body, status) select 1, 'call.completed', n, 'http://hook', '{}', 'delivered' from generate_series(1, 3) n`

let client: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  client = new pg.Client({ connectionString: superuserUrlOf(database.url) })
  await client.connect()
})
// The ledger is append-only, so a transaction has each test's rows.
beforeEach(() => client.query(`begin; ${CALLS}`))
afterEach(() => client.query('rollback'))
afterAll(async () => {
  await client?.end()
  await drop?.()
})

const deliveryOf = (callId: number, id = `${callId}`): Delivery => ({
  id,
  type: 'call.completed',
  workspaceId: 1,
  callId,
  providerCallId: `call_${callId}`,
  at: [1],
})
const evidence = (): Evidence => ({
  dialed: [1, 2, 3].map((n) => ({ providerCallId: `call_${n}`, toNumber: `+1202555010${n}` })),
  deliveries: [1, 2, 3].map((n) => deliveryOf(n)),
  statistics: [],
})
const breachesOf = async (given: Evidence) => (await prove(client, given)).flatMap(({ breaches }) => breaches)

test('a run without faults breaks no claim, even if a webhook was delivered again', async () => {
  const given = evidence()
  given.deliveries[0]!.at.push(2)
  expect(await breachesOf(given)).toEqual([])
})

test('a call without an event and a call with two events are reported', async () => {
  const given = evidence()
  given.deliveries = [deliveryOf(1), deliveryOf(1, 'again'), deliveryOf(2), deliveryOf(9)]
  const claims = await prove(client, given)
  expect(claims.flatMap(({ breaches }) => breaches)).toEqual(['call 1: 2 events', 'call 3: 0 events', 'an event of the unknown call 9'])
  expect(isProven(claims)).toBe(false)
})

test('a call that only the voice provider knows, and one that it does not know, are reported', async () => {
  const given = evidence()
  given.dialed[2] = { providerCallId: 'call_9', toNumber: '+12025550109' }
  expect(await breachesOf(given)).toEqual(['call_9 to +12025550109', 'call 3'])
})

test.for([
  [
    'a doubled charge',
    `update wallets set balance = 6000; insert into ledger_entries (workspace_id, type, ref, amount, balance) values (1, 'call', 'again 3', -1000, 6000)`,
    ['the charge again 3: costs nothing, 1000 charged in 1 entries'],
  ],
  ['a charge that is missing in the ledger', `update calls set cost_micros = 3000 where id = 2`, ['call 2: costs 3000, 1000 charged in 1 entries']],
  [
    'an unpaid conversation',
    `insert into calls (id, workspace_id, ref, from_number, to_number, provider, provider_agent, duration_seconds, recorded,
      recording_reason, direction, finished_at) values (4, 1, gen_random_uuid(), '+12025550999', '+12025550104', 'retell', '{}', 60, true, 'enabled', 'inbound', now())`,
    ['call 4'],
  ],
  ['a balance that is not the sum of its ledger', 'update wallets set balance = 7001', ['workspace 1: the balance is 7001, the sum 7000']],
  [
    'a reservation that is left',
    `update wallets set held = 5000; update wallet_holds set status = 'open' where call_id = 3`,
    ['workspace 1 reserves 5000', 'the reservation of call 3 is open'],
  ],
  ['a call more than the attempts', 'update leads set attempts = 0 where id = 2', ['lead 2: 1 calls, 0 attempts']],
  ['two calls at once to a number', `update calls set to_number = '+12025550101' where id = 2`, ['call_2 to +12025550102', 'calls 1 and 2 to +12025550101']],
  ['a call that never finished', `update calls set finished_at = null where id = 3`, ['call 3']],
  ['a webhook that was given up', `update webhook_deliveries set status = 'failed' where event_id = '2'`, [expect.stringMatching(/^delivery \d+ is failed$/)]],
] as const)('%s is reported', async ([, plant, breaches]) => {
  await client.query(plant)
  expect(await breachesOf(evidence())).toEqual(breaches)
})
