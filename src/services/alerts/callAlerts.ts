import type { NumberId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { toPercent, type Share, decide } from './alertRules.ts'
import * as alerts from './alerts.ts'
import * as alertThresholds from './alertThresholds.ts'

/** How many of the workspace's latest calls are searched for numbers in use. */
const LATEST_CALLS = 500

/** The share of failures among a workspace's latest calls, and the most frequent reason. */
export interface FailureShare extends Share {
  reason: string | null
}
/** The share of a number's latest calls that did not reach a person. */
export interface NumberShare extends Share {
  id: number
  phoneNumber: string
}

/** Raises and clears the alerts about the workspace's latest calls and those of the given numbers, one transaction at a time. */
export async function evaluate(tx: Tx, workspaceId: WorkspaceId, numberIds: readonly NumberId[]): Promise<void> {
  await alerts.lockWorkspace(tx, workspaceId)
  const limits = await alertThresholds.read(tx, workspaceId)
  await applyFailures(tx, workspaceId, await countFailures(tx, workspaceId, limits))
  for (const share of await countUnanswered(tx, workspaceId, numberIds, limits)) await applyNumber(tx, workspaceId, share)
}

/** Evaluates every number that placed calls lately or has an open alert. */
export const evaluateAll = async (tx: Tx, workspaceId: WorkspaceId) => evaluate(tx, workspaceId, await listNumberIds(tx, workspaceId))

/** Whether `evaluate` would change anything. Runs the same queries without a lock, because most checks find nothing. */
export async function hasChanges(tx: Tx, workspaceId: WorkspaceId, numberIds: readonly NumberId[]): Promise<boolean> {
  const limits = await alertThresholds.read(tx, workspaceId)
  const shares = [await countFailures(tx, workspaceId, limits), ...(await countUnanswered(tx, workspaceId, numberIds, limits))]
  return shares.some((share) => decide(share) !== null)
}

async function applyFailures(tx: Tx, workspaceId: WorkspaceId, share: FailureShare) {
  const verdict = decide(share)
  if (verdict === 'clear') await alerts.clear(tx, workspaceId, ['failure_rate'])
  if (verdict !== 'raise') return
  const { bad, of, limit, reason } = share
  await alerts.raise(tx, workspaceId, 'failure_rate', { failed: bad, of, percent: toPercent(bad, of), limit_percent: limit, reason })
}

async function applyNumber(tx: Tx, workspaceId: WorkspaceId, share: NumberShare) {
  const verdict = decide(share)
  if (verdict === 'clear') await alerts.clear(tx, workspaceId, ['number_unhealthy'], String(share.id))
  if (verdict !== 'raise') return
  const { id, phoneNumber, bad, of, limit } = share
  const facts = { phone_number: phoneNumber, unanswered: bad, of, percent: toPercent(bad, of), limit_percent: limit }
  await alerts.raise(tx, workspaceId, 'number_unhealthy', facts, String(id))
}

const countFailed = statement(
  'callAlerts.countFailures',
  sql`
    select count(*)::int as "of", count(*) filter (where status = 'failed')::int as bad, mode() within group (order by ended_reason) filter (where status = 'failed') as reason,
      exists (select from alerts where workspace_id = $workspaceId and type = 'failure_rate' and subject = '' and cleared_at is null) as is_raised
    from (select status, ended_reason from calls where workspace_id = $workspaceId and ended_at is not null and finished_at is not null
      order by ended_at desc, id desc limit $minCalls) latest`,
)

/** Counts failed calls among the latest ones. Reads at most that many rows, from the end of the index on `ended_at`. */
async function countFailures(tx: Tx, workspaceId: WorkspaceId, { failureRatePercent: limit, failureRateCalls: minCalls }: alertThresholds.Thresholds) {
  const share = await countFailed.get({ workspaceId, minCalls }, tx)
  return { ...share!, limit, minCalls }
}

const countUnansweredByNumber = statement(
  'callAlerts.countUnanswered',
  sql`
    select n.id, n.phone_number, latest.of, latest.bad,
      exists (select from alerts where workspace_id = $workspaceId and type = 'number_unhealthy' and subject = n.id::text and cleared_at is null) as is_raised
    from phone_numbers n cross join lateral (
      select count(*)::int as "of", count(*) filter (where status <> 'completed')::int as bad
      from (select status from calls where number_id = n.id and workspace_id = $workspaceId and finished_at is not null and direction = 'outbound' and status <> 'canceled'
        order by finished_at desc limit $minCalls) latest) latest
    where n.workspace_id = $workspaceId and n.id = any($numberIds) and n.is_active`,
)

/** Counts unanswered calls for each active number, by the index `calls_finished_number_idx`. Voicemail counts as unanswered; canceled calls do not count. */
async function countUnanswered(tx: Tx, workspaceId: WorkspaceId, numberIds: readonly NumberId[], limits: alertThresholds.Thresholds): Promise<NumberShare[]> {
  if (numberIds.length === 0) return []
  const { numberUnansweredPercent: limit, numberUnansweredCalls: minCalls } = limits
  const shares = await countUnansweredByNumber.all({ workspaceId, numberIds: [...numberIds], minCalls }, tx)
  return shares.map((share) => ({ ...share, limit, minCalls }))
}

const listNumbers = statement(
  'callAlerts.listNumbers',
  sql`
    select distinct number_id as "id!" from (select number_id, direction from calls where workspace_id = $workspaceId and ended_at is not null
      order by ended_at desc, id desc limit ${LATEST_CALLS}) latest where number_id is not null and direction = 'outbound'
    union select subject::int from alerts where workspace_id = $workspaceId and type = 'number_unhealthy' and cleared_at is null`,
)

/** Lists the workspace's numbers that placed calls lately or have an open alert. */
export const listNumberIds = async (tx: Tx, workspaceId: WorkspaceId): Promise<NumberId[]> => (await listNumbers.all({ workspaceId }, tx)).map(({ id }) => id)
