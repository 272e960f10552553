import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { SIMULATED_CARRIER } from '../../../kernel/vocabulary/carrierNames.ts'
import type { Agent, Campaign, PhoneNumber } from '../../../generated/prisma/client.ts'
import { type CampaignSettings, settingsOf } from '../../../inputs/campaignSettings.ts'
import { selectList, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { FIELDS as AGENT_FIELDS } from '../../agents/agents.ts'
import { listOfPublished } from '../../agents/agentVariables.ts'
import * as appAllowances from '../../billing/appAllowances.ts'
import { scheduleOf } from '../../campaigns/campaignSchedules.ts'
import * as knowledgeCopies from '../../knowledge/knowledgeCopies.ts'
import { FIELDS as NUMBER_FIELDS } from '../../numbers/numbers.ts'
import { fromJson } from '../../shared/jsonColumns.ts'
import { type ConsentCounts, countWithoutConsent } from './consentCounts.ts'
import { countEmptyVariables, type VariableCount } from './variableCounts.ts'

/** The inputs of a pre-flight, read at one time. */
export interface PreflightContext {
  settings: CampaignSettings
  startsAt: Date | null
  endsAt: Date | null
  agent: PreflightAgent | null
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
  /** Variables of the published agent without a default for which pending leads have no value. */
  variables: VariableCount[]
  /** Registers of countries that have numbers. */
  registers: CountryRegister[]
}
/** A register of a country, with its times in ISO 8601. */
export interface CountryRegister {
  name: string
  country: string
  validDays: number | null
  washedAt: string
}
type PreflightAgent = Agent & { lastPublish: string | null; publishError: string | null }
interface LeadCounts extends ConsentCounts {
  pending: number
  listed: number
  usedUp: number
  /** Phone number of the next lead; null if none can be called. */
  next: string | null
}

const findAgent = statement(
  'preflights.findAgent',
  sql`
    select ${selectList(AGENT_FIELDS)}, v.status as last_publish, v.error as publish_error from agents
    left join lateral (select status, error from agent_versions where workspace_id = $workspaceId and agent_id = agents.id order by number desc limit 1) v on true
    where workspace_id = $workspaceId and id = $agentId?`,
)

const listNumbers = statement(
  'preflights.listNumbers',
  sql`
    select ${selectList(NUMBER_FIELDS)} from phone_numbers where workspace_id = $workspaceId
      and (id = any($numberIds) or id in (select min(id) from phone_numbers where workspace_id = $workspaceId and is_active group by carrier = $simulatedCarrier))
    order by id`,
)

const countLeads = statement(
  'preflights.countLeads',
  sql`
    with waiting as materialized (
      select l.id, l.phone_number, l.next_attempt_at, d.id is not null as is_listed, l.attempts >= $maxAttempts as is_used_up
      from leads l left join dnc_entries d on d.workspace_id = l.workspace_id and d.phone_number = l.phone_number
      where l.workspace_id = $workspaceId and l.campaign_id = $campaignId and l.status = 'pending' and l.deleted_at is null)
    select count(*)::int as pending, count(*) filter (where is_listed)::int as listed, count(*) filter (where is_used_up and not is_listed)::int as used_up,
      (select phone_number from waiting where not is_listed and not is_used_up order by next_attempt_at nulls first, id limit 1) as next
    from waiting`,
)

const findAccount = statement(
  'preflights.findAccount',
  sql`
    select balance - held as available, exists (select from webhook_endpoints where workspace_id = $workspaceId and is_enabled and url is not null) as has_webhook,
      (select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'country', r.country, 'validDays', r.valid_days, 'washedAt', r.washed_at)), '[]') from dnc_registers r
        where (r.workspace_id = $workspaceId or r.workspace_id is null) and r.type = 'register' and r.active_load is not null) as registers
    from wallets where workspace_id = $workspaceId`,
)

export async function loadContext(actor: Actor, campaign: Campaign): Promise<PreflightContext> {
  const { workspaceId } = actor
  const settings = settingsOf(campaign.settings)
  const [agent, numbers, leads, consents, account, allowance] = await Promise.all([
    findAgent.get({ workspaceId, agentId: campaign.agentId }),
    listNumbers.all({ workspaceId, numberIds: [...settings.numberIds, campaign.fromNumberId ?? 0], simulatedCarrier: SIMULATED_CARRIER }),
    countLeads.get({ workspaceId, campaignId: campaign.id, maxAttempts: settings.maxAttempts }),
    countWithoutConsent(campaign),
    findAccount.get({ workspaceId }),
    appAllowances.readAllowance(actor),
  ])
  const { startsAt, endsAt } = scheduleOf(campaign)
  return {
    settings,
    startsAt,
    endsAt,
    agent: (agent as PreflightAgent | undefined) ?? null,
    numbers: numbers as PhoneNumber[],
    leads: { ...leads!, ...consents, next: consents.refused + consents.registered === leads!.pending - leads!.listed - leads!.usedUp ? null : leads!.next },
    available: account?.available ?? 0n,
    allowance,
    hasWebhook: account?.hasWebhook ?? false,
    registers: account ? fromJson<CountryRegister[]>(account.registers) : [],
    variables: agent ? await countEmptyVariables(campaign, listOfPublished(agent)) : [],
    versions: await knowledgeCopies.listVersions(workspaceId, agent?.knowledgeBaseIds ?? []),
  }
}
