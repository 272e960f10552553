import type { Tx } from '../../kernel/db/db.ts'
import { type Agent, type Campaign, type PhoneNumber, Prisma } from '../../generated/prisma/client.ts'
import type { CampaignSettings } from '../../inputs/campaignSettings.ts'
import { DIALS_LOCK, lockForWorkspace } from '../../kernel/db/locks.ts'
import { parseMicros } from '../../kernel/lib/money.ts'
import { SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { limitsOf } from '../../kernel/vocabulary/plans.ts'
import { ifGiven, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { scheduleOf } from '../campaigns/campaignSchedules.ts'
import type { Load } from '../campaigns/rules/dialCapacity.ts'
import * as providerSlots from '../voiceProviders/providerSlots.ts'
import { isSimulatedLast } from '../numbers/numbers.ts'

/** Finds the campaign's agent if it is active and published. */
export const findAgent = async (tx: Tx, { workspaceId, agentId }: Campaign): Promise<Agent | null> =>
  agentId === null ? null : tx.agent.findFirst({ where: { workspaceId, id: agentId, isActive: true, published: { not: Prisma.AnyNull } } })

export type CallerNumber = Pick<PhoneNumber, 'id' | 'phoneNumber'>

const listChosenNumbers = statement(
  'numbers.listChosen',
  sql`select id, phone_number from phone_numbers where workspace_id = $workspaceId and is_active and id = any($numberIds) order by id`,
)

const listDefaultNumber = statement(
  'numbers.listDefault',
  sql`
    select id, phone_number from phone_numbers where workspace_id = $workspaceId and is_active
    order by ${ifGiven('lastCarrier', sql`carrier = $lastCarrier,`)} id limit 1`,
)

/** Lists the numbers that a campaign calls from: its pool, its one number, or the workspace's default. */
export async function listNumbers(tx: Tx, { workspaceId, fromNumberId }: Campaign, { numberIds }: CampaignSettings, engine: string): Promise<CallerNumber[]> {
  if (numberIds.length > 0) return listChosenNumbers.all({ workspaceId, numberIds }, tx)
  if (fromNumberId !== null) return listChosenNumbers.all({ workspaceId, numberIds: [fromNumberId] }, tx)
  return listDefaultNumber.all({ workspaceId, lastCarrier: isSimulatedLast(engine) ? SIMULATED_CARRIER : null }, tx)
}

const readSharedLoad = statement(
  'campaigns.readLoad',
  sql`
    select w.plan,
      (select count(*)::int from calls where workspace_id = $workspaceId and campaign_id = $campaignId and finished_at is null and ended_at is null) as campaign_calls,
      (select count(*)::int from calls where workspace_id = $workspaceId and finished_at is null and ended_at is null) as workspace_calls,
      ${providerSlots.FREE_SLOT_COUNT} as free_slots,
      coalesce((select cost_micros from campaign_totals where workspace_id = $workspaceId and campaign_id = $campaignId), 0)::bigint as spent,
      (select coalesce(sum(h.amount), 0)::bigint from calls c join wallet_holds h on h.workspace_id = c.workspace_id and h.call_id = c.id and h.status = 'open'
        where c.workspace_id = $workspaceId and c.campaign_id = $campaignId and c.finished_at is null) as reserved,
      array(select status from calls where workspace_id = $workspaceId and campaign_id = $campaignId and finished_at > $since
        order by finished_at desc limit $failureRateWindow::int) as last_statuses
    from workspaces w where w.id = $workspaceId`,
)

/** Reads the current use of shared capacity in one snapshot. Takes a lock, so that other campaigns of the workspace wait until this transaction ends. */
export async function readLoad(tx: Tx, campaign: Campaign, { failureRateWindow }: CampaignSettings, engine: string): Promise<Load> {
  const { workspaceId, id: campaignId } = campaign
  await lockForWorkspace(tx, DIALS_LOCK, workspaceId)
  const since = campaign.resumedAt ?? campaign.createdAt
  const row = await readSharedLoad.get({ workspaceId, campaignId, since, failureRateWindow, ...providerSlots.slotParams(engine) }, tx)
  const { plan, ...load } = row!
  const { startsAt, endsAt } = scheduleOf(campaign)
  return {
    ...load,
    workspaceLimit: limitsOf(plan).concurrentCalls,
    rateTokens: providerSlots.maxTokens(engine),
    paceAt: campaign.paceAt,
    startsAt,
    endsAt,
  }
}

const lockAvailable = statement('wallets.lockAvailable', sql`select balance - held as available from wallets where workspace_id = $workspaceId for update`)

/** Locks the wallet's row, so that no other transaction can reserve funds, and returns the remaining budget and the available balance. */
export async function lockFunds(tx: Tx, { workspaceId }: Campaign, load: Load, { budget }: CampaignSettings) {
  const wallet = await lockAvailable.get({ workspaceId }, tx)
  const limit = budget === null ? null : parseMicros(budget)
  return { budgetLeft: limit === null ? null : limit - load.spent - load.reserved, available: wallet!.available }
}
