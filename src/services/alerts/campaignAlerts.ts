import type { CampaignId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Campaign } from '../../generated/prisma/client.ts'
import { settingsOf } from '../../inputs/campaignSettings.ts'
import { CURRENCY, formatMicros, parseMicros } from '../../kernel/lib/money.ts'
import type { PauseReason } from '../../inputs/campaignStates.ts'
import * as alerts from './alerts.ts'

const KINDS = ['budget_reached', 'campaign_paused'] as const

/** Raises an alert that the system paused a campaign, and why, in the transaction that paused it. */
export async function raisePaused(tx: Tx, { workspaceId, id, name, settings }: Campaign, reason: PauseReason, facts: Record<string, string | number>) {
  if (reason !== 'budget_reached') return alerts.raise(tx, workspaceId, 'campaign_paused', { campaign: name, reason, ...facts }, String(id))
  const spent = formatMicros((await readSpent(tx, workspaceId, id)) ?? 0n)
  await alerts.raise(tx, workspaceId, reason, { campaign: name, budget: settingsOf(settings).budget ?? '', spent, currency: CURRENCY }, String(id))
}

/** Clears the campaign's alerts when it runs again or is deleted. */
export const clearForCampaign = (tx: Tx, { workspaceId, id }: Campaign) => alerts.clear(tx, workspaceId, KINDS, String(id))

/** Clears the budget alert after a settings change if the new budget is above the amount spent. */
export async function clearIfBudgetSuffices(tx: Tx, { workspaceId, id }: Campaign, budget: string | null): Promise<void> {
  const spent = (await readSpent(tx, workspaceId, id)) ?? 0n
  if (budget === null || parseMicros(budget)! > spent) await alerts.clear(tx, workspaceId, ['budget_reached'], String(id))
}

const readSpent = async (tx: Tx, workspaceId: WorkspaceId, campaignId: CampaignId) =>
  (await tx.campaignTotal.findUnique({ where: { workspaceId_campaignId: { workspaceId, campaignId } } }))?.costMicros
