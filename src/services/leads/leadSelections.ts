import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { transaction } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { LeadSelection } from '../../inputs/leads.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as openCampaigns from '../campaigns/openCampaigns.ts'
import { fromJson } from '../shared/jsonColumns.ts'
import { REMAINING_DATA } from './leads.ts'

/** What an action did with the selected leads. */
export interface SelectionResult {
  processed: number
  /** The others by their status; null for leads that the campaign doesn't have. */
  refused: { status: string | null; count: number }[]
}

const IS_SELECTED = sql`workspace_id = $workspaceId and campaign_id = $campaignId and id = any($ids) and deleted_at is null`

/** Selects the IDs in the CTE `processed`, and counts the other leads of the selection by status. */
const RESULT = sql`
  select (select array_agg(id order by id) from processed) as ids,
    (select coalesce(json_agg(json_build_object('status', status, 'count', count) order by status), '[]') from (
      select status, count(*)::int as count from leads where ${IS_SELECTED} and id not in (select id from processed) group by status) others) as refused`

const removeLeads = statement(
  'leads.removeSelected',
  sql`
    with processed as (
      update leads set deleted_at = $now, updated_at = $now, status = 'cancelled', data = ${REMAINING_DATA} where ${IS_SELECTED} and status <> 'calling'
      returning id)
    ${RESULT}`,
)

const requeueLeads = statement(
  'leads.requeueSelected',
  sql`
    with processed as (
      update leads set status = 'pending', attempts = 0, refusals = 0, next_attempt_at = null, wait_reason = null, updated_at = $now
      where ${IS_SELECTED} and status in ('completed', 'failed') returning id, last_outcome),
    new_decisions as (
      insert into lead_decisions (workspace_id, campaign_id, lead_id, decision, reason, details)
      select $workspaceId, $campaignId, id, 'wait', 'redialled', jsonb_build_object('outcome', last_outcome) from processed)
    ${RESULT}`,
)

/** Removes the selected leads from their campaign, as `leads.remove` does with one. Throws NOT_FOUND if the campaign has none of them. */
export const remove = (actor: Actor, campaignId: CampaignId, { ids }: LeadSelection) =>
  act(actor, campaignId, ids, { change: removeLeads, event: 'leads_deleted' })

/**
 * Requeues the selected leads that are done, with attempts reset to 0. A completed campaign becomes paused, ready to be started. Throws NOT_FOUND
 * if the campaign has none of them.
 */
export const requeue = (actor: Actor, campaignId: CampaignId, { ids }: LeadSelection) =>
  act(actor, campaignId, ids, { change: requeueLeads, event: 'leads_requeued', follow: openCampaigns.reopen })

interface Action {
  change: typeof removeLeads | typeof requeueLeads
  event: 'leads_deleted' | 'leads_requeued'
  /** What becomes of the campaign. */
  follow?: typeof openCampaigns.reopen
}

const act = (actor: Actor, campaignId: CampaignId, ids: LeadSelection['ids'], { change, event, follow }: Action): Promise<SelectionResult> =>
  transaction(async (tx) => {
    const campaign = await openCampaigns.lock(tx, actor, campaignId)
    const row = (await change.get({ workspaceId: actor.workspaceId, campaignId, ids, now: clock.now() }, tx))!
    const result = toResult(ids, row)
    if (result.processed === 0) return result
    await campaignEvents.record(tx, actor, campaign, event, { leads: result.processed, leadIds: row.ids! })
    await follow?.(tx, actor, campaign)
    campaignEvents.announce(tx, campaign)
    return result
  })

function toResult(ids: readonly number[], row: { ids: number[] | null; refused: Prisma.JsonValue | null }): SelectionResult {
  const processed = row.ids?.length ?? 0
  const refused = fromJson<SelectionResult['refused']>(row.refused)
  const missing = new Set(ids).size - refused.reduce((sum, { count }) => sum + count, processed)
  if (missing === new Set(ids).size) throw notFound('Lead')
  return { processed, refused: missing > 0 ? [...refused, { status: null, count: missing }] : refused }
}
