import type { Actor } from '../actor.ts'
import { anyWorkspace, db } from '../db.ts'
import type { Events } from '../events.ts'
import { clock } from '../clock.ts'
import { ROLE_SCOPES, type Role, type Scope, withinRole } from '../scopes.ts'

/** Whether a revocation is about this actor. */
export const concerns = ({ keyId, sessionId, userId, workspaceId }: Events['access.revoked'], actor: Actor) =>
  (keyId !== undefined && actor.keyId === keyId) ||
  (sessionId !== undefined && actor.sessionId === sessionId) ||
  (userId !== undefined && actor.userId === userId && (workspaceId === undefined || actor.workspaceId === workspaceId))

/** Looks many actors up at once, in three queries; answers a test for those whose key, session, membership or role is no more. */
export async function ended(actors: Actor[]): Promise<(actor: Actor) => boolean> {
  const now = clock.now()
  const of = <T>(pick: (actor: Actor) => T | undefined) => [...new Set(actors.map(pick).filter((value) => value !== undefined))]
  const [keys, sessions, memberships] = await Promise.all([
    anyWorkspace.apiKey.findMany({
      where: { id: { in: of(({ keyId }) => keyId) }, ...working() },
      select: { id: true },
    }),
    anyWorkspace.session.findMany({ where: { id: { in: of(({ sessionId }) => sessionId) }, revokedAt: null, expiresAt: { gt: now } }, select: { id: true } }),
    anyWorkspace.membership.findMany({ where: { userId: { in: of(({ userId }) => userId) } }, select: { userId: true, workspaceId: true, role: true } }),
  ])
  const live = new Set<string>([
    ...keys.map(({ id }) => `key ${id}`),
    ...sessions.map(({ id }) => `session ${id}`),
    ...memberships.map(({ userId, workspaceId, role }) => `member ${userId} ${workspaceId} ${role}`),
  ])
  const isMember = ({ userId, workspaceId, role }: Actor) => userId === undefined || live.has(`member ${userId} ${workspaceId} ${role}`)
  return (actor) => !isMember(actor) || !live.has(actor.kind === 'session' ? `session ${actor.sessionId}` : `key ${actor.keyId}`)
}

/** A key, CLI token or grant, or a person: who goes on having access when a session is over. */
export type Holder = { keyId: number } | { userId: number }

/** What a key, or a member, may do in a workspace by now; nothing once the key or the membership is no more. */
export async function scopesOf(workspaceId: number, holder: Holder): Promise<ReadonlySet<Scope>> {
  if ('userId' in holder) {
    const role = await roleOf(workspaceId, holder.userId)
    return role ? ROLE_SCOPES[role] : new Set()
  }
  const key = await db.apiKey.findFirst({ where: { workspaceId, id: holder.keyId, ...working() }, select: { scopes: true, userId: true } })
  if (key?.userId == null) return withinRole(key?.scopes ?? [], null)
  const role = await roleOf(workspaceId, key.userId)
  return role ? withinRole(key.scopes, role) : new Set()
}

async function roleOf(workspaceId: number, userId: number): Promise<Role | null> {
  const member = await db.membership.findFirst({ where: { workspaceId, userId }, select: { role: true } })
  return (member?.role as Role | undefined) ?? null
}

const working = () => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }] })
