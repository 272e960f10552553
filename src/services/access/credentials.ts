import { LRUCache } from 'lru-cache'
import type { ApiKeyId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { db, type Tx } from '../../kernel/db/db.ts'
import { badRequest, DomainError, forbidden, notFound } from '../../kernel/vocabulary/errors.ts'
import { onEvent, publish } from '../../kernel/events.ts'
import type { ApiKey, Prisma } from '../../generated/prisma/client.ts'
import { sha256 } from '../../kernel/crypto/ids.ts'
import { log } from '../../kernel/log.ts'
import { perServer } from '../../kernel/serverState.ts'
import { isKeyScope, type KeyScope, type Role, limitToRole } from '../../kernel/vocabulary/scopes.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as access from './access.ts'
import { readInBatchesById } from '../shared/batches.ts'

/** Credentials that act without a session: an API key, a user's CLI token, and a user's grant to an app. */
export type CredentialKind = Exclude<Actor['kind'], 'session'>

const LAST_USE_INTERVAL_MS = 60_000
/** How long another process may still use a credential after a revocation or a change of role or plan. This process drops it at once. */
const CACHE_TTL_MS = 1_000

const knownCredentials = perServer(() => {
  const cache = new LRUCache<string, AuthenticatedCredential>({ max: 10_000, ttl: CACHE_TTL_MS })
  const known = { cache, revocations: 0 }
  onEvent('access.revoked', (revoked) => {
    known.revocations += 1
    for (const [secret, { actor }] of cache) if (access.isAffectedBy(revoked, actor)) cache.delete(secret)
  })
  return known
})

/** Names of the kinds in error messages. */
const KIND_NAMES: Record<CredentialKind, string> = { key: 'API key', cli: 'CLI token', app: 'Grant' }

/**
 * Returns the actor of a credential of these kinds, and the plan that sets its limits. `secret` is the key, the token, or the grant's ID.
 * A user's credential has the scopes that the user's current role also has. Throws UNAUTHENTICATED for an invalid credential (spec:
 * Errors). A credential in use costs one query per second.
 */
export async function authenticate(secret: string, kinds: readonly CredentialKind[]): Promise<AuthenticatedCredential> {
  const credential = knownCredentials().cache.get(secret) ?? (await lookUp(secret))
  if (!credential || !kinds.includes(credential.actor.kind)) throw new DomainError('UNAUTHENTICATED', `Invalid ${KIND_NAMES[kinds[0]!]}`)
  const label = KIND_NAMES[credential.actor.kind]
  if (credential.revokedAt) throw new DomainError('UNAUTHENTICATED', `${label} revoked`)
  if (hasExpired(credential)) throw new DomainError('UNAUTHENTICATED', `${label} expired`)
  void recordUse(credential)
  return credential
}

const findBySecret = statement(
  'access.findBySecret',
  sql`
    select k.id, k.kind, k.name, k.workspace_id, k.user_id, k.scopes as "scopes!", k.revoked_at, k.expires_at, k.last_used_at,
      w.plan, m.role, u.email, g.declined_scopes
    from api_keys k join workspaces w on w.id = k.workspace_id
    left join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.user_id left join users u on u.id = m.user_id
    left join app_grants g on g.key_id = k.id where k.hash = $hash`,
  { acrossWorkspaces: 'The secret says whose workspace it is.' },
)

async function lookUp(secret: string): Promise<AuthenticatedCredential | null> {
  const known = knownCredentials()
  const before = known.revocations
  const row = await findBySecret.get({ hash: sha256(secret) })
  if (!row || (row.kind !== 'key' && row.role === null)) return null
  const { id: keyId, workspaceId, userId, name, email, scopes, declinedScopes, plan, revokedAt, expiresAt, lastUsedAt } = row
  const kind = row.kind as CredentialKind
  const role = row.role as Role | null
  const holder = userId === null || role === null ? {} : { userId, role, displayName: displayNameOf(email!, name) }
  const allowed = limitToRole(scopes, role)
  const unavailableScopes = new Set([...(declinedScopes ?? []), ...scopes].filter(isKeyScope).filter((scope) => !allowed.has(scope)))
  const credential = { plan, revokedAt, expiresAt, lastUsedAt, unavailableScopes, actor: { kind, workspaceId, keyId, ...holder, scopes: allowed } }
  if (before === known.revocations) known.cache.set(secret, credential)
  return credential
}

/** Returns the name of an actor in the audit log: the user and the credential. */
export const displayNameOf = (email: string, name: string) => `${email} (${name})`

/** A valid credential. `unavailableScopes` are scopes that the user declined, or granted without having them. */
export interface AuthenticatedCredential extends Pick<ApiKey, 'revokedAt' | 'expiresAt' | 'lastUsedAt'> {
  plan: string
  actor: Actor & { kind: CredentialKind; keyId: ApiKeyId }
  unavailableScopes: ReadonlySet<KeyScope>
}

export const hasExpired = ({ expiresAt }: { expiresAt: Date | null }) => expiresAt !== null && expiresAt <= clock.now()

/** Stores the time of use, at most once a minute, while the request continues. An error does not fail the request. */
async function recordUse(credential: AuthenticatedCredential) {
  const due = fromNow(-LAST_USE_INTERVAL_MS)
  if (credential.lastUsedAt && credential.lastUsedAt > due) return
  credential.lastUsedAt = clock.now()
  const { workspaceId, keyId } = credential.actor
  try {
    const where = { workspaceId, id: keyId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: due } }] }
    await inWorkspace(workspaceId, () => db.apiKey.updateMany({ where, data: { lastUsedAt: credential.lastUsedAt } }))
  } catch (err) {
    log.warn({ err, keyId }, 'could not record the last use of an API key or token')
  }
}

interface NewCredential extends Pick<Prisma.ApiKeyUncheckedCreateInput, 'workspaceId' | 'userId' | 'name' | 'createdById' | 'expiresAt'> {
  kind: CredentialKind
  scopes: readonly string[]
}

/** Creates a credential. Throws BAD_REQUEST for invalid scopes (spec: Scopes) or an expiration date in the past. */
export function create(secret: string, { scopes, expiresAt, ...values }: NewCredential, tx: Pick<Tx, 'apiKey'> = db): Promise<ApiKey> {
  const invalid = scopes.filter((scope) => !isKeyScope(scope))
  if (invalid.length > 0) throw badRequest('unknown_scopes', { scopes: invalid })
  if (scopes.length === 0) throw badRequest('scopes_missing', { credential: KIND_NAMES[values.kind] })
  if (expiresAt && new Date(expiresAt) <= clock.now()) throw badRequest('expires_in_past')
  // A grant's secret is an ID that members never see, so it needs no preview.
  const preview = values.kind === 'app' ? { prefix: '', last4: '' } : { prefix: secret.slice(0, 8), last4: secret.slice(-4) }
  return tx.apiKey.create({ data: { ...values, scopes: [...new Set(scopes)], expiresAt, hash: sha256(secret), ...preview } })
}

/** Throws FORBIDDEN if the actor lacks a scope that it would give. */
export function requireOwnScopes({ scopes }: Pick<Actor, 'scopes'>, wanted: readonly string[], to = 'key') {
  const missing = wanted.filter((scope) => isKeyScope(scope) && !scopes.has(scope))
  if (missing.length > 0) throw forbidden('scopes_above_own', { credential: to, scopes: missing })
}

/** Builds the NOT_FOUND error of a kind. */
export const credentialNotFound = (kind: CredentialKind) => notFound(kind === 'app' ? 'Connected app' : KIND_NAMES[kind])

/** Returns the names of keys, CLI tokens and apps by ID. */
export async function listNames(workspaceId: WorkspaceId, ids: readonly number[]): Promise<Map<number, { kind: CredentialKind; name: string }>> {
  const rows = await db.apiKey.findMany({ where: { workspaceId, id: { in: [...ids] } }, select: { id: true, kind: true, name: true } })
  return new Map(rows.map(({ id, kind, name }) => [id, { kind: kind as CredentialKind, name }]))
}

/** Returns a credential of the workspace. Throws NOT_FOUND. */
export async function find(workspaceId: WorkspaceId, kind: CredentialKind, id: ApiKeyId): Promise<ApiKey> {
  const row = await db.apiKey.findUnique({ where: { workspaceId_id: { workspaceId, id }, kind } })
  if (!row) throw credentialNotFound(kind)
  return row
}

/** Revokes a credential in all processes. Idempotent. */
export async function revoke(workspaceId: WorkspaceId, kind: CredentialKind, id: ApiKeyId): Promise<ApiKey> {
  await db.apiKey.updateMany({ where: { workspaceId, id, kind, revokedAt: null }, data: { revokedAt: clock.now() } })
  const row = await find(workspaceId, kind, id)
  publish('access.revoked', { keyId: id })
  return row
}

/** Yields the workspace's credentials, oldest first, with their users' email addresses. Reads in batches. */
export const read = (workspaceId: WorkspaceId) =>
  readInBatchesById(500, async (after, take) => {
    const included = { user: { select: { email: true } } }
    const rows = await db.apiKey.findMany({ where: { workspaceId, id: { gt: after } }, include: included, take, orderBy: { id: 'asc' } })
    return rows.map(({ user, scopes, ...row }) => ({ ...row, scopes: scopes.join(' '), person: user?.email }))
  })
