import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sql.ts'
import { percentOf, type Share, verdictOn } from './noticeRules.ts'
import * as notices from './notices.ts'
import * as noticeThresholds from './noticeThresholds.ts'

/** Numbers of which calls went out lately, found among so many calls of the workspace. */
const LATEST_CALLS = 500

/** The share of failures among a workspace's latest calls, and the most frequent reason. */
export interface FailureShare extends Share {
  reason: string | null
}
/** The share of a number's latest calls that reached nobody. */
export interface NumberShare extends Share {
  id: number
  phoneNumber: string
}

/** Judges the workspace's calls by its latest ones, and those of these numbers, in turn with others who do: raises and clears. */
export async function judge(tx: Tx, workspaceId: number, numberIds: readonly number[]): Promise<void> {
  await notices.inTurn(tx, workspaceId)
  const limits = await noticeThresholds.of(tx, workspaceId)
  await judgeFailures(tx, workspaceId, await failures(tx, workspaceId, limits))
  for (const share of await unanswered(tx, workspaceId, numberIds, limits)) await judgeNumber(tx, workspaceId, share)
}

/** The same for every number that was called from lately, or of which a notice stands. */
export const judgeAll = async (tx: Tx, workspaceId: number) => judge(tx, workspaceId, await numbersOf(tx, workspaceId))

/** Whether there is anything to say: the same questions without a lock, since for most looks there is not. */
export async function isNews(tx: Tx, workspaceId: number, numberIds: readonly number[]): Promise<boolean> {
  const limits = await noticeThresholds.of(tx, workspaceId)
  const shares = [await failures(tx, workspaceId, limits), ...(await unanswered(tx, workspaceId, numberIds, limits))]
  return shares.some((share) => verdictOn(share) !== null)
}

async function judgeFailures(tx: Tx, workspaceId: number, share: FailureShare) {
  const verdict = verdictOn(share)
  if (verdict === 'clear') await notices.clear(tx, workspaceId, ['failure_rate'])
  if (verdict !== 'raise') return
  const { bad, of, limit, reason } = share
  await notices.raise(tx, workspaceId, 'failure_rate', { failed: bad, of, percent: percentOf(bad, of), limit_percent: limit, reason })
}

async function judgeNumber(tx: Tx, workspaceId: number, share: NumberShare) {
  const verdict = verdictOn(share)
  if (verdict === 'clear') await notices.clear(tx, workspaceId, ['number_unhealthy'], String(share.id))
  if (verdict !== 'raise') return
  const { id, phoneNumber, bad, of, limit } = share
  const facts = { phone_number: phoneNumber, unanswered: bad, of, percent: percentOf(bad, of), limit_percent: limit }
  await notices.raise(tx, workspaceId, 'number_unhealthy', facts, String(id))
}

/** At most as many rows as are looked at, from the end of the index on `ended_at`. */
async function failures(tx: Tx, workspaceId: number, { failureRatePercent: limit, failureRateCalls: wanted }: noticeThresholds.Thresholds) {
  const [found] = await tx.$queryRaw<Omit<FailureShare, 'limit' | 'wanted'>[]>(sql`
    select count(*)::int as "of", count(*) filter (where status = 'failed')::int as bad, mode() within group (order by ended_reason) filter (where status = 'failed') as reason,
      exists (select from notices where workspace_id = ${workspaceId} and kind = 'failure_rate' and subject = '' and cleared_at is null) as stands
    from (select status, ended_reason from calls where workspace_id = ${workspaceId} and ended_at is not null and finished_at is not null
      order by ended_at desc, id desc limit ${wanted}) latest`)
  return { ...found!, limit, wanted }
}

/** The same for each number that is still active, by the index `calls_finished_number_idx`. A voicemail is nobody; what was canceled called nobody. */
async function unanswered(tx: Tx, workspaceId: number, numberIds: readonly number[], limits: noticeThresholds.Thresholds): Promise<NumberShare[]> {
  if (numberIds.length === 0) return []
  const { numberUnansweredPercent: limit, numberUnansweredCalls: wanted } = limits
  const found = await tx.$queryRaw<Omit<NumberShare, 'limit' | 'wanted'>[]>(sql`
    select n.id, n.phone_number as "phoneNumber", latest.of, latest.bad,
      exists (select from notices where workspace_id = ${workspaceId} and kind = 'number_unhealthy' and subject = n.id::text and cleared_at is null) as stands
    from phone_numbers n cross join lateral (
      select count(*)::int as "of", count(*) filter (where status <> 'completed')::int as bad
      from (select status from calls where number_id = n.id and workspace_id = ${workspaceId} and finished_at is not null and direction = 'outbound' and status <> 'canceled'
        order by finished_at desc limit ${wanted}) latest) latest
    where n.workspace_id = ${workspaceId} and n.id = any(${[...numberIds]}::int[]) and n.is_active`)
  return found.map((one) => ({ ...one, limit, wanted }))
}

/** Numbers of the workspace that were called from lately, or of which a notice stands. */
export async function numbersOf(tx: Tx, workspaceId: number): Promise<number[]> {
  const found = await tx.$queryRaw<{ id: number }[]>(sql`
    select distinct number_id as id from (select number_id, direction from calls where workspace_id = ${workspaceId} and ended_at is not null
      order by ended_at desc, id desc limit ${LATEST_CALLS}) latest where number_id is not null and direction = 'outbound'
    union select subject::int from notices where workspace_id = ${workspaceId} and kind = 'number_unhealthy' and cleared_at is null`)
  return found.map(({ id }) => id)
}
