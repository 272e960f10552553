import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { Call } from '../../generated/prisma/client.ts'
import type { CallFilter } from '../../inputs/calls.ts'
import { columnsOf, equalIfGiven, ifGiven, rawSql, sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { findReversedNumbers, MAX_DUPLICATES, REVERSED_FROM_NUMBER, REVERSED_TO_NUMBER } from './callNumbers.ts'
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
  ${ifGiven('before', sql`and id < $before`)}`

const LATEST = sql`order by id desc limit $take`

/** Parameters of the reversed numbers that a filter can match. */
const NUMBERS = Array.from({ length: MAX_DUPLICATES }, (_, index) => `number${index}`)
const numberParams = (numbers: readonly string[]) => Object.fromEntries(numbers.map((number, index) => [NUMBERS[index]!, number]))

/** The latest call IDs of a number, for each side. Each is a separate index scan, so calls of other numbers are not read. */
function latestIdsOf(parameter: string): SqlText {
  const latestWith = (side: SqlText) => sql`(select id from calls where ${MATCHES_FILTER} and ${side} = ${rawSql(`$${parameter}`)} ${LATEST})`
  return sql`${latestWith(REVERSED_FROM_NUMBER)} union all ${latestWith(REVERSED_TO_NUMBER)}`
}

const LATEST_IDS = NUMBERS.slice(1).reduce(
  (others, parameter) => sql`${others} ${ifGiven(parameter, sql`union all ${latestIdsOf(parameter)}`)}`,
  latestIdsOf(NUMBERS[0]!),
)

const listCalls = statement(
  'calls.list',
  sql`
    select ${columnsOf('calls')} from calls
    where ${ifGiven(NUMBERS[0]!, sql`workspace_id = $workspaceId and id in (${LATEST_IDS})`, MATCHES_FILTER)} ${LATEST}`,
  { isUnprepared: true },
)

/** The list that is asked for most, which is planned once. */
const listAllCalls = statement('calls.listAll', newestOf('calls'))

/** Creates a finder of the calls that match all of a filter, newest first. Each page is served by an index, for any combination of filters. */
export async function createFinder(actor: Actor, { number, from, to, ...equal }: CallFilter, fields: readonly string[]): Promise<FindPage<Call>> {
  const { workspaceId } = actor
  if ([number, from, to, ...Object.values(equal)].every((value) => value == null)) return findNewest(listAllCalls, { workspaceId, fields })
  const period = await findPeriod(actor, { from, to })
  const numbers = number == null ? null : await findReversedNumbers(workspaceId, number)
  if (numbers?.length === 0) return () => Promise.resolve([])
  return ({ where: { id }, take }) => listCalls.all({ ...equal, ...period, ...numberParams(numbers ?? []), workspaceId, fields, before: id?.lt, take })
}

async function findPeriod(actor: Actor, { from, to }: Pick<CallFilter, 'from' | 'to'>): Promise<Period | null> {
  return from == null && to == null ? null : periodOf({ from, to }, (await workspaces.get(actor)).timezone)
}
