import { setSystemAuditContext } from '../../kernel/transactionActor.ts'
import { clock, nowMs } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Campaign, Prisma } from '../../generated/prisma/client.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { paceOf } from '../../kernel/config/simulation.ts'
import type { GrantAllowance } from '../billing/appAllowances.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as campaigns from '../campaigns/campaigns.ts'
import * as campaignAlerts from '../alerts/campaignAlerts.ts'
import type { PauseReason } from '../../inputs/campaignStates.ts'
import { type BlockReason, type Load, SHORTFALL_PAUSES, type Shortfall } from '../campaigns/rules/dialCapacity.ts'

/** Maximum time until a campaign is considered again, even if it waits for a known time. */
const MAX_WAIT_MS = 300_000
const RECHECK_SOON_MS = 1_000

/** Why a running campaign begins no call: no capacity, or no lead may be called. */
export type WaitingReason = BlockReason | 'calls_under_way' | 'leads_wait'

export const recheckTimeOf = (now: Date) => new Date(now.getTime() + RECHECK_SOON_MS)

/** Pauses the campaign, with the reason in the activity log and an alert. Active calls finish. */
export async function pause(tx: Tx, campaign: Campaign, reason: PauseReason, facts: Record<string, string | number> = {}) {
  await setSystemAuditContext(tx, 'campaigns.pause')
  await campaigns.save(tx, campaign, { status: 'paused', pauseReason: reason, waiting: null, dialAt: null })
  await campaignEvents.record(tx, null, campaign, 'paused', { reason, ...facts })
  await campaignAlerts.raisePaused(tx, campaign, reason, facts)
}

/** Records what the campaign waits for, and schedules the next look at that time or earlier. */
export async function wait(tx: Tx, campaign: Campaign, reason: WaitingReason, until: Date, details: Prisma.InputJsonObject = {}) {
  const previous = campaign.waiting as { reason?: string; since?: string } | null
  const since = previous?.reason === reason ? previous.since : clock.now().toISOString()
  const latest = new Date(nowMs() + MAX_WAIT_MS)
  await campaigns.save(tx, campaign, { dialAt: until < latest ? until : latest, waiting: { reason, until: until.toISOString(), since, ...details } })
}

/** Schedules the next batch at once, or when the campaign's dialing rate allows it. */
export const scheduleNext = (tx: Tx, campaign: Campaign, paceAt: Date | null, now: Date) =>
  campaigns.save(tx, campaign, { dialAt: paceAt ?? now, paceAt, waiting: null })

/** Considers the campaign again at `now`: all candidates were deferred. */
export const requeue = (tx: Tx, campaign: Campaign, now: Date) => campaigns.save(tx, campaign, { dialAt: now })

const readNextLead = statement(
  'campaigns.readNextLead',
  sql`
    select l.next_attempt_at as next, l.wait_reason as reason, l.id is not null and coalesce(l.next_attempt_at <= $now, true) as is_due,
      exists (select from leads where workspace_id = $workspaceId and campaign_id = $campaignId and status = 'calling' and deleted_at is null) as is_calling
    from (values (1)) as one left join (
      select id, next_attempt_at, wait_reason from leads where workspace_id = $workspaceId and campaign_id = $campaignId and status = 'pending' and deleted_at is null
      order by next_attempt_at nulls first limit 1) l on true`,
)

/**
 * Handles a campaign without due leads: it waits for the next lead, or for its active calls, or is completed. Leads added concurrently wait
 * for the lock on the campaign's row and then reopen it.
 */
export async function completeOrWait(tx: Tx, campaign: Campaign, engine: string, now: Date) {
  const { next, isDue, reason, isCalling } = (await readNextLead.get({ workspaceId: campaign.workspaceId, campaignId: campaign.id, now }, tx))!
  if (isDue) return requeue(tx, campaign, recheckTimeOf(now))
  if (next) return wait(tx, campaign, 'leads_wait', next, { cause: reason })
  if (isCalling) return wait(tx, campaign, 'calls_under_way', new Date(now.getTime() + MAX_WAIT_MS / paceOf(engine) / 10))
  await setSystemAuditContext(tx, 'campaigns.complete')
  await campaigns.save(tx, campaign, { status: 'completed', completedAt: now, dialAt: null, waiting: null })
  await campaignEvents.record(tx, null, campaign, 'completed')
}

/** Handles a shortfall of funds. While calls are active, part of their reserves may be released, so the campaign waits; otherwise it pauses. */
export function waitOrPause(
  tx: Tx,
  campaign: Campaign,
  shortfall: Shortfall,
  { campaignCalls, workspaceCalls, reserved }: Load,
  account: GrantAllowance | null,
  now: Date,
) {
  const mayRecover = { budget: reserved > 0n || campaignCalls > 0, funds: workspaceCalls > 0 || reserved > 0n, app_cap: account?.isUnderWay === true }
  if (mayRecover[shortfall]) return wait(tx, campaign, shortfall, recheckTimeOf(now))
  return pause(tx, campaign, SHORTFALL_PAUSES[shortfall], shortfall === 'app_cap' && account ? { app: account.app } : {})
}
