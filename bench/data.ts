import type pg from 'pg'
import { newApiKey, sha256 } from '../src/kernel/crypto/ids.ts'
import { KEY_SCOPES } from '../src/kernel/vocabulary/scopes.ts'

/** The data of one workspace that the load needs. */
export interface Tenant {
  id: number
  apiKey: string
  /** An API key without the required scopes. */
  poorKey: string
  /** The published agent. */
  agentId: number
  fromNumber: string
}
export interface Size {
  workspaces: number
  calls: number
}
export const FULL: Size = { workspaces: 20, calls: 100_000 }

const AGENTS_EACH = 10
const DNC_EACH = 1_000

/** The transcripts of calls, from long to short. */
const LINES = [
  ['agent', 'Good morning, this is Ada of Northwind Energy. Do you have a minute?'],
  ['user', 'Yes, but only a minute, I am about to leave.'],
  ['agent', 'Then I will be brief. You asked us for an offer for a heat pump. Is the house still heated with gas?'],
  ['user', 'It is, the boiler is from two thousand and four, and we have about one hundred and forty square metres.'],
  ['agent', 'Thank you. May one of our engineers call you on Thursday between ten and twelve?'],
  ['user', 'Thursday is fine. Please tell them to use this number.'],
  ['agent', 'I will. Have a good day.'],
] as const
const TRANSCRIPTS = [7, 5, 3].map((length) => LINES.slice(0, length).map(([role, text], i) => ({ role, text, startSeconds: 0.4 + i * 4.25 })))

/**
 * Fills an empty, migrated database. The calls are distributed evenly over the workspaces, one after another, as in a real shared table.
 * Three of four calls are completed and have a transcript and an analysis.
 */
export async function fill(client: pg.Client, { workspaces, calls }: Size): Promise<Tenant[]> {
  const tenants = Array.from({ length: workspaces }, (_, i): Tenant => ({
    id: i + 1,
    apiKey: newApiKey(),
    poorKey: newApiKey(),
    agentId: i * AGENTS_EACH + 1,
    fromNumber: `+1212555${String(2000 + i)}`,
  }))
  await client.query('begin')
  // The rows are consistent. Checking every reference would take most of the time.
  await client.query('set local session_replication_role = replica')
  await client.query(`insert into workspaces (name, plan) select 'Workspace ' || i, 'enterprise' from generate_series(1, $1::int) i`, [workspaces])
  await client.query(`insert into wallets (workspace_id, balance) select id, 1000000000000000 from workspaces`)
  await insertKeys(client, tenants)
  await client.query(
    `insert into phone_numbers (workspace_id, phone_number, country, carrier, provider_numbers)
     select id, number, 'US', 'simulator', jsonb_build_object('retell', number) from unnest($1::int[], $2::text[]) as t(id, number)`,
    [tenants.map(({ id }) => id), tenants.map(({ fromNumber }) => fromNumber)],
  )
  await client.query(
    `insert into agents (workspace_id, name, lang, voice_engine, voice_id, model, system_prompt, general_tools, post_call_analysis_data, updated_at)
     select 1 + i / $2::int, 'Agent ' || i, 'en-US', 'retell', '11labs-Adrian', 'gpt-4.1-mini', repeat('Be brief and polite. ', 60), '[]', '[]', now()
     from generate_series(0, $1::int * $2::int - 1) i`,
    [workspaces, AGENTS_EACH],
  )
  await client.query(
    `insert into dnc_entries (workspace_id, phone_number, source)
     select w.id, '+1313' || to_char(i, 'FM0000000'), 'manual' from workspaces w, generate_series(1, $1::int) i`,
    [DNC_EACH],
  )
  // Calls to the US without a consent would carry advice that only one of the servers gives.
  await client.query(
    `insert into consents (workspace_id, phone_number, basis, purpose, fingerprint) select id, '+14155550113', 'express', 'any', 'bench' from workspaces`,
  )
  await insertCalls(client, workspaces, calls)
  await client.query('commit')
  await client.query('vacuum analyze')
  return tenants
}

const insertKeys = (client: pg.Client, tenants: Tenant[]) =>
  client.query(
    `insert into api_keys (workspace_id, name, hash, prefix, last4, scopes)
     select id, 'bench', hash, 'ago_0000', '0000', string_to_array(scopes, ' ') from unnest($1::int[], $2::bytea[], $3::text[]) as t(id, hash, scopes)`,
    [
      tenants.flatMap(({ id }) => [id, id]),
      tenants.flatMap(({ apiKey, poorKey }) => [Buffer.from(sha256(apiKey)), Buffer.from(sha256(poorKey))]),
      tenants.flatMap(() => [KEY_SCOPES.join(' '), 'me:read']),
    ],
  )

async function insertCalls(client: pg.Client, workspaces: number, calls: number) {
  await client.query(
    `insert into calls (workspace_id, ref, agent_id, number_id, from_number, to_number, provider, provider_call_id, provider_agent, status, outcome,
       ended_reason, provider_ended_reason, duration_seconds, detected_language, recorded, recording_reason, country, has_recording, cost_micros, provider_cost_micros,
       placement, owner, created_at, started_at, ended_at, finished_at)
     select tenant + 1, gen_random_uuid(), 1 + tenant * $3::int + n % $3::int, tenant + 1, '+1212555' || 2000 + tenant,
       (array['+1415555', '+3902123', '+4930123', '+4420794'])[1 + n % 4] || to_char(n % 10000, 'FM0000'),
       'retell', 'call_' || md5(i::text), '{"engine": "retell", "providerAgentId": "agent_0", "version": "0", "refs": {}}',
       case when done then 'completed' else 'no_answer' end, case when not done then 'no_answer' when n % 3 = 0 then 'success' else 'unknown' end,
       case when done then 'user_hangup' else 'no_answer' end, case when done then 'user_hangup' else 'dial_no_answer' end, case when done then 20 + n % 400 end, case when done then (array['en-US', 'it-IT'])[1 + n % 2] end,
       n % 5 > 0, case when n % 5 > 0 then 'enabled' else 'disabled_on_call' end, (array['US', 'IT', 'DE', 'GB'])[1 + n % 4], done and n % 5 > 0,
       case when done then (20 + n % 400) * 2000 else 0 end, 90000, 'placed', gen_random_uuid(),
       at, case when done then at + interval '8 seconds' end, at + interval '1 minute', at + interval '70 seconds'
     from (select i, i % $2::int as tenant, i / $2::int as n, (i / $2::int) % 4 > 0 as done, now() - ($1::int - i) * interval '20 seconds' as at from generate_series(0, $1::int - 1) i) as c`,
    [calls, workspaces, AGENTS_EACH],
  )
  await client.query(
    `insert into call_details (call_id, workspace_id, transcript, summary, analysis, structured_data, success_evaluation, metadata, cost_lines)
     select id, workspace_id,
       case when done then $1::jsonb -> id % 3 else '[]' end,
       case when done then 'The contact wants an offer for a heat pump and asks for a call on Thursday.' end,
       case when done then '{"summary": "Wants an offer.", "sentiment": "positive", "success": true, "in_voicemail": false, "structured_data": {}}'::jsonb end,
       case when done then jsonb_build_object('square_metres', id % 300, 'heating', 'gas', 'callback', true) end,
       case when done then 'true' end,
       format('{"order":%s}', id)::json,
       case when done then jsonb_build_array(jsonb_build_object('kind', 'minutes', 'description', 'Conversation, by the second', 'seconds', duration_seconds,
         'unit_price', '0.1200', 'amount', to_char(cost_micros / 1000000.0, 'FM990.0000'))) else '[]' end
     from (select *, status = 'completed' as done from calls) as c`,
    [JSON.stringify(TRANSCRIPTS)],
  )
}
