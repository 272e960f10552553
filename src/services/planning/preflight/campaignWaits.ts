import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { clock } from '../../../kernel/lib/clock.ts'
import type { Campaign } from '../../../generated/prisma/client.ts'
import { decide } from '../../campaigns/rules/dialDecisions.ts'
import { rulesOf } from '../../campaigns/rules/dialRules.ts'
import * as dryRunLeads from '../dryRun/dryRunLeads.ts'

/** Maximum number of leads to check; further leads are ignored. */
const MAX_LEADS = 10_000
/** Maximum time that a slice blocks the event loop, in milliseconds. */
const SLICE_MS = 10

/**
 * Counts a campaign's leads that may not be called now, by reason: the dialer's wait reasons, and `earlier_attempt` for leads whose next
 * attempt is later. Leads that will never be called are not counted.
 */
export async function countWaiting(campaign: Campaign): Promise<{ reason: string; count: number }[]> {
  const now = clock.now()
  // No engine is needed: its speed factor changes how long a lead waits, not the reason.
  const rules = rulesOf(campaign, null)
  const counts = new Map<string, number>()
  let until = performance.now() + SLICE_MS
  for (const lead of await dryRunLeads.readLeads(campaign.workspaceId, campaign.id, MAX_LEADS, now)) {
    const { decision, reason } = decide(lead, rules, now)
    const isLater = lead.nextAttemptAt !== null && lead.nextAttemptAt > now
    const waitReason = decision === 'wait' ? reason : decision === 'call' && isLater ? 'earlier_attempt' : null
    if (waitReason) counts.set(waitReason, (counts.get(waitReason) ?? 0) + 1)
    if (performance.now() < until) continue
    await yieldToEventLoop()
    until = performance.now() + SLICE_MS
  }
  return [...counts].map(([reason, leads]) => ({ reason, count: leads })).toSorted((a, b) => b.count - a.count)
}
