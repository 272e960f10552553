import { clock } from '../../kernel/lib/clock.ts'
import { anyWorkspace } from '../../kernel/db/db.ts'
import type { OauthPayload, Prisma } from '../../generated/prisma/client.ts'

/** The authorization server's records, all models of its library in one table. The IDs of bearer tokens are hashes. */
export interface PayloadKey {
  model: string
  id: string
}

/** Creates a record, or replaces its content. */
export async function save(key: PayloadKey, content: Pick<OauthPayload, 'grantId' | 'uid' | 'expiresAt'> & { payload: Prisma.InputJsonObject }): Promise<void> {
  await anyWorkspace.oauthPayload.upsert({ where: { model_id: key }, create: { ...key, ...content }, update: content })
}

export const find = (key: PayloadKey): Promise<OauthPayload | null> => anyWorkspace.oauthPayload.findUnique({ where: { model_id: key } })

export const findByUid = (model: string, uid: string): Promise<OauthPayload | null> => anyWorkspace.oauthPayload.findFirst({ where: { model, uid } })

/** Marks a record as used. Returns true for the first caller only, also among concurrent ones. */
export async function markUsed(key: PayloadKey): Promise<boolean> {
  const { count } = await anyWorkspace.oauthPayload.updateMany({ where: { ...key, consumedAt: null }, data: { consumedAt: clock.now() } })
  return count === 1
}

/** Marks a record as not used. */
export async function markUnused(key: PayloadKey): Promise<void> {
  await anyWorkspace.oauthPayload.updateMany({ where: key, data: { consumedAt: null } })
}

/** Deletes a record, or all of one model that belong to a grant. */
export async function remove(where: PayloadKey | { model: string; grantId: string }): Promise<void> {
  await anyWorkspace.oauthPayload.deleteMany({ where })
}

/** Deletes a grant and everything that belongs to it. */
export async function removeGrant(grantId: string): Promise<void> {
  await anyWorkspace.oauthPayload.deleteMany({ where: { OR: [{ grantId }, { model: 'Grant', id: grantId }] } })
}
