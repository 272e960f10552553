import type { CallId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { type Call, type CallDetail, Prisma } from '../../generated/prisma/client.ts'
import type { CallFilter } from '../../inputs/calls.ts'
import type { TranscriptLine } from '../../providers/provider.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { columns, query, sql } from '../../kernel/db/sql.ts'
import { ACTIVE_STATES } from '../../kernel/vocabulary/callStates.ts'
import { createFinder } from './callLists.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

export const FIELDS = Object.keys(Prisma.CallScalarFieldEnum)
const DETAIL_FIELDS = Object.keys(Prisma.CallDetailScalarFieldEnum)

/** Lists calls, newest first. Throws BAD_REQUEST for an invalid number or period. */
export const list = async (actor: Actor, page: PageArgs, filter: CallFilter = {}, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, await createFinder(actor, filter, fields))

export async function get({ workspaceId }: Pick<Actor, 'workspaceId'>, id: CallId) {
  const [call] = await query<Call>(sql`select ${columns(FIELDS)} from calls where workspace_id = ${workspaceId} and id = ${id}`)
  if (!call) throw notFound('Call')
  return call
}

/** Lists the details of many calls at once, in the order of `callIds`. */
export async function listDetails({ workspaceId }: Actor, callIds: readonly CallId[]) {
  const rows = await query<CallDetail>(
    sql`select ${columns(DETAIL_FIELDS)} from call_details where workspace_id = ${workspaceId} and call_id = any(${callIds}::int[])`,
  )
  const byCall = new Map(rows.map((row) => [row.callId, row]))
  return callIds.map((id) => byCall.get(id) ?? null)
}

/** Returns the transcript so far and whether the call has ended. Throws NOT_FOUND. */
export async function getTranscript({ workspaceId }: Actor, id: CallId): Promise<{ transcript: TranscriptLine[]; ended: boolean }> {
  const [row] = await query<{ transcript: TranscriptLine[]; ended: boolean }>(sql`
    select d.transcript, c.finished_at is not null as ended from calls c join call_details d on d.call_id = c.id
    where c.workspace_id = ${workspaceId} and c.id = ${id}`)
  if (!row) throw notFound('Call')
  return row
}

/** Counts the active calls of the workspace. */
export const countActive = ({ workspaceId }: Actor) => db.call.count({ where: { workspaceId, status: { in: ACTIVE_STATES } } })

/** Lists active calls, oldest first, for a client that starts to watch. */
export const listActive = ({ workspaceId }: Actor, take: number) =>
  db.call.findMany({
    where: { workspaceId, status: { in: ACTIVE_STATES } },
    orderBy: { id: 'asc' },
    take,
  })
