import { DateTime } from 'luxon'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { nowMs } from '../../kernel/lib/clock.ts'
import { invalidFields } from '../../kernel/vocabulary/errors.ts'
import type { FilteredPeriodInput, PeriodInput } from '../../inputs/analytics.ts'
import { requireReady } from './counting/callStatReadiness.ts'
import type { Dimension, Grain } from './counting/callStatRows.ts'
import type { Span } from '../../kernel/lib/spans.ts'
import * as workspaces from '../workspaces/workspaces.ts'
import { DAY_MS, dayOf, startOfDay, wallTime } from '../../kernel/lib/zoneDays.ts'

/** A span in milliseconds on full quarters of an hour, and the time zone of its days and hours. */
export interface Period extends Span {
  timezone: string
}

/** Maximum days of daily and hourly statistics (one year) and of totals (ten years). */
export const MAX_DAYS = 366
export const MAX_TOTAL_DAYS = 3_660
const DEFAULT_DAYS = 30

/**
 * Resolves the period, in the time zone of the workspace unless another is given. Throws UNPROCESSABLE_ENTITY if it ends before it begins or
 * has more than `maxDays` days; UNAVAILABLE while the statistics are incomplete.
 */
export async function resolvePeriod(actor: Actor, { from, to, timezone }: PeriodInput, maxDays: number): Promise<Period> {
  await requireReady()
  const zone = timezone ?? (await workspaces.get(actor)).timezone
  const today = dayOf(wallTime(zone, nowMs()))
  const end = to == null ? startOfDay(zone, today + 1) : momentOf(zone, to)
  const begin = from == null ? startOfDay(zone, dayOf(wallTime(zone, end)) - DEFAULT_DAYS) : momentOf(zone, from)
  if (begin >= end) throw invalidField('to', 'ensure this is after from', 'value_error.period')
  if (daysIn({ from: begin, to: end }) > maxDays) throw invalidField('from', `ensure the period has at most ${maxDays} days`, 'value_error.period')
  return { from: begin, to: end, timezone: zone }
}

const invalidField = (field: string, msg: string, type: string) => invalidFields([{ loc: ['query', field], msg, type }])
const daysIn = ({ from, to }: Span) => Math.round((to - from) / DAY_MS)

const momentOf = (zone: string, text: string) => (text.length === 10 ? startOfDay(zone, Date.parse(text) / DAY_MS) : DateTime.fromISO(text).toMillis())

/** Returns the previous period with as many days; if it does not consist of whole days, with the same length in hours. */
export function previousPeriod({ from, to, timezone }: Period): Period {
  const [first, last] = [from, to].map((at) => dayOf(wallTime(timezone, at))) as [number, number]
  const isWholeDays = startOfDay(timezone, first) === from && startOfDay(timezone, last) === to
  return { from: isWholeDays ? startOfDay(timezone, first - (last - first)) : from - (to - from), to: from, timezone }
}

/** Lists the local days of a period, including a day that the time zone skipped. */
export function daysOf({ from, to, timezone }: Period): number[] {
  const first = dayOf(wallTime(timezone, from))
  const last = dayOf(wallTime(timezone, to - 1))
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** A part of a span that is read from rows of one grain. */
export interface GrainSpan extends Span {
  grain: Grain
}
/** Splits a span into whole days in UTC, and the quarters of an hour before and after them. */
export function splitByGrain({ from, to }: Span): GrainSpan[] {
  const first = Math.ceil(from / DAY_MS) * DAY_MS
  const last = Math.floor(to / DAY_MS) * DAY_MS
  if (first >= last) return [{ grain: 'slot', from, to }]
  const parts: GrainSpan[] = [
    { grain: 'slot', from, to: first },
    { grain: 'day', from: first, to: last },
    { grain: 'slot', from: last, to },
  ]
  return parts.filter((part) => part.from < part.to)
}

/** Returns the dimension of one agent, campaign or number, else of all. Throws UNPROCESSABLE_ENTITY for more than one. */
export function resolveDimension({ agentId, campaignId, numberId }: FilteredPeriodInput): { dimension: Dimension; key: string } {
  const filters = [
    ['agent', agentId],
    ['campaign', campaignId],
    ['number', numberId],
  ].flatMap(([dimension, id]) => (id == null ? [] : [{ dimension: dimension as Dimension, key: String(id) }]))
  if (filters.length > 1) throw invalidField(`${filters[1]!.dimension}_id`, 'send only one of agent_id, campaign_id and number_id', 'value_error.filter')
  return filters[0] ?? { dimension: 'all', key: '' }
}
