import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { type Call, type CallDetail, Prisma } from '../../generated/prisma/client.ts'
import type { CallFilter } from '../../inputs/calls.ts'
import type { TranscriptLine } from '../../providers/provider.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { columns, query, sql } from '../../kernel/db/sql.ts'
import { STATES_UNDER_WAY } from '../../kernel/vocabulary/callStates.ts'
import { finderOf } from './callLists.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

export const FIELDS = Object.keys(Prisma.CallScalarFieldEnum)
const DETAIL_FIELDS = Object.keys(Prisma.CallDetailScalarFieldEnum)

/** Calls, newest first. BAD_REQUEST for a number or a period that cannot be. */
export const list = async (actor: Actor, page: PageArgs, filter: CallFilter = {}, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, await finderOf(actor, filter, fields))

export async function get({ workspaceId }: Pick<Actor, 'workspaceId'>, id: number) {
  const [call] = await query<Call>(sql`select ${columns(FIELDS)} from calls where workspace_id = ${workspaceId} and id = ${id}`)
  if (!call) throw notFound('Call')
  return call
}

/** The heavy part of many calls at once, in the order asked. */
export async function details({ workspaceId }: Actor, callIds: readonly number[]) {
  const rows = await query<CallDetail>(
    sql`select ${columns(DETAIL_FIELDS)} from call_details where workspace_id = ${workspaceId} and call_id = any(${callIds}::int[])`,
  )
  const byCall = new Map(rows.map((row) => [row.callId, row]))
  return callIds.map((id) => byCall.get(id) ?? null)
}

/** What was said in a call so far, and whether that is all. */
export async function transcript({ workspaceId }: Actor, id: number): Promise<{ transcript: TranscriptLine[]; ended: boolean }> {
  const [found] = await query<{ transcript: TranscriptLine[]; ended: boolean }>(sql`
    select d.transcript, c.finished_at is not null as ended from calls c join call_details d on d.call_id = c.id
    where c.workspace_id = ${workspaceId} and c.id = ${id}`)
  if (!found) throw notFound('Call')
  return found
}

/** How many calls of the workspace have not ended. */
export const countUnderWay = ({ workspaceId }: Actor) => db.call.count({ where: { workspaceId, status: { in: STATES_UNDER_WAY } } })

/** Calls that have not ended, oldest first, for whoever starts to watch. */
export const underWay = ({ workspaceId }: Actor, take: number) =>
  db.call.findMany({
    where: { workspaceId, status: { in: STATES_UNDER_WAY } },
    orderBy: { id: 'asc' },
    take,
  })
