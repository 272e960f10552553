import type { Context } from './context.ts'
import { EXIT, Failure } from './errors.ts'
import { subscribe } from './live.ts'
import { bar } from './progress.ts'
import { createRedrawer } from './redraws.ts'
import { json, oneLine } from './text.ts'

interface Progress {
  status: string
  pauseReason: string | null
  waiting: { reason: string; cause: string | null; until: string | null } | null
  stats: {
    leads: Record<'pending' | 'calling' | 'completed' | 'failed' | 'total', number>
    calls: Record<'completed' | 'total', number>
    outcomes: Record<string, number>
    talkMinutes: number
    cost: string
    currency: string
  }
  activeCalls: number
  callsPerMinute: number
  budgetSpent: number | null
  remainingSeconds: number | null
  at: string
}
const QUERY = `subscription ($id: ID!) { campaignProgress(campaignId: $id) {
  status pauseReason waiting { reason cause until } activeCalls callsPerMinute budgetSpent remainingSeconds at
  stats { leads { pending calling completed failed total } calls { completed total } outcomes talkMinutes cost currency } } }`

/** Prints a campaign's progress until it ends: redrawn on a terminal, otherwise as lines of JSON. Throws a Failure if the campaign is canceled. */
export async function watchCampaign(context: Context, id: string): Promise<void> {
  const { output } = context
  const draw = createRedrawer(output)
  for await (const { campaignProgress } of subscribe<{ campaignProgress: Progress }>(context, { query: QUERY, variables: { id } })) {
    await (output.json ? output.write(`${json(toJson(id, campaignProgress))}\n`) : draw(toLines(id, campaignProgress, output.strong)))
    if (campaignProgress.status === 'completed') return
    if (campaignProgress.status === 'cancelled') throw new Failure(EXIT.failed, 'The campaign was canceled')
  }
}

const toJson = (id: string, { pauseReason, stats, activeCalls, budgetSpent, remainingSeconds, status, waiting, callsPerMinute, at }: Progress) => ({
  campaign_id: Number(id),
  status,
  pause_reason: pauseReason,
  waiting,
  leads: stats.leads,
  calls: stats.calls,
  outcomes: stats.outcomes,
  talk_minutes: stats.talkMinutes,
  cost: stats.cost,
  currency: stats.currency,
  active_calls: activeCalls,
  calls_per_minute: callsPerMinute,
  budget_spent: budgetSpent,
  remaining_seconds: remainingSeconds,
  at,
})

function toLines(
  id: string,
  { status, pauseReason, waiting, stats, activeCalls, callsPerMinute, budgetSpent, remainingSeconds }: Progress,
  strong: (text: string) => string,
): string[] {
  const { leads, calls, outcomes } = stats
  const processed = leads.total - leads.pending - leads.calling
  const reasons = [pauseReason, waiting?.reason, waiting?.cause, waiting?.until && `until ${waiting.until}`].filter(Boolean).join(', ')
  const facts = [
    `${activeCalls} active calls`,
    `${callsPerMinute} per minute`,
    `${calls.total} calls in total`,
    `${stats.talkMinutes} min talk time`,
    `${stats.cost} ${stats.currency}${budgetSpent === null ? '' : ` (${Math.round(budgetSpent * 100)}% of the budget)`}`,
    ...(remainingSeconds === null ? [] : [`about ${Math.ceil(remainingSeconds / 60)} min left`]),
  ]
  const outcomeTexts = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`)
  return [
    strong(`Campaign ${oneLine(id)}: ${oneLine(status)}${reasons ? ` (${oneLine(reasons)})` : ''}`),
    `${bar(leads.total === 0 ? 0 : processed / leads.total)} ${processed} of ${leads.total} leads, ${leads.failed} failed`,
    facts.join(' · '),
    ...(outcomeTexts.length > 0 ? [oneLine(outcomeTexts.join(' · '))] : []),
  ]
}
