import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { Call } from '../../generated/prisma/client.ts'
import type { CallFilter, CallOrder } from '../../inputs/calls.ts'
import { columnsOf, equalIfGiven, ifGiven, rawSql, sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { findReversedNumbers, MAX_DUPLICATES, REVERSED_FROM_NUMBER, REVERSED_TO_NUMBER } from './callNumbers.ts'
import { findLeadIds } from './callLeads.ts'
import { isDisclosureSaid } from './callDisclosures.ts'
import { WAS_SAID } from './callWords.ts'
import { type FindPage, findNewest, newestOf } from '../shared/paging.ts'
import { type Period, periodOf } from '../shared/periods.ts'
import * as workspaces from '../workspaces/workspaces.ts'

/**
 * Limits calls by ID, since every index on calls is in ID order. IDs follow creation time except for overlapping transactions, which take far
 * less than the hour of margin here. The exact time then filters within that hour. Adding `interval '0'` keeps the planner from choosing an
 * index on `created_at`, whose order would be wrong.
 */
const WITHIN_PERIOD = sql`
  ${ifGiven(
    'from',
    sql`and id >= (select id from calls where workspace_id = $workspaceId and created_at >= $from::timestamptz - interval '1 hour' order by created_at limit 1)
      and created_at + interval '0' >= $from::timestamptz`,
  )}
  ${ifGiven(
    'to',
    sql`and id <= (select id from calls where workspace_id = $workspaceId and created_at < $to::timestamptz + interval '1 hour' order by created_at desc limit 1)
      and created_at + interval '0' < $to::timestamptz`,
  )}`

const MATCHES_FILTER = sql`workspace_id = $workspaceId
  ${equalIfGiven(['campaign_id', 'agent_id', 'status', 'outcome', 'direction'])}
  ${WITHIN_PERIOD}
  ${ifGiven('minDurationSeconds', sql`and duration_seconds >= $minDurationSeconds`)}
  ${ifGiven('maxDurationSeconds', sql`and duration_seconds <= $maxDurationSeconds`)}
  ${ifGiven('minCost', sql`and cost_micros >= $minCost`)} ${ifGiven('maxCost', sql`and cost_micros <= $maxCost`)}
  ${ifGiven('hasRecording', sql`and (has_recording and recording_deleted_at is null) = $hasRecording`)}
  ${ifGiven(
    'sentiment',
    sql`and exists (
      select from call_details d where d.workspace_id = $workspaceId and d.call_id = calls.id and d.analysis->>'sentiment' = $sentiment)`,
  )}
  ${ifGiven('disclosureSaid', sql`and exists (select from call_details d where d.workspace_id = $workspaceId and d.call_id = calls.id and ${isDisclosureSaid('d')})`)}
  ${ifGiven('said', sql`and ${WAS_SAID}`)}
  ${ifGiven('leadIds', sql`and lead_id = any($leadIds)`)}`

/** The order of a list, and what comes after the last row of a page. */
interface Order {
  isPast: SqlText
  by: SqlText
}
const NEWEST_FIRST: Order = { isPast: sql`${ifGiven('cursor', sql`and id < $cursor`)}`, by: sql`order by id desc limit $take` }
const OLDEST_FIRST: Order = { isPast: sql`${ifGiven('cursor', sql`and id > $cursor`)}`, by: sql`order by id limit $take` }

/** Parameters of the reversed numbers that a filter can match. */
const NUMBERS = Array.from({ length: MAX_DUPLICATES }, (_, index) => `number${index}`)
const numberParams = (numbers: readonly string[]) => Object.fromEntries(numbers.map((number, index) => [NUMBERS[index]!, number]))

/** The first call IDs of a number, for each side. Each is a separate index scan, so calls of other numbers are not read. */
function idsOfNumber(parameter: string, { isPast, by }: Order): SqlText {
  const firstWith = (side: SqlText) => sql`(select id from calls where ${MATCHES_FILTER} ${isPast} and ${side} = ${rawSql(`$${parameter}`)} ${by})`
  return sql`${firstWith(REVERSED_FROM_NUMBER)} union all ${firstWith(REVERSED_TO_NUMBER)}`
}

const idsOfNumbers = (order: Order) =>
  NUMBERS.slice(1).reduce(
    (others, parameter) => sql`${others} ${ifGiven(parameter, sql`union all ${idsOfNumber(parameter, order)}`)}`,
    idsOfNumber(NUMBERS[0]!, order),
  )

const callsIn = (order: Order) => sql`
  from calls
  where ${ifGiven(NUMBERS[0]!, sql`workspace_id = $workspaceId and id in (${idsOfNumbers(order)})`, sql`${MATCHES_FILTER} ${order.isPast}`)} ${order.by}`

const listNewestCalls = statement('calls.list', sql`select ${columnsOf('calls')} ${callsIn(NEWEST_FIRST)}`, { isUnprepared: true })
const listOldestCalls = statement('calls.listOldest', sql`select ${columnsOf('calls')} ${callsIn(OLDEST_FIRST)}`, { isUnprepared: true })
const countCalls = statement('calls.countMatching', sql`select count(*)::int as "count!" from (select id ${callsIn(NEWEST_FIRST)}) matching`, {
  isUnprepared: true,
})

/** The list that is asked for most, which is planned once. */
const listAllCalls = statement('calls.listAll', newestOf('calls'))

/**
 * Creates a finder of the calls that match all of a filter, newest or oldest first. Each page is read in the order of an index, for any
 * combination of filters.
 */
export async function createFinder(actor: Actor, filter: CallFilter, fields: readonly string[], order: CallOrder = 'newest'): Promise<FindPage<Call>> {
  const { workspaceId } = actor
  if (order === 'newest' && Object.values(filter).every((value) => value == null)) return findNewest(listAllCalls, { workspaceId, fields })
  const params = await findParams(actor, filter)
  if (!params) return () => Promise.resolve([])
  const list = order === 'oldest' ? listOldestCalls : listNewestCalls
  return ({ where: { id }, take }) => list.all({ ...params, workspaceId, fields, cursor: id?.lt, take })
}

/** Counts the calls that match all of a filter, up to `limit`, so that counting takes no longer in a workspace with more calls. */
export async function count(actor: Actor, filter: CallFilter, limit: number): Promise<number> {
  const params = await findParams(actor, filter)
  return params ? (await countCalls.get({ ...params, workspaceId: actor.workspaceId, take: limit }))!.count : 0
}

/** Returns the parameters of a filter, or null if no call can match. */
async function findParams(actor: Actor, { number, from, to, lead, ...others }: CallFilter) {
  const { workspaceId } = actor
  const [period, numbers, leadIds] = await Promise.all([
    findPeriod(actor, { from, to }),
    number == null ? null : findReversedNumbers(workspaceId, number),
    lead == null ? null : findLeadIds(workspaceId, lead),
  ])
  if (numbers?.length === 0 || leadIds?.length === 0) return null
  return { ...others, ...period, ...numberParams(numbers ?? []), leadIds }
}

async function findPeriod(actor: Actor, { from, to }: Pick<CallFilter, 'from' | 'to'>): Promise<Period | null> {
  return from == null && to == null ? null : periodOf({ from, to }, (await workspaces.get(actor)).timezone)
}
