import type { Tx } from '../../kernel/db/db.ts'
import { type Agent, type Campaign, type PhoneNumber, Prisma } from '../../generated/prisma/client.ts'
import type { CampaignSettings } from '../../inputs/campaignSettings.ts'
import { DIALS_LOCK } from '../../kernel/db/locks.ts'
import { parseMicros } from '../../kernel/lib/money.ts'
import { limitsOf } from '../../kernel/vocabulary/plans.ts'
import { settings as installation } from '../../kernel/config/settings.ts'
import { sql } from '../../kernel/db/sql.ts'
import { scheduleOf } from '../campaigns/campaignSchedules.ts'
import type { Load } from '../campaigns/rules/dialRoom.ts'
import * as providerSlots from '../voiceProviders/providerSlots.ts'
import { defaultOrder } from '../numbers/numbers.ts'

/** The campaign's agent, if calls can be held with it: active and published. */
export const agentOf = async (tx: Tx, { workspaceId, agentId }: Campaign): Promise<Agent | null> =>
  agentId === null ? null : tx.agent.findFirst({ where: { workspaceId, id: agentId, isActive: true, published: { not: Prisma.AnyNull } } })

export type CallerNumber = Pick<PhoneNumber, 'id' | 'phoneNumber'>

/** The numbers that a campaign calls from: its pool, or its one number, or the workspace's first. */
export async function numbersOf(tx: Tx, { workspaceId, fromNumberId }: Campaign, { numberIds }: CampaignSettings, engine: string): Promise<CallerNumber[]> {
  const chosen = numberIds.length > 0 ? numberIds : fromNumberId === null ? null : [fromNumberId]
  return tx.$queryRaw<CallerNumber[]>`
    select id, phone_number as "phoneNumber" from phone_numbers where workspace_id = ${workspaceId} and is_active
      ${chosen ? sql`and id = any(${chosen}::int[]) order by id` : sql`order by ${defaultOrder(engine)} limit 1`}`
}

interface Found extends Omit<Load, 'workspaceLimit' | 'turns' | 'startsAt' | 'endsAt' | 'paceAt'> {
  plan: string
}

/** What is in use of what the campaign's calls share, in one snapshot. The workspace's other campaigns wait until this transaction ends. */
export async function read(tx: Tx, campaign: Campaign, { failureRateWindow }: CampaignSettings, engine: string): Promise<Load> {
  const { workspaceId, id } = campaign
  await tx.$executeRaw`select pg_advisory_xact_lock(${DIALS_LOCK}::int, ${workspaceId}::int)`
  const [found] = await tx.$queryRaw<Found[]>`
    select w.plan,
      (select count(*)::int from calls where campaign_id = ${id} and finished_at is null and ended_at is null) as "campaignCalls",
      (select count(*)::int from calls where workspace_id = ${workspaceId} and finished_at is null and ended_at is null) as "workspaceCalls",
      ${providerSlots.freeLines(engine)} as "freeLines",
      coalesce((select cost_micros from campaign_totals where workspace_id = ${workspaceId} and campaign_id = ${id}), 0)::bigint as spent,
      (select coalesce(sum(h.amount), 0)::bigint from calls c join wallet_holds h on h.call_id = c.id and h.state = 'open'
        where c.campaign_id = ${id} and c.finished_at is null) as promised,
      array(select status from calls where campaign_id = ${id} and finished_at > ${campaign.resumedAt ?? campaign.createdAt}
        order by finished_at desc limit ${failureRateWindow}::int) as "lastStatuses"
    from workspaces w where w.id = ${workspaceId}`
  const { plan, ...load } = found!
  const { startsAt, endsAt } = scheduleOf(campaign)
  const { callsPerSecond } = installation.accounts[engine as keyof typeof installation.accounts]
  return {
    ...load,
    workspaceLimit: limitsOf(plan).concurrentCalls,
    turns: callsPerSecond === null ? null : 1,
    paceAt: campaign.paceAt,
    startsAt,
    endsAt,
  }
}

/** What the budget still allows, and what is free in the wallet, whose row is locked from now on: nobody else promises of it. */
export async function money(tx: Tx, { workspaceId }: Campaign, load: Load, { budget }: CampaignSettings) {
  const [wallet] = await tx.$queryRaw<{ available: bigint }[]>`select balance - held as available from wallets where workspace_id = ${workspaceId} for update`
  const limit = budget === null ? null : parseMicros(budget)
  return { budgetLeft: limit === null ? null : limit - load.spent - load.promised, available: wallet!.available }
}
