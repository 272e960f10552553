import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CampaignId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { conflict } from '../../../kernel/vocabulary/errors.ts'
import type { Campaign } from '../../../generated/prisma/client.ts'
import { DEFAULT_CALL_SECONDS } from '../../../inputs/agents.ts'
import { type Assumptions, assumptionsOf, type DryRunInput } from '../../../inputs/dryRuns.ts'
import { parseMicros } from '../../../kernel/lib/money.ts'
import { perServer } from '../../../kernel/serverState.ts'
import { limitsOf } from '../../../kernel/vocabulary/plans.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { settings as installation } from '../../../kernel/config/settings.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { scheduleOf } from '../../campaigns/campaignSchedules.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import { rulesOf } from '../../campaigns/rules/dialRules.ts'
import * as dryRunLeads from './dryRunLeads.ts'
import { listTransferNumbers } from '../../agents/transferRules.ts'
import * as usage from '../../billing/usage.ts'
import { fromJson } from '../../shared/jsonColumns.ts'
import { type SimulationContext, simulate, type SimulationResult } from './dryRunSimulation.ts'

/** Maximum number of leads in a dry run; further leads are left out. */
export const MAX_LEADS = 10_000
/** Maximum time that a slice blocks the event loop, in milliseconds. */
const SLICE_MS = 10
/** Relative change of the conversation length in the low and the high estimate. */
const SPREAD = 0.5

/** The forecast of a campaign. `expected` uses the assumptions as given; money is in micro-units. */
export interface DryRun {
  leads: number
  leftOut: number
  beginsAt: Date
  assumptions: Assumptions
  expected: SimulationResult
  cost: { low: bigint; expected: bigint; high: bigint }
}

const runningWorkspaces = perServer(() => new Set<WorkspaceId>())

/**
 * Simulates a campaign with its pending leads, as if it started at the given time and nothing else in the workspace called. Runs three times,
 * since shorter and longer conversations also end earlier and later. Writes nothing and places no calls. Throws NOT_FOUND; CONFLICT while
 * another dry run of the workspace is in progress on this server.
 */
export async function run(actor: Actor, campaignId: CampaignId, { beginsAt, ...overrides }: DryRunInput): Promise<DryRun> {
  const campaign = await campaigns.get(actor, campaignId)
  const running = runningWorkspaces()
  if (running.has(actor.workspaceId)) throw conflict('dry_run_in_progress')
  running.add(actor.workspaceId)
  try {
    const assumptions = assumptionsOf(overrides)
    const { context, leftOut } = await loadContext(campaign, beginsAt == null ? clock.now() : new Date(beginsAt))
    const simulateWith = async (factor: number) => simulateInSlices(context, { ...assumptions, talkSeconds: assumptions.talkSeconds * factor })
    const [low, expected, high] = [await simulateWith(1 - SPREAD), await simulateWith(1), await simulateWith(1 + SPREAD)]
    const cost = { low: low.cost, expected: expected.cost, high: high.cost }
    return { leads: context.leads.length, leftOut, beginsAt: context.beginsAt, assumptions, expected, cost }
  } finally {
    running.delete(actor.workspaceId)
  }
}

/** Runs the simulation in slices, so that other requests are not blocked. */
async function simulateInSlices(context: SimulationContext, assumptions: Assumptions): Promise<SimulationResult> {
  const copies = context.leads.map((lead) => ({ ...lead, attemptTimes: [...lead.attemptTimes], callTimes: [...lead.callTimes] }))
  const simulation = simulate({ ...context, leads: copies }, assumptions)
  for (let until = performance.now() + SLICE_MS; ;) {
    const step = simulation.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    await yieldToEventLoop()
    until = performance.now() + SLICE_MS
  }
}

const findFacts = statement(
  'dryRuns.findFacts',
  sql`
    select w.plan, w.included_minutes, m.balance - m.held as available, coalesce(u.seconds, 0) as used_seconds,
      coalesce(t.cost_micros, 0)::bigint + coalesce((select sum(h.amount) from calls c join wallet_holds h on h.workspace_id = c.workspace_id and h.call_id = c.id and h.status = 'open'
        where c.workspace_id = $workspaceId and c.campaign_id = $campaignId and c.finished_at is null), 0)::bigint as spent,
      a.published->>'engine' as engine, (a.published_config->>'maxDurationSeconds')::int as longest, a.published_config->'tools' as tools,
      (select count(*)::int from leads where workspace_id = $workspaceId and campaign_id = $campaignId and status = 'pending' and deleted_at is null) as waiting
    from workspaces w join wallets m on m.workspace_id = w.id
    left join usage_periods u on u.workspace_id = w.id and u.period_start = $monthStart
    left join campaign_totals t on t.workspace_id = w.id and t.campaign_id = $campaignId
    left join agents a on a.workspace_id = w.id and a.id = $agentId?
    where w.id = $workspaceId`,
)

async function loadContext(campaign: Campaign, begins: Date): Promise<{ context: SimulationContext; leftOut: number }> {
  const { workspaceId, id, agentId } = campaign
  const facts = await findFacts.get({ workspaceId, campaignId: id, agentId, monthStart: usage.monthOf(begins).start })
  const { plan, includedMinutes, available, usedSeconds, spent, longest, tools, waiting } = facts!
  const engine = facts!.engine as keyof typeof installation.accounts | null
  const rules = rulesOf(campaign, engine)
  const limit = rules.settings.budget === null ? null : parseMicros(rules.settings.budget)
  const account = engine === null ? null : installation.accounts[engine]
  const { startsAt, endsAt, timezone } = scheduleOf(campaign)
  const leads = await dryRunLeads.readLeads(workspaceId, id, MAX_LEADS, begins)
  const context: SimulationContext = {
    leads,
    rules,
    money: {
      available,
      budgetLeft: limit === null ? null : limit - spent,
      includedSeconds: usage.includedMinutesOf({ plan, includedMinutes }, begins) * 60,
      usedSeconds,
    },
    slots: account?.maxCalls ?? null,
    providerRate: account?.callsPerSecond ?? null,
    workspaceLimit: limitsOf(plan, begins).concurrentCalls,
    startsAt,
    endsAt,
    maxCallSeconds: longest ?? DEFAULT_CALL_SECONDS,
    transfers: listTransferNumbers(fromJson<JsonObject[] | null>(tools) ?? []),
    beginsAt: begins,
    zone: timezone ?? 'UTC',
  }
  return { context, leftOut: Math.max(0, waiting - leads.length) }
}
