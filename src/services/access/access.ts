import { anyWorkspace, db } from '../../kernel/db/db.ts'
import type { Events } from '../../kernel/events.ts'
import { clock } from '../../kernel/lib/clock.ts'
import type { Loss, Standing } from '../../kernel/http/openStreams.ts'
import { ROLE_SCOPES, type Role, type Scope, withinRole } from '../../kernel/vocabulary/scopes.ts'

/** Whether a revocation is about this actor. */
export const concerns = ({ keyId, sessionId, userId, workspaceId }: Events['access.revoked'], actor: Standing) =>
  (keyId !== undefined && actor.keyId === keyId) ||
  (sessionId !== undefined && actor.sessionId === sessionId) ||
  (userId !== undefined && actor.userId === userId && (workspaceId === undefined || actor.workspaceId === workspaceId))

/**
 * Looks many actors up at once, in three queries; answers a test of what each of them has lost: `over` where a key, session or
 * membership that it rests on no longer holds, `changed` where only the role is another one, else null.
 */
export async function losses(actors: readonly Standing[]): Promise<(actor: Standing) => Loss | null> {
  const now = clock.now()
  const of = <T>(pick: (actor: Standing) => T | undefined) => [...new Set(actors.map(pick).filter((value) => value !== undefined))]
  const [keys, sessions, memberships] = await Promise.all([
    anyWorkspace.apiKey.findMany({
      where: { id: { in: of(({ keyId }) => keyId) }, ...working() },
      select: { id: true },
    }),
    anyWorkspace.session.findMany({ where: { id: { in: of(({ sessionId }) => sessionId) }, revokedAt: null, expiresAt: { gt: now } }, select: { id: true } }),
    anyWorkspace.membership.findMany({ where: { userId: { in: of(({ userId }) => userId) } }, select: { userId: true, workspaceId: true, role: true } }),
  ])
  const [liveKeys, liveSessions] = [new Set(keys.map(({ id }) => id)), new Set(sessions.map(({ id }) => id))]
  const roles = new Map(memberships.map(({ userId, workspaceId, role }) => [`${userId} ${workspaceId}`, role]))
  return ({ keyId, sessionId, userId, workspaceId, role }) => {
    const isNobody = keyId === undefined && sessionId === undefined && userId === undefined
    if (isNobody || (keyId !== undefined && !liveKeys.has(keyId)) || (sessionId !== undefined && !liveSessions.has(sessionId))) return 'over'
    if (userId === undefined) return null
    const now = roles.get(`${userId} ${workspaceId}`)
    return now === undefined ? 'over' : now === role ? null : 'changed'
  }
}

/** A key, CLI token or grant, or a person: who goes on having access when a session is over. */
export type Holder = { keyId: number } | { userId: number }

/** What a key, or a member, may do in a workspace by now; nothing once the key or the membership is no more. */
export const scopesOf = async (workspaceId: number, holder: Holder): Promise<ReadonlySet<Scope>> => (await standingOf(workspaceId, holder)).scopes

/** The same with what it rests on, for what stays open. */
export async function standingOf(workspaceId: number, holder: Holder): Promise<Standing & { scopes: ReadonlySet<Scope> }> {
  if ('userId' in holder) {
    const role = (await roleOf(workspaceId, holder.userId)) ?? undefined
    return { workspaceId, userId: holder.userId, role, scopes: role ? ROLE_SCOPES[role] : new Set() }
  }
  const { keyId } = holder
  const key = await db.apiKey.findFirst({ where: { workspaceId, id: keyId, ...working() }, select: { scopes: true, userId: true } })
  if (key?.userId == null) return { workspaceId, keyId, scopes: withinRole(key?.scopes ?? [], null) }
  const role = (await roleOf(workspaceId, key.userId)) ?? undefined
  return { workspaceId, keyId, userId: key.userId, role, scopes: role ? withinRole(key.scopes, role) : new Set() }
}

async function roleOf(workspaceId: number, userId: number): Promise<Role | null> {
  const member = await db.membership.findFirst({ where: { workspaceId, userId }, select: { role: true } })
  return (member?.role as Role | undefined) ?? null
}

const working = () => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }] })
