import type { Actor } from '../actor.ts'
import { db } from '../db.ts'
import { notFound } from '../errors.ts'
import { STATES_UNDER_WAY } from './callStates.ts'
import { SHORT_PAGE } from '../rows.ts'
import { pageById, type PageArgs } from './paging.ts'

export interface CallFilter {
  campaignId?: number | null
  status?: string | null
  agentId?: number | null
}

/** Calls, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs, filter: CallFilter = {}) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) =>
    db.call.findMany({
      ...query,
      where: { ...where, workspaceId, campaignId: filter.campaignId ?? undefined, status: filter.status ?? undefined, agentId: filter.agentId ?? undefined },
    }),
  )

export async function get({ workspaceId }: Actor, id: number) {
  const call = await db.call.findUnique({ where: { workspaceId_id: { workspaceId, id } } })
  if (!call) throw notFound('Call')
  return call
}

/** The heavy part of many calls at once, in the order asked. */
export async function details({ workspaceId }: Actor, callIds: readonly number[]) {
  const rows = await db.callDetail.findMany({ where: { workspaceId, callId: { in: [...callIds] } } })
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
