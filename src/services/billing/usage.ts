import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db, type Tx } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { Prisma, type UsagePeriod, type Wallet } from '../../generated/prisma/client.ts'
import { limitsOf } from '../../kernel/vocabulary/plans.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { columns, query, sql } from '../../kernel/db/sql.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

/** The calendar month of a moment, in UTC: its first instant, and that of the next. */
export function monthOf(moment: Date) {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) }
}

interface Agreed {
  plan: string
  /** Minutes a month by agreement, in place of those of the plan. */
  includedMinutes: number | null
}

/** The minutes that a workspace's month includes, as it is at a moment, now unless said otherwise. */
export const included = ({ plan, includedMinutes }: Agreed, at: Date = clock.now()) => includedMinutes ?? limitsOf(plan, at).includedMinutes

/**
 * Counts an ended call in the month of its end. Answers what had been used before it, in seconds, and the plan with
 * what was agreed beside it, which say what is included. Closings of one workspace wait here for each other, so run it late in the transaction.
 */
export async function count(tx: Tx, { workspaceId, endedAt, seconds }: { workspaceId: number; endedAt: Date; seconds: number }) {
  const [used] = await tx.$queryRaw<(Agreed & { before: number })[]>`
    with used as (
      insert into usage_periods as u (workspace_id, period_start, seconds, calls) values (${workspaceId}, ${monthOf(endedAt).start}, ${seconds}, 1)
      on conflict (workspace_id, period_start) do update set seconds = u.seconds + excluded.seconds, calls = u.calls + 1
      returning seconds)
    select seconds - ${seconds} as before, plan, included_minutes as "includedMinutes" from used, workspaces where id = ${workspaceId}`
  return used!
}

/** Seconds as minutes with at most two decimals. */
export const minutes = (seconds: number) => Math.round((seconds * 100) / 60) / 100

const WALLET = Object.keys(Prisma.WalletScalarFieldEnum)

interface Found extends Wallet, Agreed {
  seconds: number
  calls: number
}

/** What this month has used of the plan, and the wallet (contract: Billing usage). Minutes that remain are never below 0. */
export async function current({ workspaceId }: Actor) {
  const { start, end } = monthOf(clock.now())
  const [found] = await query<Found>(sql`
    select ${columns(WALLET)}, plan, included_minutes as "includedMinutes", coalesce(seconds, 0) as seconds, coalesce(calls, 0) as calls
    from workspaces join wallets on workspace_id = id
    left join (select seconds, calls from usage_periods where workspace_id = ${workspaceId} and period_start = ${start}) as used on true
    where id = ${workspaceId}`)
  if (!found) throw notFound('Workspace')
  const { plan, includedMinutes, seconds, calls, ...wallet } = found
  const minutesIncluded = included({ plan, includedMinutes })
  return {
    plan,
    periodStart: start,
    periodEnd: end,
    includedMinutes: minutesIncluded,
    usedMinutes: minutes(seconds),
    remainingMinutes: minutes(Math.max(0, minutesIncluded * 60 - seconds)),
    calls,
    limits: limitsOf(plan),
    wallet: { ...wallet, available: wallet.balance - wallet.held },
  }
}

/** The months in which calls ended, newest first. */
export const periods = ({ workspaceId }: Actor, page: PageArgs) =>
  pageById(page, SHORT_PAGE, async ({ where, take }) => {
    const before = where.id && { lt: startOf(where.id.lt) }
    const rows = await db.usagePeriod.findMany({ where: { workspaceId, periodStart: before }, orderBy: { periodStart: 'desc' }, take })
    return rows.map(shown)
  })

const shown = ({ periodStart, seconds, calls }: UsagePeriod) => ({
  id: numberOf(periodStart),
  periodStart,
  periodEnd: monthOf(periodStart).end,
  usedMinutes: minutes(seconds),
  calls,
})

/** A month as a number that a page can be continued from: 202611. */
const numberOf = (start: Date) => start.getUTCFullYear() * 100 + start.getUTCMonth() + 1
const LAST_MONTH = 9999_12
function startOf(number: number) {
  const month = Math.min(number, LAST_MONTH)
  return new Date(Date.UTC(Math.floor(month / 100), (month % 100) - 1))
}
