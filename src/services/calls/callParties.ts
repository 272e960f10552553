import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'

/** Rows in the order of their ids; null where there is none. */
const inOrder = <Row extends { id: number }>(ids: readonly number[], rows: Row[]): (Row | null)[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? null)
}

const wanted = ({ workspaceId }: Actor, ids: readonly number[]) => ({ workspaceId, id: { in: [...new Set(ids)] } })

/** The agents of calls, retired ones too. */
export const agents = async (actor: Actor, ids: readonly number[]) => inOrder(ids, await db.agent.findMany({ where: wanted(actor, ids) }))

/** The campaigns of calls, without those that were deleted. */
export const campaigns = async (actor: Actor, ids: readonly number[]) =>
  inOrder(ids, await db.campaign.findMany({ where: { ...wanted(actor, ids), status: { not: 'cancelled' } } }))

/** The leads of calls, without those that were deleted. */
export const leads = async (actor: Actor, ids: readonly number[]) => inOrder(ids, await db.lead.findMany({ where: { ...wanted(actor, ids), deletedAt: null } }))
