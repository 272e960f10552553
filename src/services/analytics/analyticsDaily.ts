import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { FilteredPeriodInput } from '../../inputs/analytics.ts'
import { query, sql } from '../../kernel/db/sql.ts'
import { daysOf, resolveDimension, MAX_DAYS, type Period, resolvePeriod } from './analyticsPeriods.ts'
import { LOCAL_TIME, NO_SUMS, slotQueries, SUMS, type Sums, type StatQuery, selectStats } from './counting/callStatSums.ts'
import { dateOf, DAY_MS } from '../../kernel/lib/zoneDays.ts'

/** What a day's calls and texts came to. */
export interface DayStats extends Sums {
  /** As the period's clocks have it, such as 2026-11-20. */
  date: string
}

/** Every day of a period, oldest first, those without calls included. */
export async function daily(actor: Actor, input: FilteredPeriodInput): Promise<Period & { days: DayStats[] }> {
  const { dimension, key } = resolveDimension(input)
  const period = await resolvePeriod(actor, input, MAX_DAYS)
  const wanted = slotQueries(period, dimension)
  const rows = await query<DayStats>(sql`
    select to_char(${LOCAL_TIME}, 'YYYY-MM-DD') as date, ${SUMS} from ${selectStats(actor.workspaceId, useDayGrain(wanted), sql`${key}`)} group by 1`)
  const found = new Map(rows.map((row) => [row.date, row]))
  return { ...period, days: daysOf(period).map((day) => found.get(dateOf(day)) ?? { date: dateOf(day), ...NO_SUMS }) }
}

/** The days alone, for a report. */
export const read = async (actor: Actor, input: FilteredPeriodInput): Promise<DayStats[]> => (await daily(actor, input)).days

/** Days that are those of UTC are rows already. */
const useDayGrain = (wanted: readonly StatQuery[]): StatQuery[] =>
  wanted.map((part) => (part.shift === 0 && part.from % DAY_MS === 0 && part.to % DAY_MS === 0 ? { ...part, grain: 'day' } : part))
