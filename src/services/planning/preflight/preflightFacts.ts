import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { SIMULATED_CARRIER } from '../../../kernel/vocabulary/carrierNames.ts'
import type { Agent, Campaign, PhoneNumber } from '../../../generated/prisma/client.ts'
import { type CampaignSettings, settingsOf } from '../../../inputs/campaignSettings.ts'
import { columns, query, sql } from '../../../kernel/db/sql.ts'
import { FIELDS as AGENT_FIELDS } from '../../agents/agents.ts'
import * as appAllowances from '../../billing/appAllowances.ts'
import { scheduleOf } from '../../campaigns/campaignSchedules.ts'
import * as knowledgeCopies from '../../knowledge/knowledgeCopies.ts'
import { FIELDS as NUMBER_FIELDS } from '../../numbers/numbers.ts'

/** The inputs of a pre-flight, read at one time. */
export interface PreflightContext {
  settings: CampaignSettings
  startsAt: Date | null
  endsAt: Date | null
  agent: (Agent & { lastPublish: string | null; publishError: string | null }) | null
  /** The configured numbers, the workspace's first one, and its first one that is not simulated. */
  numbers: PhoneNumber[]
  leads: LeadCounts
  /** Available balance of the wallet, in micro-units. */
  available: bigint
  /** Remaining limits of the requesting app; null without limits. */
  allowance: appAllowances.Allowance | null
  hasWebhook: boolean
  /** Current versions of the agent's knowledge bases, by ID. */
  versions: ReadonlyMap<number, number>
}
interface LeadCounts {
  pending: number
  listed: number
  usedUp: number
  /** Phone number of the next lead; null if none can be called. */
  next: string | null
}

export async function loadContext(actor: Actor, campaign: Campaign): Promise<PreflightContext> {
  const { workspaceId } = actor
  const settings = settingsOf(campaign.settings)
  const [[agent], numbers, [leads], [account], allowance] = await Promise.all([
    query<NonNullable<PreflightContext['agent']>>(sql`
      select ${columns(AGENT_FIELDS)}, v.status as "lastPublish", v.error as "publishError" from agents
      left join lateral (select status, error from agent_versions where workspace_id = ${workspaceId} and agent_id = agents.id order by number desc limit 1) v on true
      where workspace_id = ${workspaceId} and id = ${campaign.agentId}::int`),
    query<PhoneNumber>(sql`
      select ${columns(NUMBER_FIELDS)} from phone_numbers where workspace_id = ${workspaceId}
        and (id = any(${[...settings.numberIds, campaign.fromNumberId ?? 0]}::int[])
          or id in (select min(id) from phone_numbers where workspace_id = ${workspaceId} and is_active group by carrier = ${SIMULATED_CARRIER}))
      order by id`),
    query<LeadCounts>(sql`
      with waiting as materialized (
        select l.id, l.phone_number, l.next_attempt_at, d.id is not null as is_listed, l.attempts >= ${settings.maxAttempts} as is_used_up
        from leads l left join dnc_entries d on d.workspace_id = l.workspace_id and d.phone_number = l.phone_number
        where l.workspace_id = ${workspaceId} and l.campaign_id = ${campaign.id} and l.status = 'pending' and l.deleted_at is null)
      select count(*)::int as pending, count(*) filter (where is_listed)::int as listed, count(*) filter (where is_used_up and not is_listed)::int as "usedUp",
        (select phone_number from waiting where not is_listed and not is_used_up order by next_attempt_at nulls first, id limit 1) as next
      from waiting`),
    query<{ available: bigint; hasWebhook: boolean }>(sql`
      select balance - held as available, exists (select from webhook_settings where workspace_id = ${workspaceId} and url is not null) as "hasWebhook"
      from wallets where workspace_id = ${workspaceId}`),
    appAllowances.readAllowance(actor),
  ])
  const { startsAt, endsAt } = scheduleOf(campaign)
  return {
    settings,
    startsAt,
    endsAt,
    agent: agent ?? null,
    numbers,
    leads: leads!,
    available: account?.available ?? 0n,
    allowance,
    hasWebhook: account?.hasWebhook ?? false,
    versions: await knowledgeCopies.listVersions(workspaceId, agent?.knowledgeBaseIds ?? []),
  }
}
