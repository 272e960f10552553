import type { Tx } from '../../kernel/db/db.ts'
import { type Agent, type Campaign, type PhoneNumber, Prisma } from '../../generated/prisma/client.ts'
import type { CampaignSettings } from '../../inputs/campaignSettings.ts'
import { DIALS_LOCK } from '../../kernel/db/locks.ts'
import { parseMicros } from '../../kernel/lib/money.ts'
import { limitsOf } from '../../kernel/vocabulary/plans.ts'
import { settings as installation } from '../../kernel/config/settings.ts'
import { sql } from '../../kernel/db/sql.ts'
import { scheduleOf } from '../campaigns/campaignSchedules.ts'
import type { Load } from '../campaigns/rules/dialCapacity.ts'
import * as providerSlots from '../voiceProviders/providerSlots.ts'
import { buildDefaultOrder } from '../numbers/numbers.ts'

/** Finds the campaign's agent if it is active and published. */
export const findAgent = async (tx: Tx, { workspaceId, agentId }: Campaign): Promise<Agent | null> =>
  agentId === null ? null : tx.agent.findFirst({ where: { workspaceId, id: agentId, isActive: true, published: { not: Prisma.AnyNull } } })

export type CallerNumber = Pick<PhoneNumber, 'id' | 'phoneNumber'>

/** Lists the numbers that a campaign calls from: its pool, its one number, or the workspace's default. */
export async function listNumbers(tx: Tx, { workspaceId, fromNumberId }: Campaign, { numberIds }: CampaignSettings, engine: string): Promise<CallerNumber[]> {
  const chosenIds = numberIds.length > 0 ? numberIds : fromNumberId === null ? null : [fromNumberId]
  return tx.$queryRaw<CallerNumber[]>`
    select id, phone_number as "phoneNumber" from phone_numbers where workspace_id = ${workspaceId} and is_active
      ${chosenIds ? sql`and id = any(${chosenIds}::int[]) order by id` : sql`order by ${buildDefaultOrder(engine)} limit 1`}`
}

interface LoadRow extends Omit<Load, 'workspaceLimit' | 'rateTokens' | 'startsAt' | 'endsAt' | 'paceAt'> {
  plan: string
}

/** Reads the current use of shared capacity in one snapshot. Takes a lock, so that other campaigns of the workspace wait until this transaction ends. */
export async function readLoad(tx: Tx, campaign: Campaign, { failureRateWindow }: CampaignSettings, engine: string): Promise<Load> {
  const { workspaceId, id } = campaign
  await tx.$executeRaw`select pg_advisory_xact_lock(${DIALS_LOCK}::int, ${workspaceId}::int)`
  const [row] = await tx.$queryRaw<LoadRow[]>`
    select w.plan,
      (select count(*)::int from calls where campaign_id = ${id} and finished_at is null and ended_at is null) as "campaignCalls",
      (select count(*)::int from calls where workspace_id = ${workspaceId} and finished_at is null and ended_at is null) as "workspaceCalls",
      ${providerSlots.countFreeSlots(engine)} as "freeSlots",
      coalesce((select cost_micros from campaign_totals where workspace_id = ${workspaceId} and campaign_id = ${id}), 0)::bigint as spent,
      (select coalesce(sum(h.amount), 0)::bigint from calls c join wallet_holds h on h.call_id = c.id and h.status = 'open'
        where c.campaign_id = ${id} and c.finished_at is null) as reserved,
      array(select status from calls where campaign_id = ${id} and finished_at > ${campaign.resumedAt ?? campaign.createdAt}
        order by finished_at desc limit ${failureRateWindow}::int) as "lastStatuses"
    from workspaces w where w.id = ${workspaceId}`
  const { plan, ...load } = row!
  const { startsAt, endsAt } = scheduleOf(campaign)
  const { callsPerSecond } = installation.accounts[engine as keyof typeof installation.accounts]
  return {
    ...load,
    workspaceLimit: limitsOf(plan).concurrentCalls,
    rateTokens: callsPerSecond === null ? null : 1,
    paceAt: campaign.paceAt,
    startsAt,
    endsAt,
  }
}

/** Locks the wallet's row, so that no other transaction can reserve funds, and returns the remaining budget and the available balance. */
export async function lockFunds(tx: Tx, { workspaceId }: Campaign, load: Load, { budget }: CampaignSettings) {
  const [wallet] = await tx.$queryRaw<{ available: bigint }[]>`select balance - held as available from wallets where workspace_id = ${workspaceId} for update`
  const limit = budget === null ? null : parseMicros(budget)
  return { budgetLeft: limit === null ? null : limit - load.spent - load.reserved, available: wallet!.available }
}
