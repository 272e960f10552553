import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { CostBreakdownInput, CostGroup } from '../../inputs/analytics.ts'
import { query, raw, type Sql, sql } from '../../kernel/db/sql.ts'
import { MAX_TOTAL_DAYS, splitByGrain, type Period, resolvePeriod } from './analyticsPeriods.ts'
import { selectStats } from './counting/callStatSums.ts'

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
const COLUMNS = raw(
  'sum(calls)::int as calls, sum(seconds)::float8 as "talkSeconds", sum(cost)::bigint as cost, sum(messages)::int as messages, sum(message_cost)::bigint as "messageCost"',
)

/**
 * Returns the costs of a period by group; the groups add up to everything charged. Messages belong to no agent or campaign: there they are in
 * the group without a key.
 */
export async function readBreakdown(actor: Actor, { by: requestedGroup, limit, ...input }: CostBreakdownInput): Promise<CostBreakdown> {
  const by = requestedGroup ?? 'campaign'
  const period = await resolvePeriod(actor, input, MAX_TOTAL_DAYS)
  const rows = await query<GroupCost & { groups: number; isRest: boolean }>(sql`
    with found as (
      select s.key, sum(s.calls) as calls, sum(s.talk_seconds) as seconds, sum(s.cost_micros) as cost, sum(s.messages) as messages, sum(s.message_micros) as message_cost
      from (${rowsOf(actor, by, period)}) as s group by s.key),
    ranked as (select *, row_number() over (order by cost + message_cost desc, calls desc, key) > ${limit ?? DEFAULT_GROUPS}::int as "isRest" from found),
    cut as (select case when "isRest" then null else key end as key, "isRest", count(*)::int as groups, ${COLUMNS} from ranked group by 1, 2)
    select cut.*, ${NAMES[by](actor)} as name from cut order by "isRest", cost + "messageCost" desc, calls desc, key`)
  const shownGroups = rows.filter(({ isRest }) => !isRest).map((group) => ({ ...group, name: group.name ?? nameOf(by, group.key) }))
  const rest = rows.find(({ isRest }) => isRest) ?? { ...NO_COST, groups: 0 }
  return { ...period, by, groups: shownGroups, rest, total: [...shownGroups, rest].reduce<Cost>(addCosts, NO_COST) }
}

/** Returns the costs of a calendar month in UTC, by type of cost line. */
export const readMonth = async (actor: Actor, from: Date, to: Date): Promise<GroupCost[]> =>
  (await readBreakdown(actor, { by: 'line', from: from.toISOString(), to: to.toISOString(), timezone: 'UTC' })).groups

/** Selects the rows of a dimension. Agents and campaigns have no messages, so the messages come from the dimension `all`. */
function rowsOf({ workspaceId }: Actor, by: CostGroup, period: Period): Sql {
  const parts = (dimension: CostGroup | 'all') =>
    selectStats(
      workspaceId,
      splitByGrain(period).map((part) => ({ ...part, dimension })),
    )
  const own = sql`select s.key, s.calls, s.talk_seconds, s.cost_micros, s.messages, s.message_micros from ${parts(by)}`
  return by === 'agent' || by === 'campaign'
    ? sql`${own} union all select '', 0, 0, 0, s.messages, s.message_micros from ${parts('all')} where s.messages > 0`
    : own
}

const nameFrom =
  (table: string, name: string) =>
  ({ workspaceId }: Actor) =>
    sql`(select ${raw(name)} from ${raw(table)} where workspace_id = ${workspaceId} and id = nullif(cut.key, '')::int)`
const NAMES: Record<CostGroup, (actor: Actor) => Sql> = {
  agent: nameFrom('agents', 'name'),
  campaign: nameFrom('campaigns', 'name'),
  number: nameFrom('phone_numbers', 'phone_number'),
  country: () => sql`null::text`,
  line: () => sql`null::text`,
}

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
