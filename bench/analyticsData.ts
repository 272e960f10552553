import type pg from 'pg'
import type { Tenant } from './data.ts'

const DAYS = 90
const CAMPAIGNS_EACH = 5

/** Adds `calls` finished calls of the last 90 days to an empty workspace, with the same distribution for any count. Returns the ID of its first campaign. */
export async function fillCalls(client: pg.Client, { id: workspaceId, agentId }: Tenant, calls: number): Promise<number> {
  await client.query('begin')
  // The rows are consistent. Checking every reference would take most of the time.
  await client.query('set local session_replication_role = replica')
  const { rows } = await client.query<{ id: number }>(
    `insert into campaigns (workspace_id, name, agent_id, status, updated_at) select $1, 'Campaign ' || i, $2::int, 'paused', now()
     from generate_series(1, $3::int) i returning id`,
    [workspaceId, agentId, CAMPAIGNS_EACH],
  )
  const campaignId = rows[0]!.id
  await client.query(
    `with created as (
       insert into calls (workspace_id, ref, agent_id, number_id, campaign_id, from_number, to_number, provider, provider_agent, status, outcome, ended_reason,
         duration_seconds, recorded, recording_reason, country, has_recording, cost_micros, placement, created_at, started_at, ended_at, finished_at)
       select $1, gen_random_uuid(), $3::int + i % 10, $1, $4::int + i % $5::int, '+12125552000', '+1415' || to_char(i % 10000000, 'FM0000000'), 'retell', '{}',
         status, case status when 'completed' then (array['success', 'unknown', 'callback'])[1 + i % 3] else status end, 'user_hangup',
         case when status = 'completed' then 20 + i % 400 end, false, 'disabled_on_call', (array['US', 'IT', 'DE', 'GB'])[1 + i % 4], false,
         case when status = 'completed' then (20 + i % 400) * 2000 else 0 end, 'placed', at, at, at + interval '1 minute', at + interval '70 seconds'
       from (select i, (array['completed', 'completed', 'completed', 'no_answer', 'voicemail', 'busy', 'failed'])[1 + i % 7] as status,
         date_trunc('day', now()) - ($2::int - i) * (interval '${DAYS} days' / $2::int) as at from generate_series(0, $2::int - 1) i) as c
       returning id, status, duration_seconds, cost_micros)
     insert into call_details (call_id, workspace_id, cost_lines)
     select id, $1, case when status = 'completed' then jsonb_build_array(jsonb_build_object('kind', 'minutes', 'description', 'Conversation, by the second',
       'seconds', duration_seconds, 'unit_price', '0.1200', 'amount', to_char(cost_micros / 1000000.0, 'FM990.0000'))) else '[]' end from created`,
    [workspaceId, calls, agentId, campaignId, CAMPAIGNS_EACH],
  )
  await client.query(
    `insert into campaign_totals (workspace_id, campaign_id, cost_micros, statuses, outcomes)
     select $1, campaign_id, sum(cost_micros), jsonb_object_agg(status, count) filter (where status is not null), jsonb_object_agg(outcome, count) filter (where status is null)
     from (select campaign_id, status, outcome, sum(cost_micros) as cost_micros, count(*) from calls where workspace_id = $1
       group by campaign_id, grouping sets ((status), (outcome))) as c group by campaign_id`,
    [workspaceId],
  )
  await client.query('commit')
  return campaignId
}
