import { bySystem } from '../../kernel/auditing.ts'
import { clock, nowMs } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { type Campaign, Prisma } from '../../generated/prisma/client.ts'
import { paceOf } from '../../kernel/config/simulation.ts'
import type { Account } from '../billing/appAllowances.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as campaignNotices from '../notices/campaignNotices.ts'
import type { PauseReason } from '../../inputs/campaignStates.ts'
import { type FullReason, type Load, PAUSED_BY, type Short } from '../campaigns/rules/dialRoom.ts'

/** Even a campaign that waits for a known moment is looked at so often. */
const AT_MOST_MS = 300_000
const RECHECK_SOON_MS = 1_000

/** Why a campaign that runs begins no call: there is no room for one, or no lead may be called. */
export type Waiting = FullReason | 'calls_under_way' | 'leads_wait'

export const soon = (now: Date) => new Date(now.getTime() + RECHECK_SOON_MS)

/** The dialer's own pause, with its reason in the activity log and in a notice. Calls in progress finish. */
export async function pause(tx: Tx, campaign: Campaign, reason: PauseReason, facts: Record<string, string | number> = {}) {
  await bySystem(tx, 'campaigns.pause')
  await change(tx, campaign, { status: 'paused', pauseReason: reason, waiting: null, dialAt: null })
  await campaignEvents.record(tx, null, campaign, 'paused', { reason, ...facts })
  await campaignNotices.paused(tx, campaign, reason, facts)
}

/** Says what the campaign waits for, and looks again at that moment or before. */
export async function wait(tx: Tx, campaign: Campaign, reason: Waiting, until: Date, more: Prisma.InputJsonObject = {}) {
  const before = campaign.waiting as { reason?: string; since?: string } | null
  const since = before?.reason === reason ? before.since : clock.now().toISOString()
  const latest = new Date(nowMs() + AT_MOST_MS)
  await change(tx, campaign, { dialAt: until < latest ? until : latest, waiting: { reason, until: until.toISOString(), since, ...more } })
}

/** Calls begin: the next batch may follow at once, or when the campaign's pace allows it. */
export const goOn = (tx: Tx, campaign: Campaign, paceAt: Date | null, now: Date) => change(tx, campaign, { dialAt: paceAt ?? now, paceAt, waiting: null })

/** Only leads that had to be put off were found: the next ones are looked at. */
export const lookAgain = (tx: Tx, campaign: Campaign, now: Date) => change(tx, campaign, { dialAt: now })

/**
 * No lead is due: the campaign waits for the next one, or for its calls under way, or is over. Leads added while this is
 * decided wait for the campaign's row and reopen it.
 */
export async function idle(tx: Tx, campaign: Campaign, engine: string, now: Date) {
  const { id } = campaign
  const [left] = await tx.$queryRaw<{ next: Date | null; isDue: boolean; reason: string | null; isCalling: boolean }[]>`
    select l.next_attempt_at as next, l.wait_reason as reason, l.id is not null and coalesce(l.next_attempt_at <= ${now}, true) as "isDue",
      exists (select from leads where campaign_id = ${id} and status = 'calling' and deleted_at is null) as "isCalling"
    from (values (1)) as one left join (
      select id, next_attempt_at, wait_reason from leads where campaign_id = ${id} and status = 'pending' and deleted_at is null
      order by next_attempt_at nulls first limit 1) l on true`
  const { next, isDue, reason, isCalling } = left!
  if (isDue) return lookAgain(tx, campaign, soon(now))
  if (next) return wait(tx, campaign, 'leads_wait', next, { cause: reason })
  if (isCalling) return wait(tx, campaign, 'calls_under_way', new Date(now.getTime() + AT_MOST_MS / paceOf(engine) / 10))
  await bySystem(tx, 'campaigns.complete')
  await change(tx, campaign, { status: 'completed', completedAt: now, dialAt: null, waiting: null })
  await campaignEvents.record(tx, null, campaign, 'completed')
}

/** What calls are paid from is short. While some are under way part of what is held for them may come back; with none the campaign pauses. */
export function shortOf(tx: Tx, campaign: Campaign, short: Short, { campaignCalls, workspaceCalls, promised }: Load, account: Account | null, now: Date) {
  const mayComeBack = { budget: promised > 0n || campaignCalls > 0, funds: workspaceCalls > 0 || promised > 0n, app_cap: account?.isUnderWay === true }
  if (mayComeBack[short]) return wait(tx, campaign, short, soon(now))
  return pause(tx, campaign, PAUSED_BY[short], short === 'app_cap' && account ? { app: account.app } : {})
}

const change = (tx: Tx, { workspaceId, id }: Campaign, data: Omit<Prisma.CampaignUncheckedUpdateInput, 'waiting'> & { waiting?: object | null }) =>
  tx.campaign.update({
    where: { workspaceId_id: { workspaceId, id } },
    data: { ...data, waiting: data.waiting === null ? Prisma.DbNull : (data.waiting as Prisma.InputJsonObject | undefined) },
  })
