import type pg from 'pg'
import { fillCalls } from '../analyticsData.ts'
import type { Tenant } from '../data.ts'

/** What the reads are about: the workspace's own rows of each kind, from the middle of its tables. */
export interface Subject {
  tenant: Tenant
  agentId: number
  campaignId: number
  callId: number
  leadId: number
  conversationId: number
  deliveryId: number
  phoneNumber: string
}

const PHONE = `'+1415' || to_char(i % 10000000, 'FM0000000')`

/** Rows of everything that grows with use, some for each call. `$1` is the workspace, `$2` how many calls it has, `$3` one of its campaigns. */
const ROWS = [
  `insert into leads (workspace_id, campaign_id, phone_number, name, external_id, status, attempts, last_outcome, created_at, data)
     select $1, $3, ${PHONE}, 'Lead ' || i, 'crm-' || i, (array['pending', 'completed', 'failed', 'completed'])[1 + i % 4], i % 4, (array['success', 'no_answer'])[1 + i % 2],
       now() - ($2 - i) * interval '1 second', jsonb_build_object('city', 'Rome', 'order', i) from generate_series(0, $2::int - 1) i`,
  `insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason, created_at)
     select $1, $3, id, 'call', 'called', now() - interval '1 day' from leads where workspace_id = $1`,
  `insert into conversations (workspace_id, number_id, contact_number, last_message_at)
     select $1, $1, ${PHONE}, now() - ($2 - i) * interval '1 second' from generate_series(0, $2::int / 5 - 1) i`,
  `insert into messages (workspace_id, ref, conversation_id, number_id, direction, from_number, to_number, body, segments, carrier, status, dispatch, created_at)
     select $1, gen_random_uuid(), id, number_id, 'outbound', '+12125552000', contact_number, 'Hello ' || id, 1, 'twilio', 'delivered', 'placed', last_message_at
     from conversations where workspace_id = $1`,
  `insert into webhook_deliveries (workspace_id, event_type, event_id, dedupe_key, url, body, status, attempt_count, created_at, finished_at)
     select $1, 'call.completed', id, 'call.completed:' || id, 'https://example.com', '{"data": {}}', (array['delivered', 'delivered', 'failed'])[1 + id % 3], 1, ended_at, ended_at
     from calls where workspace_id = $1`,
  `insert into webhook_attempts (workspace_id, delivery_id, number, status, created_at) select workspace_id, id, 1, 200, created_at from webhook_deliveries where workspace_id = $1`,
  `insert into ledger_entries (workspace_id, type, ref, amount, balance) select $1, 'call', id, -cost_micros, 1000000000000 from calls where workspace_id = $1 and cost_micros > 0`,
  `insert into audit_entries (workspace_id, actor_kind, user_id, operation, resource, resource_id, action, after, created_at)
     select $1, 'user', 1, (array['updateLead', 'createCampaign'])[1 + i % 2], (array['lead', 'campaign'])[1 + i % 2], i, 'changed', jsonb_build_object('name', 'Lead ' || i),
       now() - ($2 - i) * interval '1 second' from generate_series(0, $2::int / 5 - 1) i`,
  `insert into dnc_entries (workspace_id, phone_number, source) select $1, '+1646' || to_char(i, 'FM0000000'), 'manual' from generate_series(0, $2::int / 5 - 1) i`,
  `insert into consents (workspace_id, phone_number, basis, purpose, fingerprint) select $1, ${PHONE}, 'express', 'any', i from generate_series(0, $2::int / 5 - 1) i`,
  `insert into opt_outs (workspace_id, call_id, phone_number, sentence, heard_by, said_at) select $1, id, to_number, 'Stop', 'rules', ended_at from calls where workspace_id = $1 and id % 50 = 0`,
  `insert into alerts (workspace_id, type, subject, data, raised_at, cleared_at) select $1, 'webhook_failing', i, '{}', now(), now() from generate_series(0, $2::int / 100) i`,
  `insert into call_words (workspace_id, call_id, words)
     select $1, id, to_tsvector('simple', 'hello offer ' || case when id % 1000 = 0 then 'canary' else 'thursday' end) || array_to_tsvector(array['#' || $1::int]) from calls where workspace_id = $1`,
]

/** Fills an empty workspace with so many calls and everything around them, in the same proportions for any count. */
export async function fillWorkspace(client: pg.Client, tenant: Tenant, calls: number): Promise<Subject> {
  const campaignId = await fillCalls(client, tenant, calls)
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const rows of ROWS) await client.query(rows.replaceAll('$1', String(tenant.id)).replaceAll('$2', String(calls)).replaceAll('$3', String(campaignId)))
  await client.query('commit')
  const middle = async (table: string) =>
    (
      await client.query<{ id: number }>(`select id::int as id from ${table} where workspace_id = $1 order by id offset $2 limit 1`, [
        tenant.id,
        Math.floor(calls / 10),
      ])
    ).rows[0]!.id
  const [callId, leadId, conversationId, deliveryId] = [
    await middle('calls'),
    await middle('leads'),
    await middle('conversations'),
    await middle('webhook_deliveries'),
  ]
  const { rows } = await client.query<{ number: string }>('select contact_number as number from conversations where id = $1', [conversationId])
  return { tenant, agentId: tenant.agentId, campaignId, callId, leadId, conversationId, deliveryId, phoneNumber: rows[0]!.number }
}
