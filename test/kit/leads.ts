import { pool } from '../../src/kernel/db/db.ts'

export interface LeadRow {
  phone_number: string
  status?: string
  attempts?: number
  name?: string
}

/** Leads of a campaign as bare rows; answers their ids. */
export async function addLeads(workspaceId: number, campaignId: number, leads: LeadRow[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into leads (workspace_id, campaign_id, phone_number, name, status, attempts)
     select $1, $2, phone_number, name, coalesce(status, 'pending'), coalesce(attempts, 0)
     from jsonb_to_recordset($3::jsonb) as given (phone_number text, name text, status text, attempts int) returning id`,
    [workspaceId, campaignId, JSON.stringify(leads)],
  )
  return rows.map(({ id }) => id)
}

/** Many campaigns of that status, each with its agent and a lead that waits; answers their ids. */
export async function addCampaigns(workspaceId: number, { agentId, status, count }: { agentId: number; status: string; count: number }): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `with made as (
       insert into campaigns (workspace_id, name, agent_id, status, updated_at) select $1, 'Ready', $2, $3, now() from generate_series(1, $4) returning id)
     insert into leads (workspace_id, campaign_id, phone_number) select $1, id, '+14155550113' from made returning campaign_id as id`,
    [workspaceId, agentId, status, count],
  )
  return rows.map(({ id }) => id)
}
