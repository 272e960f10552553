import type { Actor } from '../actor.ts'
import { db } from '../db.ts'
import { notFound } from '../errors.ts'
import { type Call, type CallDetail, Prisma } from '../generated/prisma/client.ts'
import { SHORT_PAGE } from '../rows.ts'
import { columns, query, sql } from '../sql.ts'
import { STATES_UNDER_WAY } from './callStates.ts'
import { newest, pageById, type PageArgs } from './paging.ts'

export const FIELDS = Object.keys(Prisma.CallScalarFieldEnum)
const DETAIL_FIELDS = Object.keys(Prisma.CallDetailScalarFieldEnum)

export interface CallFilter {
  campaignId?: number | null
  status?: string | null
  agentId?: number | null
}

/** Calls, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs, { campaignId, status, agentId }: CallFilter = {}, fields: readonly string[] = FIELDS) =>
  pageById(
    page,
    SHORT_PAGE,
    newest<Call>('calls', fields, { workspaceId, campaignId: campaignId ?? undefined, status: status ?? undefined, agentId: agentId ?? undefined }),
  )

export async function get({ workspaceId }: Actor, id: number) {
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

/** Calls that have not ended, oldest first, for whoever starts to watch. */
export const underWay = ({ workspaceId }: Actor, take: number) =>
  db.call.findMany({
    where: { workspaceId, status: { in: STATES_UNDER_WAY } },
    orderBy: { id: 'asc' },
    take,
    include: { detail: true },
  })
