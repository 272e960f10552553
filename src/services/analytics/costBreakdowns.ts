import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { CostBreakdownInput, CostGroup } from '../../inputs/analytics.ts'
import { rawSql, type SqlText, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { MAX_TOTAL_DAYS, splitByGrain, type Period, resolvePeriod } from './analyticsPeriods.ts'
import { selectStats, statParams } from './counting/callStatSums.ts'

/** The cost of a group of calls and messages, in micro-units. */
export interface Cost {
  calls: number
  talkSeconds: number
  cost: bigint
  messages: number
  messageCost: bigint
}
export interface GroupCost extends Cost {
  /** An ID, a country code or the type of a cost line; empty for calls and messages without one. */
  key: string
  /** `null` if there is no name, or it was deleted. */
  name: string | null
}
export interface CostBreakdown extends Period {
  by: CostGroup
  /** The most expensive first. */
  groups: GroupCost[]
  /** All others, and how many there are. */
  rest: Cost & { groups: number }
  total: Cost
}

const DEFAULT_GROUPS = 20
const NO_COST: Cost = { calls: 0, talkSeconds: 0, cost: 0n, messages: 0, messageCost: 0n }

const COLUMNS = sql`sum(calls)::int as calls, sum(seconds)::float8 as talk_seconds, sum(cost)::bigint as cost, sum(messages)::int as messages,
  sum(message_cost)::bigint as message_cost`

const OWN = sql`select s.key, s.calls, s.talk_seconds, s.cost_micros, s.messages, s.message_micros from ${selectStats()}`
/** Agents and campaigns have no messages, so the messages come from the dimension `all`. */
const WITH_MESSAGES = sql`${OWN} union all select '', 0, 0, 0, s.messages, s.message_micros from ${selectStats({ dimension: sql`'all'` })} where s.messages > 0`

const NO_NAME = sql`null::text`
const nameFrom = (table: string, name: string) =>
  sql`(select ${rawSql(name)} from ${rawSql(table)} where workspace_id = $workspaceId and id = nullif(cut.key, '')::int)`

const breakdown = (rows: SqlText, name: SqlText) => sql`
  with found as (
    select s.key, sum(s.calls) as calls, sum(s.talk_seconds) as seconds, sum(s.cost_micros) as cost, sum(s.messages) as messages, sum(s.message_micros) as message_cost
    from (${rows}) as s group by s.key),
  ranked as (select *, row_number() over (order by cost + message_cost desc, calls desc, key) > $limit::int as is_rest from found),
  cut as (select case when is_rest then null else key end as key, is_rest, count(*)::int as groups, ${COLUMNS} from ranked group by 1, 2)
  select cut.*, ${name} as name from cut order by is_rest, cost + message_cost desc, calls desc, key`

const BREAKDOWNS = {
  agent: statement('analytics.breakDownByAgent', breakdown(WITH_MESSAGES, nameFrom('agents', 'name'))),
  campaign: statement('analytics.breakDownByCampaign', breakdown(WITH_MESSAGES, nameFrom('campaigns', 'name'))),
  number: statement('analytics.breakDownByNumber', breakdown(OWN, nameFrom('phone_numbers', 'phone_number'))),
  country: statement('analytics.breakDownByCountry', breakdown(OWN, NO_NAME)),
  line: statement('analytics.breakDownByLine', breakdown(OWN, NO_NAME)),
}

/**
 * Returns the costs of a period by group; the groups add up to everything charged. Messages belong to no agent or campaign: there they are in
 * the group without a key.
 */
export async function readBreakdown(actor: Actor, { by: requestedGroup, limit, ...input }: CostBreakdownInput): Promise<CostBreakdown> {
  const by = requestedGroup ?? 'campaign'
  const period = await resolvePeriod(actor, input, MAX_TOTAL_DAYS)
  const queries = splitByGrain(period).map((part) => ({ ...part, dimension: by }))
  const rows = await BREAKDOWNS[by].all({ workspaceId: actor.workspaceId, limit: limit ?? DEFAULT_GROUPS, ...statParams(queries) })
  const shownGroups = rows.flatMap(({ key, name, ...cost }) => (key === null ? [] : [{ ...cost, key, name: name ?? nameOf(by, key) }]))
  const rest = rows.find(({ isRest }) => isRest) ?? { ...NO_COST, groups: 0 }
  return { ...period, by, groups: shownGroups, rest, total: [...shownGroups, rest].reduce<Cost>(addCosts, NO_COST) }
}

/** Returns the costs of a calendar month in UTC, by type of cost line. */
export const readMonth = async (actor: Actor, from: Date, to: Date): Promise<GroupCost[]> =>
  (await readBreakdown(actor, { by: 'line', from: from.toISOString(), to: to.toISOString(), timezone: 'UTC' })).groups

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const LINES: Record<string, string> = { included: 'Included minutes', minutes: 'Minutes', ceiling: 'Above the reserved amount, not charged', sms: 'SMS' }

const nameOf = (by: CostGroup, key: string) =>
  key === '' ? null : by === 'country' ? (countries.of(key) ?? null) : by === 'line' ? (LINES[key] ?? null) : null

const addCosts = (a: Cost, b: Cost): Cost => ({
  calls: a.calls + b.calls,
  talkSeconds: a.talkSeconds + b.talkSeconds,
  cost: a.cost + b.cost,
  messages: a.messages + b.messages,
  messageCost: a.messageCost + b.messageCost,
})
