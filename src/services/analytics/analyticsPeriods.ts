import { DateTime } from 'luxon'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { nowMs } from '../../kernel/lib/clock.ts'
import { unprocessable } from '../../kernel/vocabulary/errors.ts'
import type { FilteredPeriodInput, PeriodInput } from '../../inputs/analytics.ts'
import { requireReady } from './counting/callStatReadiness.ts'
import type { Dimension, Grain } from './counting/callStatRows.ts'
import type { Span } from '../../kernel/lib/spans.ts'
import * as workspaces from '../workspaces/workspaces.ts'
import { DAY, dayOf, startOfDay, wallTime } from '../../kernel/lib/zoneDays.ts'

/** A span of time in milliseconds, on full quarters of an hour, and the zone whose days and hours count. */
export interface Period extends Span {
  timezone: string
}

/** Statistics by day or hour are about so many days at most; sums about ten years. */
export const MAX_DAYS = 366
export const MAX_DAYS_OF_SUMS = 3_660
const DEFAULT_DAYS = 30

/**
 * The period that is meant, in the workspace's time zone unless another is named. UNPROCESSABLE_ENTITY for one that ends before it begins or is
 * longer than so many days; UNAVAILABLE while the statistics are not complete.
 */
export async function periodOf(actor: Actor, { from, to, timezone }: PeriodInput, mostDays: number): Promise<Period> {
  await requireReady()
  const zone = timezone ?? (await workspaces.get(actor)).timezone
  const today = dayOf(wallTime(zone, nowMs()))
  const end = to == null ? startOfDay(zone, today + 1) : momentOf(zone, to)
  const begin = from == null ? startOfDay(zone, dayOf(wallTime(zone, end)) - DEFAULT_DAYS) : momentOf(zone, from)
  if (begin >= end) throw wrong('to', 'ensure this is after from', 'value_error.period')
  if (daysIn({ from: begin, to: end }) > mostDays) throw wrong('from', `ensure the period has at most ${mostDays} days`, 'value_error.period')
  return { from: begin, to: end, timezone: zone }
}

const wrong = (field: string, msg: string, type: string) => unprocessable([{ loc: ['query', field], msg, type }])
const daysIn = ({ from, to }: Span) => Math.round((to - from) / DAY)

const momentOf = (zone: string, text: string) => (text.length === 10 ? startOfDay(zone, Date.parse(text) / DAY) : DateTime.fromISO(text).toMillis())

/** The period of as many days before it; one that does not begin and end with a day is as long in hours. */
export function periodBefore({ from, to, timezone }: Period): Period {
  const [first, last] = [from, to].map((at) => dayOf(wallTime(timezone, at))) as [number, number]
  const isOfDays = startOfDay(timezone, first) === from && startOfDay(timezone, last) === to
  return { from: isOfDays ? startOfDay(timezone, first - (last - first)) : from - (to - from), to: from, timezone }
}

/** The days of a period, as its clocks count them, also those without a moment in it for want of that day. */
export function daysOf({ from, to, timezone }: Period): number[] {
  const first = dayOf(wallTime(timezone, from))
  const last = dayOf(wallTime(timezone, to - 1))
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** Rows of the statistics that together are exactly a span: whole days in UTC, and quarters of an hour before and after them. */
export interface Part extends Span {
  grain: Grain
}
export function partsOf({ from, to }: Span): Part[] {
  const first = Math.ceil(from / DAY) * DAY
  const last = Math.floor(to / DAY) * DAY
  if (first >= last) return [{ grain: 'slot', from, to }]
  const parts: Part[] = [
    { grain: 'slot', from, to: first },
    { grain: 'day', from: first, to: last },
    { grain: 'slot', from: last, to },
  ]
  return parts.filter((part) => part.from < part.to)
}

/** Which rows are meant: those of one agent, campaign or number, else all. UNPROCESSABLE_ENTITY for more than one of these. */
export function filterOf({ agentId, campaignId, numberId }: FilteredPeriodInput): { dimension: Dimension; key: string } {
  const given = [
    ['agent', agentId],
    ['campaign', campaignId],
    ['number', numberId],
  ].flatMap(([dimension, id]) => (id == null ? [] : [{ dimension: dimension as Dimension, key: String(id) }]))
  if (given.length > 1) throw wrong(`${given[1]!.dimension}_id`, 'send only one of agent_id, campaign_id and number_id', 'value_error.filter')
  return given[0] ?? { dimension: 'all', key: '' }
}
