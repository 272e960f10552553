import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { Call } from '../../generated/prisma/client.ts'
import type { CallFilter } from '../../inputs/calls.ts'
import { column, columns, empty, join, queryAnew, raw, type Sql, sql } from '../../kernel/db/sql.ts'
import { meant, SIDES } from './callNumbers.ts'
import { newest } from '../shared/paging.ts'
import { type Period, periodOf } from '../shared/periods.ts'
import * as workspaces from '../workspaces/workspaces.ts'

type Find = ReturnType<typeof newest<Call>>

/** How to find calls that fit all of a filter, newest first. An index leads to each page, whichever part of it is given. */
export async function finderOf(actor: Actor, { number, from, to, ...equal }: CallFilter, fields: readonly string[]): Promise<Find> {
  const { workspaceId } = actor
  const wanted = [
    ...Object.entries(equal).flatMap(([field, value]) => (value == null ? [] : [sql`${raw(column(field))} = ${value}`])),
    ...(await periodConditions(actor, { from, to })),
  ]
  if (number == null && wanted.length === 0) return newest<Call>('calls', fields, { workspaceId })
  const numbers = number == null ? null : await meant(workspaceId, number)
  if (numbers?.length === 0) return () => Promise.resolve([])
  return ({ where: { id }, take }) => {
    const fits = join([sql`workspace_id = ${workspaceId}`, ...wanted, ...(id ? [sql`id < ${id.lt}`] : [])], ' and ')
    const latest = sql`order by id desc limit ${take}`
    const where = numbers ? sql`workspace_id = ${workspaceId} and id in (${ofNumbers(numbers, fits, latest)})` : fits
    return queryAnew<Call>(sql`select ${columns(fields)} from calls where ${where} ${latest}`)
  }
}

/** The latest calls of each number, and of each end: each is a walk of its own, so that no other number's calls are read. */
const ofNumbers = (numbers: string[], fits: Sql, latest: Sql) =>
  join(
    numbers.flatMap((number) => SIDES.map((side) => sql`(select id from calls where ${fits} and ${side} = ${number} ${latest})`)),
    ' union all ',
  )

async function periodConditions(actor: Actor, { from, to }: Pick<CallFilter, 'from' | 'to'>): Promise<Sql[]> {
  if (from == null && to == null) return []
  return placedWithin(actor.workspaceId, periodOf({ from, to }, (await workspaces.get(actor)).timezone))
}

/**
 * Calls are found by their ids, whose order every index of theirs has. Ids are given out in the order of time but for transactions that
 * overlap, which take far less than the hour that is allowed them here; what lies in that hour is sorted out by the moment itself, which is
 * written so that no index of moments is taken, since it would not have the order that is wanted.
 */
const placedWithin = (workspaceId: number, { from, to }: Period): Sql[] =>
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
