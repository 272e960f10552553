import type pg from 'pg'

const HOLD_MICROS = 1_000_000

/** Adds calls of a paused campaign that are in progress, each with its lead and its reserved funds, to the only workspace. Returns their IDs. */
export async function addOpenCalls(client: pg.ClientBase, workspaceId: number, count: number): Promise<number[]> {
  await client.query('begin')
  const created = await client.query<{ id: number }>(
    `with agent as (
       insert into agents (workspace_id, name, lang, voice_engine, model, general_tools, post_call_analysis_data, updated_at)
       values ($1, 'Ada', 'en-US', 'retell', 'gpt-4.1-mini', '[]', '[]', now()) returning id)
     insert into campaigns (workspace_id, name, agent_id, status, updated_at) select $1, 'Closings', id, 'paused', now() from agent returning id`,
    [workspaceId],
  )
  const campaignId = created.rows[0]!.id
  const { rows } = await client.query<{ id: number }>(
    `with lead as (
       insert into leads (workspace_id, campaign_id, phone_number, status, attempts, updated_at)
       select $1, $2, '+1415' || to_char(2000000 + i, 'FM0000000'), 'calling', 1, now() from generate_series(1, $3::int) i returning id, phone_number)
     insert into calls (workspace_id, ref, agent_id, campaign_id, lead_id, from_number, to_number, provider, provider_call_id, provider_agent, status, recorded, recording_reason,
       country, placement, started_at, next_check_at)
     select $1, gen_random_uuid(), c.agent_id, c.id, lead.id, '+12125552000', phone_number, 'retell', 'call_' || lead.id, '{}', 'in_progress', false, 'disabled_on_call', 'US',
       'placed', now() - interval '1 minute', now() + interval '1 day' from lead, campaigns c where c.id = $2 returning id`,
    [workspaceId, campaignId, count],
  )
  const ids = rows.map(({ id }) => id)
  await client.query('update leads set last_call_id = c.id from calls c where c.workspace_id = $1 and c.lead_id = leads.id and c.campaign_id = $2', [
    workspaceId,
    campaignId,
  ])
  await client.query('insert into call_details (call_id, workspace_id) select unnest($2::int[]), $1', [workspaceId, ids])
  await client.query('insert into wallet_holds (call_id, workspace_id, amount) select unnest($2::int[]), $1, $3', [workspaceId, ids, HOLD_MICROS])
  await client.query('update wallets set held = held + $2 where workspace_id = $1', [workspaceId, count * HOLD_MICROS])
  await client.query('commit')
  return ids
}

/** The books after the calls were closed: what is wrong with them. */
export async function findBreaches(client: pg.ClientBase, count: number): Promise<string[]> {
  const claims: [breach: string, query: string][] = [
    ['calls are not closed', `select count(*) = ${count} from calls where finished_at is not null`],
    ['calls have no charge or several', `select count(*) = ${count} and count(distinct ref) = ${count} from ledger_entries where type = 'call'`],
    ['charges differ from costs', `select (select -sum(amount) from ledger_entries where type = 'call') = (select sum(cost_micros) from calls)`],
    ['the balance is not the sum of the ledger', 'select (select sum(amount) from ledger_entries) = (select sum(balance) from wallets)'],
    ['funds are still reserved', 'select (select sum(held) from wallets) = 0'],
    ['leads are still being called', `select not exists (select from leads where status = 'calling')`],
  ]
  const breaches: string[] = []
  for (const [breach, query] of claims) if (!Object.values((await client.query<Record<string, boolean>>(query)).rows[0]!)[0]) breaches.push(breach)
  return breaches
}
