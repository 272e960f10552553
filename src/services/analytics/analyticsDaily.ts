import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { FilteredPeriodInput } from '../../inputs/analytics.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { daysOf, resolveDimension, MAX_DAYS, type Period, resolvePeriod } from './analyticsPeriods.ts'
import { LOCAL_TIME, NO_SUMS, slotQueries, statParams, SUMS, type Sums, type StatQuery, selectStats } from './counting/callStatSums.ts'
import { dateOf, DAY_MS } from '../../kernel/lib/zoneDays.ts'

/** The statistics of a day's calls and messages. */
export interface DayStats extends Sums {
  /** In the period's time zone, such as 2026-11-20. */
  date: string
}

const sumUpDays = statement(
  'analytics.sumUpDays',
  sql`select to_char(${LOCAL_TIME}, 'YYYY-MM-DD') as "date!", ${SUMS} from ${selectStats({ key: sql`$key` })} group by 1`,
)

/** Returns every day of a period, oldest first, including days without calls. Throws the errors of `resolvePeriod`. */
export async function readDaily(actor: Actor, input: FilteredPeriodInput): Promise<Period & { days: DayStats[] }> {
  const { dimension, key } = resolveDimension(input)
  const period = await resolvePeriod(actor, input, MAX_DAYS)
  const queries = slotQueries(period, dimension)
  const rows = await sumUpDays.all({ workspaceId: actor.workspaceId, key, ...statParams(useDayGrain(queries)) })
  const statsByDate = new Map(rows.map((row) => [row.date, row]))
  return { ...period, days: daysOf(period).map((day) => statsByDate.get(dateOf(day)) ?? { date: dateOf(day), ...NO_SUMS }) }
}

/** Returns only the days, for an export. */
export const read = async (actor: Actor, input: FilteredPeriodInput): Promise<DayStats[]> => (await readDaily(actor, input)).days

/** Reads whole UTC days from the rows of days. */
const useDayGrain = (wanted: readonly StatQuery[]): StatQuery[] =>
  wanted.map((part) => (part.shift === 0 && part.from % DAY_MS === 0 && part.to % DAY_MS === 0 ? { ...part, grain: 'day' } : part))
