import type { ApiKeyId, UserId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { anyWorkspace, db } from '../../kernel/db/db.ts'
import type { Events } from '../../kernel/events.ts'
import { clock } from '../../kernel/lib/clock.ts'
import type { AccessLoss, AccessBasis } from '../../kernel/http/openStreams.ts'
import { ROLE_SCOPES, type Role, type Scope, limitToRole } from '../../kernel/vocabulary/scopes.ts'

/** Whether a revocation affects an actor. */
export const isAffectedBy = ({ keyId, sessionId, userId, workspaceId }: Events['access.revoked'], actor: AccessBasis) =>
  (keyId !== undefined && actor.keyId === keyId) ||
  (sessionId !== undefined && actor.sessionId === sessionId) ||
  (userId !== undefined && actor.userId === userId && (workspaceId === undefined || actor.workspaceId === workspaceId))

/**
 * Checks many actors in three queries. Returns a function that returns what an actor has lost: `over` if its key, session or membership
 * is no longer valid, `changed` if only the role is different, otherwise null.
 */
export async function findLosses(actors: readonly AccessBasis[]): Promise<(actor: AccessBasis) => AccessLoss | null> {
  const now = clock.now()
  const distinct = <T>(pick: (actor: AccessBasis) => T | undefined) => [...new Set(actors.map(pick).filter((value) => value !== undefined))]
  const [keys, sessions, memberships] = await Promise.all([
    anyWorkspace.apiKey.findMany({
      where: { id: { in: distinct(({ keyId }) => keyId) }, ...activeCredential() },
      select: { id: true },
    }),
    anyWorkspace.session.findMany({
      where: { id: { in: distinct(({ sessionId }) => sessionId) }, revokedAt: null, expiresAt: { gt: now } },
      select: { id: true },
    }),
    anyWorkspace.membership.findMany({ where: { userId: { in: distinct(({ userId }) => userId) } }, select: { userId: true, workspaceId: true, role: true } }),
  ])
  const [liveKeys, liveSessions] = [new Set(keys.map(({ id }) => id)), new Set(sessions.map(({ id }) => id))]
  const roles = new Map(memberships.map(({ userId, workspaceId, role }) => [`${userId} ${workspaceId}`, role]))
  return ({ keyId, sessionId, userId, workspaceId, role }) => {
    const hasNoBasis = keyId === undefined && sessionId === undefined && userId === undefined
    if (hasNoBasis || (keyId !== undefined && !liveKeys.has(keyId)) || (sessionId !== undefined && !liveSessions.has(sessionId))) return 'over'
    if (userId === undefined) return null
    const now = roles.get(`${userId} ${workspaceId}`)
    return now === undefined ? 'over' : now === role ? null : 'changed'
  }
}

/** A key, CLI token or grant, or a person: holders of access that does not depend on a session. */
export type Holder = { keyId: ApiKeyId } | { userId: UserId }

/** Returns the current scopes of a key or a member in a workspace; empty if the key or membership has ended. */
export const scopesOf = async (workspaceId: WorkspaceId, holder: Holder): Promise<ReadonlySet<Scope>> => (await accessOf(workspaceId, holder)).scopes

/** Returns the current scopes with the basis of the access, for streams that stay open. */
export async function accessOf(workspaceId: WorkspaceId, holder: Holder): Promise<AccessBasis & { scopes: ReadonlySet<Scope> }> {
  if ('userId' in holder) {
    const role = (await roleOf(workspaceId, holder.userId)) ?? undefined
    return { workspaceId, userId: holder.userId, role, scopes: role ? ROLE_SCOPES[role] : new Set() }
  }
  const { keyId } = holder
  const key = await db.apiKey.findFirst({ where: { workspaceId, id: keyId, ...activeCredential() }, select: { scopes: true, userId: true } })
  if (key?.userId == null) return { workspaceId, keyId, scopes: limitToRole(key?.scopes ?? [], null) }
  const role = (await roleOf(workspaceId, key.userId)) ?? undefined
  return { workspaceId, keyId, userId: key.userId, role, scopes: role ? limitToRole(key.scopes, role) : new Set() }
}

async function roleOf(workspaceId: WorkspaceId, userId: UserId): Promise<Role | null> {
  const member = await db.membership.findFirst({ where: { workspaceId, userId }, select: { role: true } })
  return (member?.role as Role | undefined) ?? null
}

const activeCredential = () => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }] })
