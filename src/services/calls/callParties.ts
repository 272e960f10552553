import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'

/** Orders rows by the given IDs; null for a missing row. */
const sortByIds = <Row extends { id: number }>(ids: readonly number[], rows: Row[]): (Row | null)[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? null)
}

const idCondition = ({ workspaceId }: Actor, ids: readonly number[]) => ({ workspaceId, id: { in: [...new Set(ids)] } })

/** Lists the campaigns of calls, except deleted ones. */
export const listCampaigns = async (actor: Actor, ids: readonly number[]) =>
  sortByIds(ids, await db.campaign.findMany({ where: { ...idCondition(actor, ids), status: { not: 'cancelled' } } }))

/** Lists the leads of calls, except deleted ones. */
export const listLeads = async (actor: Actor, ids: readonly number[]) =>
  sortByIds(ids, await db.lead.findMany({ where: { ...idCondition(actor, ids), deletedAt: null } }))
