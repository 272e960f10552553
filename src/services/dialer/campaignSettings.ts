import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { badRequest, conflict } from '../../kernel/vocabulary/errors.ts'
import type { Campaign, Prisma } from '../../generated/prisma/client.ts'
import { isObject } from '../../kernel/json/isObject.ts'
import type { CampaignSettingsInput } from '../../inputs/campaignSettings.ts'
import { formatMicros, parseMicros } from '../../kernel/lib/money.ts'
import { MAX_ID } from '../../kernel/db/rows.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as campaignAlerts from '../alerts/campaignAlerts.ts'
import * as campaigns from '../campaigns/campaigns.ts'
import * as leadAttempts from '../leads/leadAttempts.ts'

/**
 * Changes the given settings; null resets to the default (spec: settings exist in the web interface only). Throws CONFLICT for a completed
 * campaign; a running one applies them from its next call. Throws BAD_REQUEST, naming the field, for numbers and knowledge bases of another
 * workspace, and for an invalid budget.
 */
export async function update(actor: Actor, id: CampaignId, changes: CampaignSettingsInput): Promise<Campaign> {
  const budget = changes.budget && normalizeBudget(changes.budget)
  const entries = Object.entries({ ...changes, budget }).filter(([, value]) => value !== undefined)
  if (entries.length === 0) throw badRequest('no_changes')
  requireOpen(await campaigns.get(actor, id))
  await requireOwn(actor, changes)
  return campaigns.withCampaign(actor, id, async (tx, campaign) => {
    requireOpen(campaign)
    const previous = isObject(campaign.settings) ? campaign.settings : {}
    const settings = Object.fromEntries(Object.entries({ ...previous, ...Object.fromEntries(entries) }).filter(([, value]) => value !== null))
    await campaignEvents.record(tx, actor, campaign, 'settings_changed', Object.fromEntries(entries) as Prisma.InputJsonObject)
    await leadAttempts.reconsider(tx, campaign)
    if (budget !== undefined) await campaignAlerts.clearIfBudgetSuffices(tx, campaign, budget || null)
    return campaigns.save(tx, campaign, {
      settings,
      ...(campaign.status === 'running' ? { dialAt: clock.now() } : {}),
    })
  })
}

function requireOpen({ status }: Campaign) {
  if (status === 'completed') throw conflict('campaign_settings_closed')
}

function normalizeBudget(budget: string): string {
  const micros = parseMicros(budget)
  if (micros === null || micros <= 0n) throw badRequest('invalid_budget')
  return formatMicros(micros)
}

const findMissing = statement(
  'campaigns.findMissing',
  sql`
    select (select min(id) from unnest($numberIds::int[]) as wanted (id)
        where not exists (select from phone_numbers n where n.workspace_id = $workspaceId and n.id = wanted.id and n.is_active)) as number_id,
      (select min(id) from unnest($knowledgeBaseIds::int[]) as wanted (id)
        where not exists (select from knowledge_bases b where b.workspace_id = $workspaceId and b.id = wanted.id and b.is_active)) as knowledge_base_id`,
)

async function requireOwn({ workspaceId }: Actor, chosen: CampaignSettingsInput) {
  const clampIds = (ids: number[] | null | undefined) => (ids ?? []).map((id) => Math.min(id, MAX_ID))
  const [numberIds, knowledgeBaseIds] = [clampIds(chosen.numberIds), clampIds(chosen.knowledgeBaseIds)]
  if (numberIds.length + knowledgeBaseIds.length === 0) return
  const missing = (await findMissing.get({ workspaceId, numberIds, knowledgeBaseIds }))!
  if (missing.numberId !== null) throw badRequest('number_unknown', { field: 'number_ids', id: missing.numberId })
  if (missing.knowledgeBaseId !== null) throw badRequest('knowledge_base_unknown', { field: 'knowledge_base_ids', id: missing.knowledgeBaseId })
}
