import { randomBytes, randomUUID } from 'node:crypto'
import type { UserId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, db } from '../../../kernel/db/db.ts'
import { inWorkspace } from '../../../kernel/db/workspaceContext.ts'
import { forbidden, notFound, unauthenticated } from '../../../kernel/vocabulary/errors.ts'
import { publish } from '../../../kernel/events.ts'
import { sha256 } from '../../../kernel/crypto/ids.ts'
import type { SignInInput } from '../../../inputs/accounts.ts'
import { ROLE_SCOPES, type Role } from '../../../kernel/vocabulary/scopes.ts'
import * as invitations from '../invitations.ts'
import * as tokens from './tokens.ts'
import * as users from './users.ts'

const REFRESH_LIFETIME_MS = 30 * 86_400_000
const ROTATION_GRACE_MS = 10_000

export interface AuthPayload {
  accessToken: string
  /** When the access token expires. */
  expiresAt: Date
  /** Gets the next access token, once. `null` if another tab received it a moment ago. */
  refreshToken: string | null
  userId: UserId
}

/**
 * Signs a user in to their first workspace, or to that of an invitation, which it accepts. Attempts count by the request's `address` and
 * its `devices` cookie. Throws the errors of `users.identify` and `invitations.accept`.
 */
export async function signIn({ invitation, ...input }: SignInInput, address: string, devices: string | null = null): Promise<AuthPayload> {
  const userId = await users.identify(input, { address, devices })
  const joined = invitation == null ? null : await invitations.acceptAs(userId, invitation, address)
  return begin(userId, joined?.id)
}

/** Begins a session in the workspace, or in the user's first one. Throws NOT_FOUND if the user is not a member of it. */
export async function begin(userId: UserId, wanted?: number): Promise<AuthPayload> {
  const workspaceId = await workspaceOf(userId, wanted)
  const sessionId = randomUUID()
  const refreshToken = newRefreshToken(sessionId)
  await anyWorkspace.session.deleteMany({ where: { userId, expiresAt: { lt: clock.now() } } })
  await anyWorkspace.session.create({
    data: { id: sessionId, userId, refreshHash: sha256(refreshToken), rotatedAt: clock.now(), expiresAt: fromNow(REFRESH_LIFETIME_MS) },
  })
  return { ...(await tokens.issue({ userId, sessionId, workspaceId })), refreshToken, userId }
}

/**
 * Exchanges a refresh token for an access token and the next refresh token. The previous refresh token stays valid for ten seconds, for a
 * second tab that refreshes at the same time. An older token was copied, so it ends the session. Throws UNAUTHENTICATED for an invalid
 * token, NOT_FOUND for a workspace in which the user is not a member.
 */
export async function refresh(refreshToken: string | null | undefined, wanted?: number | null): Promise<AuthPayload> {
  const session = await findSession(refreshToken)
  if (!session || !refreshToken) throw sessionEndedError()
  const { id: sessionId, userId } = session
  const workspaceId = await workspaceOf(userId, wanted)
  const next = await rotate(sessionId, refreshToken)
  if (!next && !(await wasJustRotated(sessionId, refreshToken))) {
    await revoke(sessionId)
    throw sessionEndedError()
  }
  return { ...(await tokens.issue({ userId, sessionId, workspaceId })), refreshToken: next, userId }
}

/** Replaces the refresh token in one statement, so that exactly one of several concurrent calls succeeds. Returns null to the others. */
async function rotate(id: string, refreshToken: string): Promise<string | null> {
  const next = newRefreshToken(id)
  const used = sha256(refreshToken)
  const { count } = await anyWorkspace.session.updateMany({
    where: { id, refreshHash: used, ...activeSession() },
    data: { refreshHash: sha256(next), previousHash: used, rotatedAt: clock.now(), expiresAt: fromNow(REFRESH_LIFETIME_MS) },
  })
  return count === 1 ? next : null
}

async function wasJustRotated(id: string, refreshToken: string): Promise<boolean> {
  const where = { id, previousHash: sha256(refreshToken), rotatedAt: { gt: fromNow(-ROTATION_GRACE_MS) }, ...activeSession() }
  return (await anyWorkspace.session.count({ where })) === 1
}

/** Ends the sessions of an access token and a refresh token. Idempotent. */
export async function signOut({ sessionId, refreshToken }: { sessionId?: string; refreshToken?: string | null }) {
  const session = await findSession(refreshToken)
  for (const id of new Set([sessionId, session?.id])) if (id) await revoke(id)
}

async function revoke(id: string) {
  const { count } = await anyWorkspace.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: clock.now() } })
  if (count === 1) publish('access.revoked', { sessionId: id })
}

/** Returns the actor of an access token with the user's current role, or null if the token, session or membership has ended. */
export async function authenticate(accessToken: string): Promise<Actor | null> {
  const claims = await tokens.verify(accessToken)
  if (!claims) return null
  const { userId, sessionId, workspaceId, expiresAt: until } = claims
  const user = { disabledAt: null, sessions: { some: { id: sessionId, ...activeSession() } } }
  const membership = await inWorkspace(workspaceId, () => db.membership.findFirst({ where: { workspaceId, userId, user }, select: { role: true } }))
  if (!membership) return null
  const role = membership.role as Role
  return { kind: 'session', workspaceId, scopes: ROLE_SCOPES[role], userId, sessionId, role, until }
}

/** Issues an access token for another workspace of the user in the same session. Throws NOT_FOUND if the user is not a member. */
export async function switchWorkspace({ userId, sessionId }: Actor, workspaceId: WorkspaceId) {
  if (userId === undefined || sessionId === undefined) throw forbidden('person_required')
  return tokens.issue({ userId, sessionId, workspaceId: await workspaceOf(userId, workspaceId) })
}

async function workspaceOf(userId: UserId, wanted?: number | null): Promise<number> {
  const where = { userId, workspaceId: wanted ?? undefined }
  const membership = await anyWorkspace.membership.findFirst({ where, orderBy: { createdAt: 'asc' } })
  if (membership) return membership.workspaceId
  throw wanted == null ? forbidden('no_workspace') : notFound('Workspace')
}

const activeSession = () => ({ revokedAt: null, expiresAt: { gt: clock.now() } })
const sessionEndedError = () => unauthenticated('session_ended')

/** Creates a token of 32 bytes: the session's ID, so that an old token is recognized, and 16 random bytes. */
const newRefreshToken = (sessionId: string) => Buffer.from(sessionId.replaceAll('-', '') + randomBytes(16).toString('hex'), 'hex').toString('base64url')

/** Returns the active session of a refresh token, whether or not the token is the latest. */
async function findSession(refreshToken: string | null | undefined) {
  if (!refreshToken || !/^[\w-]{43}$/.test(refreshToken)) return null
  const id = Buffer.from(refreshToken, 'base64url').toString('hex', 0, 16)
  return anyWorkspace.session.findUnique({ where: { id, ...activeSession() }, select: { id: true, userId: true } })
}
