import { NOTHING, type SqlText, sql } from '../../../kernel/db/sqlText.ts'
import type { Dimension, Grain } from './callStatRows.ts'
import type { Span } from '../../../kernel/lib/spans.ts'
import { shiftsOf } from '../../../kernel/lib/zoneDays.ts'

/** Sums of statistics rows. Money is in micro-units. */
export interface Sums {
  calls: number
  /** Calls that a person answered. */
  completed: number
  voicemail: number
  noAnswer: number
  busy: number
  failed: number
  canceled: number
  successes: number
  talkSeconds: number
  cost: bigint
  messages: number
  messageCost: bigint
}

export const NO_SUMS: Sums = {
  calls: 0,
  completed: 0,
  voicemail: 0,
  noAnswer: 0,
  busy: 0,
  failed: 0,
  canceled: 0,
  successes: 0,
  talkSeconds: 0,
  cost: 0n,
  messages: 0,
  messageCost: 0n,
}

/** The columns of a select that returns `Sums`. */
export const SUMS = sql`sum(s.calls)::int as calls, sum(s.completed)::int as completed, sum(s.voicemail)::int as voicemail, sum(s.no_answer)::int as no_answer,
  sum(s.busy)::int as busy, sum(s.failed)::int as failed, sum(s.canceled)::int as canceled, sum(s.successes)::int as successes,
  sum(s.talk_seconds)::float8 as talk_seconds, sum(s.cost_micros)::bigint as cost, sum(s.messages)::int as messages, sum(s.message_micros)::bigint as message_cost`

/** The rows to read: a dimension and grain, in a span in milliseconds. `label` identifies them in the result. */
export interface StatQuery {
  label?: string
  dimension: Dimension
  grain: Grain
  from: number
  to: number
  /** The time zone's offset from UTC in milliseconds. */
  shift?: number
}

/**
 * Selects the rows of `workspaceId` as `call_stats s`, of one key if given, each with its query `p` (`statParams`). Each span is a range of
 * the primary key. `offset 0` keeps it so: otherwise the planner may read all statistics.
 */
export const selectStats = ({ key, dimension = sql`p.dimension` }: { key?: SqlText; dimension?: SqlText } = {}): SqlText => sql`
  unnest($labels::text[], $dimensions::text[], $grains::text[], $starts::timestamptz[], $ends::timestamptz[], $shifts::float8[])
      as p (label, dimension, grain, starts, ends, shift)
    cross join lateral (select * from call_stats s where s.workspace_id = $workspaceId and s.dimension = ${dimension} and s.grain = p.grain
      and s.starts_at >= p.starts and s.starts_at < p.ends ${key ? sql`and s.key = ${key}` : NOTHING} offset 0) s`

/** The parameters of `selectStats`, besides the workspace. */
export const statParams = (wanted: readonly StatQuery[]) => ({
  labels: wanted.map(({ label }) => label ?? ''),
  dimensions: wanted.map(({ dimension }) => dimension),
  grains: wanted.map(({ grain }) => grain),
  starts: wanted.map(({ from }) => new Date(from)),
  ends: wanted.map(({ to }) => new Date(to)),
  shifts: wanted.map(({ shift }) => shift ?? 0),
})

/** Splits a period's slots where the time zone's offset changes. */
export const slotQueries = ({ timezone, ...span }: Span & { timezone: string }, dimension: Dimension): StatQuery[] =>
  shiftsOf(timezone, span).map((part) => ({ ...part, dimension, grain: 'slot' }))

/** The local start time of a row, by the offset of its query `p`. */
export const LOCAL_TIME = sql`((s.starts_at + p.shift * interval '1 millisecond') at time zone 'UTC')`
