import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { Call } from '../../generated/prisma/client.ts'
import type { CallFilter } from '../../inputs/calls.ts'
import { column, columns, empty, join, queryUnprepared, raw, type Sql, sql } from '../../kernel/db/sql.ts'
import { findReversedNumbers, REVERSED_NUMBER_COLUMNS } from './callNumbers.ts'
import { findNewest } from '../shared/paging.ts'
import { type Period, periodOf } from '../shared/periods.ts'
import * as workspaces from '../workspaces/workspaces.ts'

type FindPage = ReturnType<typeof findNewest<Call>>

/** Creates a finder of the calls that match all of a filter, newest first. Each page is served by an index, for any combination of filters. */
export async function createFinder(actor: Actor, { number, from, to, ...equal }: CallFilter, fields: readonly string[]): Promise<FindPage> {
  const { workspaceId } = actor
  const conditions = [
    ...Object.entries(equal).flatMap(([field, value]) => (value == null ? [] : [sql`${raw(column(field))} = ${value}`])),
    ...(await buildPeriodConditions(actor, { from, to })),
  ]
  if (number == null && conditions.length === 0) return findNewest<Call>('calls', fields, { workspaceId })
  const numbers = number == null ? null : await findReversedNumbers(workspaceId, number)
  if (numbers?.length === 0) return () => Promise.resolve([])
  return ({ where: { id }, take }) => {
    const condition = join([sql`workspace_id = ${workspaceId}`, ...conditions, ...(id ? [sql`id < ${id.lt}`] : [])], ' and ')
    const latest = sql`order by id desc limit ${take}`
    const where = numbers ? sql`workspace_id = ${workspaceId} and id in (${selectIdsByNumber(numbers, condition, latest)})` : condition
    return queryUnprepared<Call>(sql`select ${columns(fields)} from calls where ${where} ${latest}`)
  }
}

/** Selects the latest call IDs for each number and side. Each is a separate index scan, so calls of other numbers are not read. */
const selectIdsByNumber = (numbers: string[], condition: Sql, latest: Sql) =>
  join(
    numbers.flatMap((number) => REVERSED_NUMBER_COLUMNS.map((side) => sql`(select id from calls where ${condition} and ${side} = ${number} ${latest})`)),
    ' union all ',
  )

async function buildPeriodConditions(actor: Actor, { from, to }: Pick<CallFilter, 'from' | 'to'>): Promise<Sql[]> {
  if (from == null && to == null) return []
  return createdWithinConditions(actor.workspaceId, periodOf({ from, to }, (await workspaces.get(actor)).timezone))
}

/**
 * Limits calls by ID, since every index on calls is in ID order. IDs follow creation time except for overlapping transactions, which take far
 * less than the hour of margin here. The exact time then filters within that hour. Adding `interval '0'` keeps the planner from choosing an
 * index on `created_at`, whose order would be wrong.
 */
const createdWithinConditions = (workspaceId: WorkspaceId, { from, to }: Period): Sql[] =>
  [
    from
      ? sql`id >= (select id from calls where workspace_id = ${workspaceId} and created_at >= ${from}::timestamptz - interval '1 hour' order by created_at limit 1)
        and created_at + interval '0' >= ${from}::timestamptz`
      : empty,
    to
      ? sql`id <= (select id from calls where workspace_id = ${workspaceId} and created_at < ${to}::timestamptz + interval '1 hour' order by created_at desc limit 1)
        and created_at + interval '0' < ${to}::timestamptz`
      : empty,
  ].filter((condition) => condition !== empty)
