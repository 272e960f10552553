import { setImmediate as turn } from 'node:timers/promises'
import { clock } from '../../../kernel/lib/clock.ts'
import type { Campaign } from '../../../generated/prisma/client.ts'
import { decide } from '../../campaigns/rules/dialDecisions.ts'
import { rulesOf } from '../../campaigns/rules/dialRules.ts'
import * as dryRunLeads from '../dryRun/dryRunLeads.ts'

/** So many leads are looked at; of more the first ones. */
const MAX_LEADS = 10_000
/** The loop is given back after so long, in milliseconds. */
const SLICE_MS = 10

/**
 * How many of a campaign's leads may not be called at this moment, by why: the reasons of the dialer's own decisions, and
 * `earlier_attempt` for those whose next attempt is set for later. Those that will not be called at all are not among them.
 */
export async function count(campaign: Campaign): Promise<{ reason: string; count: number }[]> {
  const now = clock.now()
  // No engine is needed: its pace changes how long a lead waits, never why.
  const rules = rulesOf(campaign, null)
  const counts = new Map<string, number>()
  let until = performance.now() + SLICE_MS
  for (const lead of await dryRunLeads.read(campaign.workspaceId, campaign.id, MAX_LEADS, now)) {
    const { verdict, reason } = decide(lead, rules, now)
    const isLater = lead.nextAttemptAt !== null && lead.nextAttemptAt > now
    const waits = verdict === 'wait' ? reason : verdict === 'call' && isLater ? 'earlier_attempt' : null
    if (waits) counts.set(waits, (counts.get(waits) ?? 0) + 1)
    if (performance.now() < until) continue
    await turn()
    until = performance.now() + SLICE_MS
  }
  return [...counts].map(([reason, leads]) => ({ reason, count: leads })).toSorted((a, b) => b.count - a.count)
}
