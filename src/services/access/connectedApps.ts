import { createHash } from 'node:crypto'
import type { ApiKeyId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { anyWorkspace, transaction } from '../../kernel/db/db.ts'
import { badRequest, conflict, DomainError, forbidden } from '../../kernel/vocabulary/errors.ts'
import type { ApiKey } from '../../generated/prisma/client.ts'
import type { AppApproval, ConnectedAppLimits } from '../../inputs/connectedApps.ts'
import { formatMicros } from '../../kernel/lib/money.ts'
import { isKeyScope, type KeyScope, type Role, limitToRole } from '../../kernel/vocabulary/scopes.ts'
import * as appAllowances from '../billing/appAllowances.ts'
import * as access from './access.ts'
import * as credentials from './credentials.ts'
import * as appGrants from './appGrants.ts'
import type { PageArgs } from '../shared/paging.ts'
import * as personalAccess from './personalAccess.ts'

/** An app as registered with the authorization server. */
export interface App {
  clientId: string
  name: string
  /** The host to which the user is redirected. */
  redirectHost: string
}

/** How long a grant is valid, no matter how often it is used. After that the app asks the user again. */
export const GRANT_LIFETIME_MS = 180 * 86_400_000

/** Hashes a bearer token as it is stored. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Records what a user grants to an app. `grantId` is the authorization server's ID, which the tokens carry. Requested scopes that are not
 * granted are stored as declined. Throws FORBIDDEN for scopes that were not requested or exceed the user's role in the workspace. The
 * authorization server stores its own record first; if the process dies in between, the grant has no token.
 */
export async function approve(granter: Actor, app: App, grantId: string, requested: readonly string[], approval: AppApproval): Promise<ApiKey> {
  const { workspaceId, callLimit = null, spendLimit = null } = approval
  const scopes = [...new Set(approval.scopes)]
  const beyond = scopes.filter((scope) => !requested.includes(scope))
  if (beyond.length > 0) throw forbidden('scopes_not_requested', { scopes: beyond })
  const userId = granter.userId!
  const role = await access.scopesOf(workspaceId, { userId })
  if (role.size === 0) throw forbidden('not_a_member')
  credentials.requireOwnScopes({ scopes: role }, scopes, 'connected app')
  const declinedScopes = requested.filter((scope) => isKeyScope(scope) && !scopes.includes(scope))
  return transaction(async (tx) => {
    const credential = { kind: 'app', workspaceId, userId, createdById: userId, name: app.name, scopes, expiresAt: fromNow(GRANT_LIFETIME_MS) } as const
    const key = await credentials.create(grantId, credential, tx)
    const { clientId, redirectHost } = app
    await appAllowances.create(tx, { workspaceId, keyId: key.id, clientId, redirectHost, declinedScopes, callLimit, spendLimitMicros: spendLimit })
    return key
  })
}

/**
 * Returns the actor of an access token for `resource`, with the token's scopes. Throws UNAUTHENTICATED if the token is unknown, expired,
 * revoked or for another resource, or if the user is no longer a member.
 */
export async function authenticate(token: string, resource: string): Promise<credentials.AuthenticatedCredential> {
  const row = await anyWorkspace.oauthPayload.findUnique({
    where: { model_id: { model: 'AccessToken', id: hashToken(token) }, expiresAt: { gt: clock.now() } },
  })
  const { aud, scope = '' } = (row?.payload ?? {}) as { aud?: string | string[]; scope?: string }
  if (!row?.grantId || ![aud].flat().includes(resource)) throw new DomainError('UNAUTHENTICATED', 'Invalid or expired access token')
  const caller = await credentials.authenticate(row.grantId, ['app'])
  const tokenScopes = new Set(scope.split(' '))
  return {
    ...caller,
    actor: { ...caller.actor, until: row.expiresAt ?? undefined, scopes: new Set([...caller.actor.scopes].filter((each) => tokenScopes.has(each))) },
  }
}

/** Lists the apps that the signed-in user has connected, newest first; all apps for actors who can read keys. */
export const list = (actor: Actor, page: PageArgs) => personalAccess.list(actor, 'app', page)

/**
 * Sets an app's total limits. Missing fields stay unchanged, null removes a limit. Throws BAD_REQUEST for a limit below what the app has
 * already used, CONFLICT if the app is revoked.
 */
export async function update(actor: Actor, id: ApiKeyId, { callLimit, spendLimit }: ConnectedAppLimits): Promise<personalAccess.PersonalCredential> {
  const app = await personalAccess.requireManageable(actor, 'app', id)
  if (app.revokedAt) throw conflict('app_revoked')
  if (callLimit === undefined && spendLimit === undefined) throw badRequest('no_changes')
  const isSet = await appAllowances.setCaps(actor.workspaceId, id, { callLimit, spendLimit })
  const updated = await personalAccess.requireManageable(actor, 'app', id)
  if (!isSet) throw limitBelowUsageError(updated)
  return updated
}

const limitBelowUsageError = ({ appGrant }: personalAccess.PersonalCredential) =>
  badRequest('app_limit_below_usage', { calls: appGrant!.callsUsed, spent: formatMicros(appGrant!.spentMicros) })

/**
 * Revokes an app in all processes and pauses the campaigns that it started: the user's own app, or any app for actors who can write keys.
 * The row stays as history. If the process dies after the first step, the app's tokens are invalid without the credential.
 */
export async function revoke(actor: Actor, id: ApiKeyId): Promise<personalAccess.PersonalCredential> {
  const app = await personalAccess.requireManageable(actor, 'app', id)
  return { ...app, ...(await revokeById(actor.workspaceId, id)) }
}

/** Revokes an app for the server administrator. */
export const revokeById = appGrants.revoke

/** Whether a grant still gives its app access: it is not revoked, and its user is a member. */
export async function isGrantActive(grantId: string): Promise<boolean> {
  try {
    await credentials.authenticate(grantId, ['app'])
    return true
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') return false
    throw error
  }
}

/** Lists the workspaces to which a user can give an app access, with the requested scopes that the user can grant there. */
export async function workspacesOf({ userId }: Actor, requested: readonly KeyScope[]) {
  const memberships = await anyWorkspace.membership.findMany({
    where: { userId: userId! },
    select: { workspaceId: true, role: true, workspace: { select: { name: true } } },
    orderBy: { workspaceId: 'asc' },
  })
  return memberships.map(({ workspaceId, role, workspace }) => {
    const allowed = limitToRole(requested, role)
    return { id: workspaceId, name: workspace.name, role: role as Role, scopes: requested.filter((scope) => allowed.has(scope)) }
  })
}
