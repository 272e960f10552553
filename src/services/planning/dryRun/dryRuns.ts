import { setImmediate as turn } from 'node:timers/promises'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { conflict } from '../../../kernel/vocabulary/errors.ts'
import type { Campaign } from '../../../generated/prisma/client.ts'
import { DEFAULT_CALL_SECONDS } from '../../../inputs/agents.ts'
import { type Assumptions, assumptionsOf, type DryRunInput } from '../../../inputs/dryRuns.ts'
import { parseMicros } from '../../../kernel/lib/money.ts'
import { limitsOf } from '../../../kernel/vocabulary/plans.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { settings as installation } from '../../../kernel/config/settings.ts'
import { query, sql } from '../../../kernel/db/sql.ts'
import { scheduleOf } from '../../campaigns/campaignSchedules.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import { rulesOf } from '../../campaigns/rules/dialRules.ts'
import * as dryRunLeads from './dryRunLeads.ts'
import { numbersIn } from '../../agents/transferRules.ts'
import * as usage from '../../billing/usage.ts'
import { type Ground, play, type Played } from './dryRunSimulation.ts'

/** So many leads are played; of more the first ones. */
export const MAX_LEADS = 10_000
/** The loop is given back after so long, in milliseconds. */
const SLICE_MS = 10
/** How much shorter and longer than assumed conversations are in the low and the high estimate. */
const SPREAD = 0.5

/** How a campaign is likely to go. `expected` is played with the assumptions as they are; money is in micro-units. */
export interface DryRun {
  leads: number
  leftOut: number
  beginsAt: Date
  assumptions: Assumptions
  expected: Played
  cost: { low: bigint; expected: bigint; high: bigint }
}

const running = new Set<number>()

/**
 * Plays a campaign ahead of time over its leads that wait, as if it were started then and nothing else in the workspace called:
 * three times, since shorter and longer conversations also end earlier and later. It writes nothing and dials nobody.
 * NOT_FOUND without the campaign; CONFLICT while the workspace has a dry run under way here.
 */
export async function run(actor: Actor, campaignId: number, { beginsAt, ...assumed }: DryRunInput): Promise<DryRun> {
  const campaign = await campaigns.get(actor, campaignId)
  if (running.has(actor.workspaceId)) throw conflict('A dry run is already in progress in this workspace. Wait until it has finished.')
  running.add(actor.workspaceId)
  try {
    const assumptions = assumptionsOf(assumed)
    const { ground, leftOut } = await groundOf(campaign, beginsAt == null ? clock.now() : new Date(beginsAt))
    const played = async (factor: number) => playInSlices(ground, { ...assumptions, talkSeconds: assumptions.talkSeconds * factor })
    const [low, expected, high] = [await played(1 - SPREAD), await played(1), await played(1 + SPREAD)]
    const cost = { low: low.cost, expected: expected.cost, high: high.cost }
    return { leads: ground.leads.length, leftOut, beginsAt: ground.begins, assumptions, expected, cost }
  } finally {
    running.delete(actor.workspaceId)
  }
}

/** A second of work at once would keep everybody else waiting: it is done in slices. */
async function playInSlices(ground: Ground, assumptions: Assumptions): Promise<Played> {
  const copies = ground.leads.map((lead) => ({ ...lead, attemptTimes: [...lead.attemptTimes], callTimes: [...lead.callTimes] }))
  const course = play({ ...ground, leads: copies }, assumptions)
  for (let until = performance.now() + SLICE_MS; ;) {
    const step = course.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    await turn()
    until = performance.now() + SLICE_MS
  }
}

interface Shared {
  plan: string
  includedMinutes: number | null
  available: bigint
  usedSeconds: number
  spent: bigint
  engine: keyof typeof installation.accounts | null
  longest: number | null
  tools: JsonObject[] | null
  waiting: number
}

async function groundOf(campaign: Campaign, begins: Date): Promise<{ ground: Ground; leftOut: number }> {
  const { workspaceId, id, agentId } = campaign
  const [shared] = await query<Shared>(sql`
    select w.plan, w.included_minutes as "includedMinutes", m.balance - m.held as available, coalesce(u.seconds, 0) as "usedSeconds",
      coalesce(t.cost_micros, 0)::bigint + coalesce((select sum(h.amount) from calls c join wallet_holds h on h.call_id = c.id and h.state = 'open'
        where c.workspace_id = ${workspaceId} and c.campaign_id = ${id} and c.finished_at is null), 0)::bigint as spent,
      a.published->>'engine' as engine, (a.published_config->>'maxDurationSeconds')::int as longest, a.published_config->'tools' as tools,
      (select count(*)::int from leads where workspace_id = ${workspaceId} and campaign_id = ${id} and status = 'pending' and deleted_at is null) as waiting
    from workspaces w join wallets m on m.workspace_id = w.id
    left join usage_periods u on u.workspace_id = w.id and u.period_start = ${usage.monthOf(begins).start}
    left join campaign_totals t on t.workspace_id = w.id and t.campaign_id = ${id}
    left join agents a on a.workspace_id = w.id and a.id = ${agentId}::int
    where w.id = ${workspaceId}`)
  const { plan, includedMinutes, available, usedSeconds, spent, engine, longest, tools, waiting } = shared!
  const rules = rulesOf(campaign, engine)
  const limit = rules.settings.budget === null ? null : parseMicros(rules.settings.budget)
  const account = engine === null ? null : installation.accounts[engine]
  const { startsAt, endsAt, timezone } = scheduleOf(campaign)
  const leads = await dryRunLeads.read(workspaceId, id, MAX_LEADS, begins)
  const ground: Ground = {
    leads,
    rules,
    money: {
      available,
      budgetLeft: limit === null ? null : limit - spent,
      includedSeconds: usage.included({ plan, includedMinutes }, begins) * 60,
      usedSeconds,
    },
    lines: account?.maxCalls ?? null,
    providerRate: account?.callsPerSecond ?? null,
    workspaceLimit: limitsOf(plan, begins).concurrentCalls,
    startsAt,
    endsAt,
    longest: longest ?? DEFAULT_CALL_SECONDS,
    transfers: numbersIn(tools ?? []),
    begins,
    zone: timezone ?? 'UTC',
  }
  return { ground, leftOut: Math.max(0, waiting - leads.length) }
}
