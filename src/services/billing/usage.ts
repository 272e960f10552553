import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { groupBy } from '../../kernel/lib/groups.ts'
import { type Connection, db } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { Prisma, type UsagePeriod } from '../../generated/prisma/client.ts'
import { limitsOf } from '../../kernel/vocabulary/plans.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

/** Returns the calendar month of a moment, in UTC: its first instant, and that of the next month. */
export function monthOf(moment: Date) {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) }
}

export interface PlanTerms {
  plan: string
  /** Custom minutes per month, in place of those of the plan. */
  includedMinutes: number | null
}

/** Returns the included minutes per month at a moment. */
export const includedMinutesOf = ({ plan, includedMinutes }: PlanTerms, at: Date = clock.now()) => includedMinutes ?? limitsOf(plan, at).includedMinutes

const countCalls = statement(
  'usage.countCalls',
  sql`
    with used as (
      insert into usage_periods as u (workspace_id, period_start, seconds, calls)
      select $workspaceId, period_start, seconds, calls from unnest($periodStarts::timestamptz[], $seconds::int[], $calls::int[]) as added (period_start, seconds, calls)
      order by period_start
      on conflict (workspace_id, period_start) do update set seconds = u.seconds + excluded.seconds, calls = u.calls + excluded.calls
      returning period_start, seconds)
    select period_start, seconds, plan, included_minutes from used, workspaces where id = $workspaceId`,
)

interface UsedCall {
  endedAt: Date
  seconds: number
}

/**
 * Counts ended calls in the months of their ends, one after another. Returns the plan with its custom minutes, and for each call the seconds
 * used in its month before it. Locks the workspace's counters, so run it late in the transaction.
 */
export async function count(tx: Connection, workspaceId: WorkspaceId, calls: readonly UsedCall[]): Promise<PlanTerms & { before: number[] }> {
  const byMonth = groupBy(calls, ({ endedAt }) => monthOf(endedAt).start.getTime())
  const added = [...byMonth].map(([start, ofMonth]) => ({ start: new Date(start), seconds: sumOf(ofMonth), calls: ofMonth.length }))
  const months = await countCalls.all(
    {
      workspaceId,
      periodStarts: added.map(({ start }) => start),
      seconds: added.map(({ seconds }) => seconds),
      calls: added.map((month) => month.calls),
    },
    tx,
  )
  const used = new Map(months.map(({ periodStart, seconds }) => [periodStart.getTime(), seconds - sumOf(byMonth.get(periodStart.getTime())!)]))
  const before = calls.map(({ endedAt, seconds }) => {
    const start = monthOf(endedAt).start.getTime()
    const usedBefore = used.get(start)!
    used.set(start, usedBefore + seconds)
    return usedBefore
  })
  const { plan, includedMinutes } = months[0]!
  return { plan, includedMinutes, before }
}

const sumOf = (calls: readonly UsedCall[]) => calls.reduce((sum, { seconds }) => sum + seconds, 0)

/** Converts seconds to minutes with at most two decimals. */
export const toMinutes = (seconds: number) => Math.round((seconds * 100) / 60) / 100

const WALLET_FIELDS = Object.keys(Prisma.WalletScalarFieldEnum)

const readCurrent = statement(
  'usage.readCurrent',
  sql`
    select ${selectList(WALLET_FIELDS)}, plan, included_minutes, coalesce(seconds, 0) as seconds, coalesce(calls, 0) as calls
    from workspaces join wallets on workspace_id = id
    left join (select seconds, calls from usage_periods where workspace_id = $workspaceId and period_start = $periodStart) as used on true
    where id = $workspaceId`,
)

/** Returns this month's usage of the plan, and the wallet (contract: Billing usage). Remaining minutes are never below 0. */
export async function getCurrent({ workspaceId }: Actor) {
  const { start, end } = monthOf(clock.now())
  const row = await readCurrent.get({ workspaceId, periodStart: start })
  if (!row) throw notFound('Workspace')
  const { plan, includedMinutes, seconds, calls, ...wallet } = row
  const minutesIncluded = includedMinutesOf({ plan, includedMinutes })
  return {
    plan,
    periodStart: start,
    periodEnd: end,
    includedMinutes: minutesIncluded,
    usedMinutes: toMinutes(seconds),
    remainingMinutes: toMinutes(Math.max(0, minutesIncluded * 60 - seconds)),
    calls,
    limits: limitsOf(plan),
    wallet: { ...wallet, available: wallet.balance - wallet.held },
  }
}

/** Lists the months in which calls ended, newest first. */
export const listPeriods = ({ workspaceId }: Actor, page: PageArgs) =>
  pageById(page, SHORT_PAGE, async ({ where, take }) => {
    const before = where.id && { lt: parsePeriodId(where.id.lt) }
    const rows = await db.usagePeriod.findMany({ where: { workspaceId, periodStart: before }, orderBy: { periodStart: 'desc' }, take })
    return rows.map(toPublic)
  })

const toPublic = ({ periodStart, seconds, calls }: UsagePeriod) => ({
  id: toPeriodId(periodStart),
  periodStart,
  periodEnd: monthOf(periodStart).end,
  usedMinutes: toMinutes(seconds),
  calls,
})

/** Encodes a month as a number for paging, such as 202611. */
const toPeriodId = (start: Date) => start.getUTCFullYear() * 100 + start.getUTCMonth() + 1
const LAST_MONTH = 9999_12
function parsePeriodId(number: number) {
  const month = Math.min(number, LAST_MONTH)
  return new Date(Date.UTC(Math.floor(month / 100), (month % 100) - 1))
}
