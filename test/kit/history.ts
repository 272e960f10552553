import { pool } from '../../src/kernel/db/db.ts'
import * as callStatChecks from '../../src/services/analytics/counting/callStatChecks.ts'

/** Finished calls of the last days, as bare rows, more of them and longer ones at some hours than at others; counted by the statistics. */
export async function addHistory({ workspaceId, agentId, calls = 300, days = 45 }: { workspaceId: number; agentId: number; calls?: number; days?: number }) {
  await pool.query(
    `with made as (
       insert into calls (workspace_id, ref, agent_id, from_number, to_number, provider, provider_agent, status, outcome, ended_reason, duration_seconds,
         recorded, recording_reason, country, has_recording, cost_micros, placement, created_at, started_at, ended_at, finished_at)
       select $1, gen_random_uuid(), $2::int, '+12125552000', '+1415' || (5560000 + i), 'retell', '{}', status,
         case status when 'completed' then (array['success', 'unknown', 'callback', 'success', 'not_interested'])[1 + (hashint4(i) & 255) % 5] else status end, 'user_hangup',
         case when status = 'completed' then 20 + i % 400 end, false, 'disabled', (array['US', 'IT', 'DE', 'GB'])[1 + i % 4], false,
         case when status = 'completed' then (20 + i % 400) * 2000 else 0 end, 'placed', at, at, at + interval '1 minute', at + interval '70 seconds'
       from (select i, (array['completed', 'no_answer', 'completed', 'voicemail', 'completed', 'busy', 'failed'])[1 + chance % 7] as status,
         date_trunc('day', now()) - (1 + i % $4::int) * interval '1 day' + (8 + (i * 5 + chance) % 11) * interval '1 hour' as at
         from (select i, hashint4(i) & 1023 as chance from generate_series(0, $3::int - 1) i) as i where i % 9 <> 4 or chance % 2 = 0) as c
       returning id, status, duration_seconds, cost_micros)
     insert into call_details (call_id, workspace_id, cost_lines)
     select id, $1, case when status = 'completed' then jsonb_build_array(jsonb_build_object('kind', 'minutes', 'description', 'Conversation, by the second',
       'seconds', duration_seconds, 'unit_price', '0.1200', 'amount', to_char(cost_micros / 1000000.0, 'FM990.0000'))) else '[]' end from made`,
    [workspaceId, agentId, calls, days],
  )
  await callStatChecks.rebuild(workspaceId)
}
