import { randomBytes, randomUUID } from 'node:crypto'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { currentAuditActor, setAuditContext } from '../../../kernel/auditContext.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, db, transaction } from '../../../kernel/db/db.ts'
import { DomainError, forbidden, notFound, unauthenticated, unprocessable } from '../../../kernel/vocabulary/errors.ts'
import { publish } from '../../../kernel/events.ts'
import { sha256 } from '../../../kernel/crypto/ids.ts'
import type { SignInInput, SignUpInput } from '../../../inputs/accounts.ts'
import { ROLE_SCOPES, type Role } from '../../../kernel/vocabulary/scopes.ts'
import { settings } from '../../../kernel/config/settings.ts'
import { createAttemptLimiter } from '../../rateLimits/attemptLimits.ts'
import * as invitations from '../invitations.ts'
import * as passwords from './passwords.ts'
import { createAnonymousLimit } from '../../rateLimits/anonymousLimit.ts'
import * as tokens from './tokens.ts'
import * as users from './users.ts'
import * as workspaces from '../../workspaces/workspaces.ts'

const maySignUp = createAnonymousLimit('sign-ups', { fromOne: { most: 20, withinMs: 3_600_000 }, fromAll: { rpm: 60, rpd: 2_000 } })

const REFRESH_LIFETIME_MS = 30 * 86_400_000
const ROTATION_GRACE_MS = 10_000

export interface AuthPayload {
  accessToken: string
  /** When the access token ends. */
  expiresAt: Date
  /** What the next access token is asked with, once; null when another tab was given it a moment ago. */
  refreshToken: string | null
  userId: number
}

/**
 * Makes an account and signs it in: with a workspace of its own, or as the member that an invitation asks for. Throws FORBIDDEN where the server
 * lets no such account be made, before anything is told about the email address; a conflict when the address has an account; RateLimitError when too
 * many were made from this network address, where one is named, or from all of them, or after ten addresses with an account in an hour; what
 * `invitations.find` throws. If the process dies, there is either all of it or nothing.
 */
export async function signUp({ email, password, name, workspaceName, invitation: secret }: SignUpInput, address?: string): Promise<AuthPayload> {
  requireSignUpAllowed(secret != null)
  if (address !== undefined) await maySignUp(address)
  const invitation = secret == null ? null : await invitations.find(secret, address ?? '')
  if (!invitation && workspaceName == null) throw unprocessable([{ loc: ['body', 'workspaceName'], msg: 'field required', type: 'value_error.missing' }])
  if (address !== undefined) takenAddresses.check(address)
  const passwordHash = await passwords.hashChosen(password, { email })
  const userId = await transaction(async (tx) => {
    const user = await users.create(tx, { email, name, passwordHash })
    await setAuditContext(tx, { operation: 'signUp', ...currentAuditActor(), kind: 'user', userId: user.id })
    if (invitation) await invitations.acceptIn(tx, invitation, user.id)
    else await workspaces.createIn(tx, { name: workspaceName!, ownerUserId: user.id })
    return user.id
  }).catch((error: unknown) => {
    if (address !== undefined && error instanceof DomainError && error.detail === users.EMAIL_TAKEN) takenAddresses.count(address)
    throw error
  })
  return begin(userId, invitation?.workspaceId)
}

/** Without mail a sign-up has to tell that an address has an account; so it tells one caller of a few only. */
const takenAddresses = createAttemptLimiter({ most: 10, withinMs: 60 * 60_000 })

/** Throws FORBIDDEN unless the server lets people make such an account. */
function requireSignUpAllowed(isInvited: boolean) {
  if (settings.signUp === 'off') throw forbidden('This server does not accept new accounts. Ask your server administrator.')
  if (settings.signUp === 'invited' && !isInvited) throw forbidden('You need an invitation to create an account on this server. Ask for an invitation link.')
}

/**
 * Signs a person in to their first workspace, or to the one of an invitation that they accept with it. `address` is where the request came from,
 * and `devices` what its cookie says of earlier sign-ins: guesses are counted by them.
 */
export async function signIn({ invitation, ...input }: SignInInput, address: string, devices: string | null = null): Promise<AuthPayload> {
  const userId = await users.identify(input, { address, devices })
  const joined = invitation == null ? null : await invitations.acceptAs(userId, invitation, address)
  return begin(userId, joined?.id)
}

async function begin(userId: number, wanted?: number): Promise<AuthPayload> {
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
 * A new access token, and the next refresh token in exchange for this one. The one before is good for another ten
 * seconds, for a second tab that asks at the same time; any older one was copied, so that the whole session ends.
 * Throws UNAUTHENTICATED for a token that is none, and NOT_FOUND for a workspace that is not the person's.
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

/** One statement, so that of many at once the row's lock lets exactly one succeed. Answers null to the others. */
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

/** Ends the session of an access token, of a refresh token, or of both. One that is over stays so. */
export async function signOut({ sessionId, refreshToken }: { sessionId?: string; refreshToken?: string | null }) {
  const session = await findSession(refreshToken)
  for (const id of new Set([sessionId, session?.id])) if (id) await revoke(id)
}

async function revoke(id: string) {
  const { count } = await anyWorkspace.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: clock.now() } })
  if (count === 1) publish('access.revoked', { sessionId: id })
}

/** Who an access token speaks for: the session still stands and the membership too, whose role is read afresh. */
export async function authenticate(accessToken: string): Promise<Actor | null> {
  const claims = await tokens.verify(accessToken)
  if (!claims) return null
  const { userId, sessionId, workspaceId, expiresAt: until } = claims
  const user = { disabledAt: null, sessions: { some: { id: sessionId, ...activeSession() } } }
  const membership = await db.membership.findFirst({ where: { workspaceId, userId, user }, select: { role: true } })
  if (!membership) return null
  const role = membership.role as Role
  return { kind: 'session', workspaceId, scopes: ROLE_SCOPES[role], userId, sessionId, role, until }
}

/** An access token for another workspace of the same person, in the same session. */
export async function switchWorkspace({ userId, sessionId }: Actor, workspaceId: number) {
  if (userId === undefined || sessionId === undefined) throw forbidden('Only a signed-in user can do this.')
  return tokens.issue({ userId, sessionId, workspaceId: await workspaceOf(userId, workspaceId) })
}

async function workspaceOf(userId: number, wanted?: number | null): Promise<number> {
  const where = { userId, workspaceId: wanted ?? undefined }
  const membership = await anyWorkspace.membership.findFirst({ where, orderBy: { createdAt: 'asc' } })
  if (membership) return membership.workspaceId
  throw wanted == null ? forbidden('You are not a member of any workspace.') : notFound('Workspace')
}

const activeSession = () => ({ revokedAt: null, expiresAt: { gt: clock.now() } })
const sessionEndedError = () => unauthenticated('Your session has ended. Sign in again.')

/** 32 bytes: the session's id, by which also a token of long ago is recognised, and 16 random ones. */
const newRefreshToken = (sessionId: string) => Buffer.from(sessionId.replaceAll('-', '') + randomBytes(16).toString('hex'), 'hex').toString('base64url')

/** The living session a refresh token names, whether or not the token is its latest. */
async function findSession(refreshToken: string | null | undefined) {
  if (!refreshToken || !/^[\w-]{43}$/.test(refreshToken)) return null
  const id = Buffer.from(refreshToken, 'base64url').toString('hex', 0, 16)
  return anyWorkspace.session.findUnique({ where: { id, ...activeSession() }, select: { id: true, userId: true } })
}
