import { beforeAll, expect, test } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import { compileSql } from '../../../src/kernel/db/sqlText.ts'
import { statements } from '../../../src/kernel/db/statement.ts'
import '../../../src/services/dialer/dialSchedule.ts'
import { explain } from '../../kit/observers/plans.ts'
import { useDatabase } from '../../kit/server/database.ts'

useDatabase()

/** Adds 20 workspaces with 10 campaigns and 30 leads each, and one large campaign. */
beforeAll(async () => {
  await pool.query(`insert into workspaces (name) select 'Acme' from generate_series(1, 20);
    insert into workspace_storage (workspace_id) select id from workspaces;
    insert into campaigns (workspace_id, name, updated_at) select id, 'Autumn', now() from workspaces, generate_series(1, 10);
    insert into leads (workspace_id, campaign_id, phone_number, external_id, data, updated_at)
      select workspace_id, id, '+1212' || (5550000 + n), n, '{}', now() from campaigns, lateral generate_series(1, case when id = 1 then 12000 else 30 end) n;
    insert into agents (workspace_id, name, lang, voice_engine, model, general_tools, post_call_analysis_data, updated_at)
      select id, 'Ada', 'en-US', 'retell', 'gpt-4.1', '[]', '[]', now() from workspaces;
    insert into calls (workspace_id, ref, agent_id, campaign_id, from_number, to_number, provider, provider_agent, recorded, recording_reason, recording_rules_version, status, finished_at)
      select c.workspace_id, gen_random_uuid(), a.id, c.id, '+12125550100', '+12125550' || n, 'retell', '{}', false, 'off', '1', 'completed', now()
      from campaigns c join agents a on a.workspace_id = c.workspace_id, lateral generate_series(100, 120) n;
    analyze leads; analyze calls; analyze campaigns`)
})

/** Returns the plan for all values of the parameters, which PostgreSQL keeps. */
const planOf = (name: string) => explain(`(generic_plan, costs off) ${compileSql(statements.get(name)!, { workspaceId: 1, campaignId: 1 }).text}`)

test.each(['leads', 'calls'])('PostgreSQL expects as many %s of a campaign with its workspace as without', async (table) => {
  const expectedRows = async (condition: string) => Number(/rows=(\d+)/.exec(await explain(`(generic_plan) select from ${table} where ${condition}`))![1])
  const rows = await expectedRows('campaign_id = $1')
  expect(await expectedRows('campaign_id = $1 and workspace_id = $2')).toBeGreaterThan(rows / 2)
})

test('the next lead of a campaign is read by one index, without sorting its leads', async () => {
  const plan = await planOf('campaigns.readNextLead')
  expect(plan).toContain('Index Scan using leads_to_call_idx')
  expect(plan).not.toMatch(/Bitmap|Sort/)
})
