import { pool } from '../../src/kernel/db/db.ts'

export interface ResultRow {
  lead_id?: number
  to_number?: string
  status?: string
  outcome?: string
  finished?: boolean
  recorded?: boolean
  structured_data?: object
  validation_errors?: object[]
  summary?: string
}

/** Calls of a campaign as bare rows, finished unless it is said otherwise; answers their ids in that order. */
export async function addResults(workspaceId: number, campaignId: number, rows: ResultRow[]): Promise<number[]> {
  const { rows: made } = await pool.query<{ id: number }>(
    `with given as (
       select n, g.* from jsonb_array_elements($3::jsonb) with ordinality as rows (row, n), jsonb_to_record(row) as g
         (lead_id int, to_number text, status text, outcome text, finished boolean, recorded boolean, structured_data jsonb, validation_errors jsonb, summary text)),
     numbered as (select nextval('calls_id_seq')::int as id, given.* from given order by n),
     made as (
       insert into calls (id, workspace_id, campaign_id, lead_id, ref, from_number, to_number, provider, provider_agent, status, outcome, duration_seconds, recorded,
         has_recording, recording_reason, placement, ended_at, finished_at)
       select id, $1, $2, lead_id, gen_random_uuid(), '+12025550100', coalesce(to_number, '+1202' || (5550000 + n)), 'retell', '{}', coalesce(status, 'completed'),
         coalesce(outcome, 'success'), 42, true, coalesce(recorded, false), 'enabled', 'placed', now(), case when coalesce(finished, true) then now() end from numbered returning id)
     insert into call_details (call_id, workspace_id, transcript, summary, analysis, structured_data, validation_errors, success_evaluation)
     select id, $1, '[{"role":"agent","text":"Hello","startSeconds":0.4}]', coalesce(summary, 'They spoke.'), '{"sentiment":"positive"}', coalesce(structured_data, '{}'), validation_errors, 'true'
     from numbered where exists (select from made) order by n returning call_id as id`,
    [workspaceId, campaignId, JSON.stringify(rows)],
  )
  return rows.length ? made.map(({ id }) => id) : []
}

/** So many finished calls, with about so many bytes of what was said in each. */
export const addManyResults = (workspaceId: number, campaignId: number, count: number, bytes: number) =>
  pool.query(
    `with made as (
       insert into calls (workspace_id, campaign_id, ref, from_number, to_number, provider, provider_agent, status, outcome, recorded, recording_reason, placement, ended_at, finished_at)
       select $1, $2, gen_random_uuid(), '+12025550100', '+1202' || (5550000 + n), 'retell', '{}', 'completed', 'success', true, 'enabled', 'placed', now(), now()
       from generate_series(1, $3::int) as n returning id, to_number)
     insert into call_details (call_id, workspace_id, transcript, summary, structured_data)
     select id, $1, jsonb_build_array(jsonb_build_object('role', 'agent', 'text', repeat(md5(id::text), $4::int / 32), 'startSeconds', 0)),
       'Said to ' || to_number, jsonb_build_object('n', id) from made`,
    [workspaceId, campaignId, count, bytes],
  )
