import type { ApiKeyId, UserId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db, type Tx } from '../../kernel/db/db.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { hasScope, requireScope } from '../../kernel/vocabulary/scopes.ts'
import { credentialNotFound, type CredentialKind } from './credentials.ts'
import { pageById, type Page, type PageArgs } from '../shared/paging.ts'

/** Kinds of credentials with which a program acts for a user. */
export type PersonalKind = Exclude<CredentialKind, 'key'>

const INCLUDED = { user: { select: { id: true, name: true, email: true } }, appGrant: true } as const satisfies Prisma.ApiKeyInclude
export type PersonalCredential = Prisma.ApiKeyGetPayload<{ include: typeof INCLUDED }>

/** Lists the user's credentials of a kind, newest first; those of all members for actors who can read keys. */
export const list = (actor: Actor, kind: PersonalKind, page: PageArgs): Promise<Page<PersonalCredential>> =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) =>
    db.apiKey.findMany({ ...query, where: { ...where, workspaceId: actor.workspaceId, kind, ...visibleTo(actor) }, include: INCLUDED }),
  )

/**
 * Returns a credential that the actor can revoke or limit: the user's own, or any for actors who can write keys. Throws NOT_FOUND if the
 * actor cannot see it, otherwise FORBIDDEN.
 */
export async function requireManageable(actor: Actor, kind: PersonalKind, id: ApiKeyId): Promise<PersonalCredential> {
  const { workspaceId } = actor
  const row = await db.apiKey.findUnique({ where: { workspaceId_id: { workspaceId, id }, kind, ...visibleTo(actor) }, include: INCLUDED })
  if (!row) throw credentialNotFound(kind)
  if (row.userId !== actor.userId) requireScope(actor.scopes, 'keys:write')
  return row
}

const visibleTo = ({ scopes, userId }: Actor) => (hasScope(scopes, 'keys:read') ? {} : { userId: userId! })

/** Revokes a leaving member's CLI tokens and apps, also in case the member returns. Returns the IDs of the apps. */
export async function endAll(tx: Tx, workspaceId: WorkspaceId, userId: UserId): Promise<number[]> {
  const where = { workspaceId, userId, kind: { not: 'key' }, revokedAt: null }
  const revoked = await tx.apiKey.updateManyAndReturn({ where, data: { revokedAt: clock.now() }, select: { id: true, kind: true } })
  return revoked.flatMap(({ id, kind }) => (kind === 'app' ? [id] : []))
}
