import { columnOf, rawSql, selectList, type SqlText, sql } from '../../../kernel/db/sqlText.ts'

/** The dimensions of the statistics. The column `key` has the value within a dimension, and is empty for `all`. */
export const DIMENSIONS = ['all', 'agent', 'campaign', 'number', 'country', 'direction', 'outcome', 'line'] as const
export type Dimension = (typeof DIMENSIONS)[number]
export const GRAINS = ['slot', 'day'] as const
export type Grain = (typeof GRAINS)[number]

/** The length of a slot. Every time zone's offset from UTC is a multiple of it, so that local days begin with a slot. */
export const SLOT_MS = 900_000

/** The fields that identify a row, and those that are added up. */
export const KEYS = ['dimension', 'grain', 'startsAt', 'key'] as const
export const COUNTS = [
  'calls',
  'completed',
  'voicemail',
  'noAnswer',
  'busy',
  'failed',
  'canceled',
  'successes',
  'talkSeconds',
  'costMicros',
  'messages',
  'messageMicros',
] as const
const STATUSES = COUNTS.slice(1, 7).map(columnOf)

const truncateTo = (seconds: number) => sql`to_timestamp(floor(extract(epoch from moment) / ${seconds}) * ${seconds})`
const GRAINS_OF_MOMENT = sql`cross join lateral (values ('slot', ${truncateTo(SLOT_MS / 1_000)}), ('day', ${truncateTo(86_400)})) as g (grain, starts_at)`

const CALLS_BY_STATUS = rawSql(STATUSES.map((status) => `(count(*) filter (where status = '${status}'))::int as ${status}`).join(', '))

const FINISHED = sql`coalesce(c.ended_at, c.finished_at) as moment, c.agent_id, c.campaign_id, c.number_id, c.country, c.direction, c.status, c.outcome,
  c.duration_seconds, c.cost_micros`
/** Finished calls as `statsOfCalls` expects them, from `calls c` with `call_details d`. */
export const FINISHED_CALL = sql`${FINISHED}, d.cost_lines`
/** Erased calls as `statsOfCalls` expects them, from `erased_calls c`. */
export const ERASED_CALL = sql`${FINISHED}, c.cost_lines`

/** Selects the statistics of finished calls: rows of `call_stats` without their workspace. */
export const statsOfCalls = (finished: SqlText): SqlText => sql`
  select dimension, grain, starts_at, key, count(*)::int as calls, ${CALLS_BY_STATUS}, (count(*) filter (where outcome = 'success'))::int as successes,
    sum(seconds)::int as talk_seconds, sum(cost)::bigint as cost_micros, 0 as messages, 0::bigint as message_micros
  from (select f.*, greatest(coalesce(duration_seconds, 0), 0) as talked, coalesce(cost_micros, 0) as charged from (${finished}) as f) as f
  ${GRAINS_OF_MOMENT}
  cross join lateral (
    values ('all', '', talked, charged), ('agent', coalesce(agent_id::text, ''), talked, charged), ('campaign', coalesce(campaign_id::text, ''), talked, charged),
      ('number', coalesce(number_id::text, ''), talked, charged), ('country', coalesce(country, ''), talked, charged), ('direction', direction, talked, charged),
      ('outcome', coalesce(outcome, 'unknown'), talked, charged)
    union all
    select 'line', line->>'kind', sum(coalesce((line->>'seconds')::int, 0))::int, (sum((line->>'amount')::numeric) * 1000000)::bigint
    from jsonb_array_elements(cost_lines) as line group by line->>'kind'
  ) as d (dimension, key, seconds, cost)
  group by dimension, grain, starts_at, key`

/** Selects the statistics of charged messages with `moment`, `number_id`, `country` of the receiver and `amount`, above zero. */
export const statsOfMessages = (messages: SqlText): SqlText => sql`
  select dimension, grain, starts_at, key, 0 as calls, ${rawSql(STATUSES.map((status) => `0 as ${status}`).join(', '))}, 0 as successes,
    0 as talk_seconds, 0::bigint as cost_micros, count(*)::int as messages, sum(amount)::bigint as message_micros
  from (${messages}) as f
  ${GRAINS_OF_MOMENT}
  cross join lateral (values ('all', ''), ('number', coalesce(number_id::text, '')), ('country', coalesce(country, '')), ('line', 'sms')) as d (dimension, key)
  group by dimension, grain, starts_at, key`

/** All columns except the workspace, as a list. */
export const COLUMNS = selectList([...KEYS, ...COUNTS])

const addColumn = (column: string) => `${column} = s.${column} + excluded.${column}`

/**
 * Adds rows to the statistics of `workspaceId`, always in the same order, so that concurrent transactions do not deadlock. The CTE `locked`
 * runs first.
 */
export const addStats = (rows: SqlText): SqlText => sql`
  insert into call_stats as s (workspace_id, ${COLUMNS})
  select $workspaceId::int, ${COLUMNS} from (${rows}) as r cross join locked
  order by dimension, grain, starts_at, key
  on conflict (workspace_id, dimension, grain, starts_at, key) do update set ${rawSql(COUNTS.map(columnOf).map(addColumn).join(', '))}`
