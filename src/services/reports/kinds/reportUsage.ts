import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { db } from '../../../kernel/db/db.ts'
import { CURRENCY } from '../../../kernel/lib/money.ts'
import * as analyticsDaily from '../../analytics/analyticsDaily.ts'
import { MAX_DAYS } from '../../analytics/analyticsPeriods.ts'
import type { ReportFilter, ReportRow, ReportRows } from '../reportRows.ts'
import { toMinutes } from '../../billing/usage.ts'
import { dateOf, dayOf, wallTime } from '../../../kernel/lib/zoneDays.ts'

const HEADER = 'date calls answered voicemail no_answer busy failed canceled successes talk_minutes cost messages message_cost currency'.split(' ')

/** Totals of each day that the period touches, including days without calls. Without a start, it begins when the workspace was created. */
export async function open(actor: Actor, { period, timezone }: ReportFilter): Promise<ReportRows> {
  const from = period.from ?? (await db.workspace.findUniqueOrThrow({ where: { id: actor.workspaceId }, select: { createdAt: true } })).createdAt
  const first = dayOf(wallTime(timezone, from.getTime()))
  const after = Math.max(first, dayOf(wallTime(timezone, period.to!.getTime() - 1)) + 1)
  return { header: HEADER, rows: readDays(actor, timezone, first, after), count: () => Promise.resolve(after - first) }
}

async function* readDays(actor: Actor, timezone: string, first: number, after: number): AsyncGenerator<ReportRow> {
  for (let day = first; day < after; day += MAX_DAYS) {
    const stats = await analyticsDaily.read(actor, { from: dateOf(day), to: dateOf(Math.min(day + MAX_DAYS, after)), timezone })
    for (const { date, completed, noAnswer, talkSeconds, messageCost, messages, ...sums } of stats)
      yield {
        ...sums,
        date,
        answered: completed,
        no_answer: noAnswer,
        talk_minutes: toMinutes(talkSeconds),
        messages,
        message_cost: messageCost,
        currency: CURRENCY,
      }
  }
}
