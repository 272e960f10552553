import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { FilteredPeriodInput } from '../../inputs/analytics.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { resolveDimension, MAX_DAYS, type Period, resolvePeriod } from './analyticsPeriods.ts'
import { LOCAL_TIME, NO_SUMS, slotQueries, statParams, SUMS, type Sums, selectStats } from './counting/callStatSums.ts'

/** The statistics of the calls that ended in one hour of the week. */
export interface HourStats extends Sums {
  /** 1 is Monday, 7 Sunday. */
  weekday: number
  /** 0 to 23, in the period's time zone. */
  hour: number
}

const sumUpHours = statement(
  'analytics.sumUpHours',
  sql`
    select extract(isodow from ${LOCAL_TIME})::int as "weekday!", extract(hour from ${LOCAL_TIME})::int as "hour!", ${SUMS}
    from ${selectStats({ key: sql`$key` })} group by 1, 2`,
)

/** Returns every hour of the week from Monday, including hours without calls. Throws the errors of `resolvePeriod`. */
export async function readHours(actor: Actor, input: FilteredPeriodInput): Promise<Period & { hours: HourStats[] }> {
  const { dimension, key } = resolveDimension(input)
  const period = await resolvePeriod(actor, input, MAX_DAYS)
  const queries = slotQueries(period, dimension)
  const rows = await sumUpHours.all({ workspaceId: actor.workspaceId, key, ...statParams(queries) })
  const statsByHour = new Map(rows.map((row) => [row.weekday * 24 + row.hour, row]))
  const week = Array.from({ length: 7 * 24 }, (_, at) => ({ weekday: 1 + Math.floor(at / 24), hour: at % 24 }))
  return { ...period, hours: week.map((cell) => statsByHour.get(cell.weekday * 24 + cell.hour) ?? { ...cell, ...NO_SUMS }) }
}
