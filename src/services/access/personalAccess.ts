import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db, type Tx } from '../../kernel/db/db.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { hasScope, requireScope } from '../../kernel/vocabulary/scopes.ts'
import { credentialNotFound, type CredentialKind } from './credentials.ts'
import { pageById, type Page, type PageArgs } from '../shared/paging.ts'

/** Kinds of credentials that a person has given a program to act for them. */
export type PersonalKind = Exclude<CredentialKind, 'key'>

const INCLUDED = { user: { select: { id: true, name: true, email: true } }, appGrant: true } as const satisfies Prisma.ApiKeyInclude
export type PersonalCredential = Prisma.ApiKeyGetPayload<{ include: typeof INCLUDED }>

/** Those of that kind in the workspace, newest first: one's own, and everybody's for who may read keys. */
export const list = (actor: Actor, kind: PersonalKind, page: PageArgs): Promise<Page<PersonalCredential>> =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) =>
    db.apiKey.findMany({ ...query, where: { ...where, workspaceId: actor.workspaceId, kind, ...visibleTo(actor) }, include: INCLUDED }),
  )

/** One that the person may end or limit: their own, or anybody's for who may write keys. Throws NOT_FOUND for one they do not even see, else FORBIDDEN. */
export async function requireManageable(actor: Actor, kind: PersonalKind, id: number): Promise<PersonalCredential> {
  const { workspaceId } = actor
  const row = await db.apiKey.findUnique({ where: { workspaceId_id: { workspaceId, id }, kind, ...visibleTo(actor) }, include: INCLUDED })
  if (!row) throw credentialNotFound(kind)
  if (row.userId !== actor.userId) requireScope(actor.scopes, 'keys:write')
  return row
}

const visibleTo = ({ scopes, userId }: Actor) => (hasScope(scopes, 'keys:read') ? {} : { userId: userId! })

/** Ends all that a person has given to programs in a workspace, for one who leaves it: should they come back, it stays ended. Answers the ids of the apps. */
export async function endAll(tx: Tx, workspaceId: number, userId: number): Promise<number[]> {
  const where = { workspaceId, userId, kind: { not: 'key' }, revokedAt: null }
  const ended = await tx.apiKey.updateManyAndReturn({ where, data: { revokedAt: clock.now() }, select: { id: true, kind: true } })
  return ended.flatMap(({ id, kind }) => (kind === 'app' ? [id] : []))
}
