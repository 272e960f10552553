import { createHash } from 'node:crypto'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { anyWorkspace, db, transaction } from '../../kernel/db/db.ts'
import { badRequest, conflict, DomainError, forbidden, unauthenticated } from '../../kernel/vocabulary/errors.ts'
import type { ApiKey } from '../../generated/prisma/client.ts'
import type { AppApproval, ConnectedAppLimits } from '../../inputs/connectedApps.ts'
import { formatMicros } from '../../kernel/lib/money.ts'
import { isKeyScope, type KeyScope, type Role, limitToRole } from '../../kernel/vocabulary/scopes.ts'
import * as access from './access.ts'
import * as credentials from './credentials.ts'
import * as appGrants from './appGrants.ts'
import type { PageArgs } from '../shared/paging.ts'
import * as personalAccess from './personalAccess.ts'

/** An app as the authorization server knows it. */
export interface App {
  clientId: string
  name: string
  /** Where its person is sent back to. */
  redirectHost: string
}

/** After this an app has to ask its person anew, however often it is used. */
export const GRANT_LIFETIME_MS = 180 * 86_400_000

/** A bearer token as it is stored: only its hash is. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Notes what a person grants to an app: `grantId` is the authorization server's, which its tokens carry. Of what the app asked for,
 * whatever is not granted is declined. Throws FORBIDDEN for more than was asked, or than the person may do in that workspace.
 * The server's own record of the grant is made before this; if the process dies between them, no token of it exists.
 */
export async function approve(person: Actor, app: App, grantId: string, asked: readonly string[], approval: AppApproval): Promise<ApiKey> {
  const { workspaceId, callLimit = null, spendLimit = null } = approval
  const scopes = [...new Set(approval.scopes)]
  const beyond = scopes.filter((scope) => !asked.includes(scope))
  if (beyond.length > 0) throw forbidden(`The app did not request these scopes: ${beyond.join(', ')}`)
  const userId = person.userId!
  const role = await access.scopesOf(workspaceId, { userId })
  if (role.size === 0) throw forbidden('You are not a member of this workspace.')
  credentials.requireOwnScopes({ scopes: role }, scopes, 'connected app')
  const declinedScopes = asked.filter((scope) => isKeyScope(scope) && !scopes.includes(scope))
  return transaction(async (tx) => {
    const named = { kind: 'app', workspaceId, userId, createdById: userId, name: app.name, scopes, expiresAt: fromNow(GRANT_LIFETIME_MS) } as const
    const key = await credentials.create(grantId, named, tx)
    await tx.appGrant.create({
      data: { workspaceId, keyId: key.id, clientId: app.clientId, redirectHost: app.redirectHost, declinedScopes, callLimit, spendLimitMicros: spendLimit },
    })
    return key
  })
}

/**
 * Who an access token for `resource` speaks for, with the scopes of that token. Throws UNAUTHENTICATED for one that is unknown, expired, revoked or for another
 * resource, and where the person behind it is no member any more.
 */
export async function authenticate(token: string, resource: string): Promise<credentials.AuthenticatedCredential> {
  const found = await anyWorkspace.oauthPayload.findUnique({
    where: { model_id: { model: 'AccessToken', id: hashToken(token) }, expiresAt: { gt: clock.now() } },
  })
  const { aud, scope = '' } = (found?.payload ?? {}) as { aud?: string | string[]; scope?: string }
  if (!found?.grantId || ![aud].flat().includes(resource)) throw unauthenticated('Invalid or expired access token')
  const caller = await credentials.authenticate(found.grantId, ['app'])
  const asked = new Set(scope.split(' '))
  return {
    ...caller,
    actor: { ...caller.actor, until: found.expiresAt ?? undefined, scopes: new Set([...caller.actor.scopes].filter((one) => asked.has(one))) },
  }
}

/** The apps that the signed-in person has connected, newest first; everybody's for who may read keys. */
export const list = (actor: Actor, page: PageArgs) => personalAccess.list(actor, 'app', page)

/**
 * Sets how much an app may do in all: what is absent stays as it is, null lifts a cap. Throws BAD_REQUEST for less than it has
 * done already, and a conflict for an app that is revoked.
 */
export async function update(actor: Actor, id: number, { callLimit, spendLimit }: ConnectedAppLimits): Promise<personalAccess.PersonalCredential> {
  const app = await personalAccess.requireManageable(actor, 'app', id)
  if (app.revokedAt) throw conflict('This app was revoked. Connect it again.')
  if (callLimit === undefined && spendLimit === undefined) throw badRequest('No fields to update')
  const covered = { ...(callLimit != null && { callsUsed: { lte: callLimit } }), ...(spendLimit != null && { spentMicros: { lte: spendLimit } }) }
  const where = { workspaceId: actor.workspaceId, keyId: id, ...covered }
  const { count } = await db.appGrant.updateMany({ where, data: { callLimit, spendLimitMicros: spendLimit } })
  const now = await personalAccess.requireManageable(actor, 'app', id)
  if (count === 0) throw badRequest(limitBelowUsage(now))
  return now
}

const limitBelowUsage = ({ appGrant }: personalAccess.PersonalCredential) =>
  `A cap cannot be lower than what the app has already used: ${appGrant!.callsUsed} calls, ${formatMicros(appGrant!.spentMicros)} spent.`

/**
 * Ends an app's access at once, everywhere, and pauses the campaigns that it started: one's own, or anybody's for who may write keys. Its row stays as history. If the
 * process dies after the first step, the app is cut off all the same: no token of it holds without the credential.
 */
export async function revoke(actor: Actor, id: number): Promise<personalAccess.PersonalCredential> {
  const app = await personalAccess.requireManageable(actor, 'app', id)
  return { ...app, ...(await revokeById(actor.workspaceId, id)) }
}

/** The same by the operator's hand. */
export const revokeById = appGrants.revoke

/** Whether a grant still gives its app anything: it is not revoked, and its person is a member. */
export async function isGrantActive(grantId: string): Promise<boolean> {
  try {
    await credentials.authenticate(grantId, ['app'])
    return true
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') return false
    throw error
  }
}

/** The workspaces to which a person can give an app access, with what they may do there of what it asks for. */
export async function workspacesOf({ userId }: Actor, asked: readonly KeyScope[]) {
  const memberships = await anyWorkspace.membership.findMany({
    where: { userId: userId! },
    select: { workspaceId: true, role: true, workspace: { select: { name: true } } },
    orderBy: { workspaceId: 'asc' },
  })
  return memberships.map(({ workspaceId, role, workspace }) => {
    const allowed = limitToRole(asked, role)
    return { id: workspaceId, name: workspace.name, role: role as Role, scopes: asked.filter((scope) => allowed.has(scope)) }
  })
}
