import { empty, raw, type Sql, sql } from '../../../kernel/db/sql.ts'
import type { Dimension, Grain } from './callStatRows.ts'
import type { Span } from '../../../kernel/lib/spans.ts'
import { shiftsOf } from '../../../kernel/lib/zoneDays.ts'

/** What rows of the statistics add up to; money is in micro-units. */
export interface Sums {
  calls: number
  /** Somebody was spoken with. */
  completed: number
  voicemail: number
  noAnswer: number
  busy: number
  failed: number
  canceled: number
  successes: number
  talkSeconds: number
  cost: bigint
  texts: number
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
  texts: 0,
  messageCost: 0n,
}

/** The columns of a select that has such sums. */
export const SUMS =
  raw(`sum(s.calls)::int as calls, sum(s.completed)::int as completed, sum(s.voicemail)::int as voicemail, sum(s.no_answer)::int as "noAnswer",
  sum(s.busy)::int as busy, sum(s.failed)::int as failed, sum(s.canceled)::int as canceled, sum(s.successes)::int as successes,
  sum(s.talk_seconds)::float8 as "talkSeconds", sum(s.cost_micros)::bigint as cost, sum(s.texts)::int as texts, sum(s.text_micros)::bigint as "messageCost"`)

/** Which rows to read: of a dimension and grain, in a span of milliseconds, each with something to tell it by. */
export interface StatQuery {
  label?: string
  dimension: Dimension
  grain: Grain
  from: number
  to: number
  /** What the clocks are ahead of UTC in it, in milliseconds. */
  shift?: number
}

/**
 * From `call_stats s` those rows of a workspace, of one key if it is given, and with each the `p` that wanted it. Each span is a range of
 * the primary key, and `offset 0` keeps it so: joined freely, the planner may read everything that was ever counted.
 */
export const selectStats = (workspaceId: number, wanted: readonly StatQuery[], key: Sql | null = null): Sql => {
  const list = <T>(of: (one: StatQuery) => T) => wanted.map(of)
  return sql`unnest(${list(({ label }) => label ?? '')}::text[], ${list(({ dimension }) => dimension)}::text[], ${list(({ grain }) => grain)}::text[],
      ${list(({ from }) => new Date(from))}::timestamptz[], ${list(({ to }) => new Date(to))}::timestamptz[], ${list(({ shift }) => shift ?? 0)}::float8[])
      as p (label, dimension, grain, starts, ends, shift)
    cross join lateral (select * from call_stats s where s.workspace_id = ${workspaceId} and s.dimension = p.dimension and s.grain = p.grain
      and s.starts_at >= p.starts and s.starts_at < p.ends ${key ? sql`and s.key = ${key}` : empty} offset 0) s`
}

/** The slots of a period in parts during which its zone's clocks are not changed, to be told by what these show. */
export const slotQueries = ({ timezone, ...span }: Span & { timezone: string }, dimension: Dimension): StatQuery[] =>
  shiftsOf(timezone, span).map((part) => ({ ...part, dimension, grain: 'slot' }))

/** When a row begins by the clocks of the `p` that wanted it. */
export const LOCAL_TIME = raw(`((s.starts_at + p.shift * interval '1 millisecond') at time zone 'UTC')`)
