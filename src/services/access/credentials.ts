import { LRUCache } from 'lru-cache'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { db, type Tx } from '../../kernel/db/db.ts'
import { badRequest, forbidden, notFound, unauthenticated } from '../../kernel/vocabulary/errors.ts'
import { onEvent, publish } from '../../kernel/events.ts'
import type { ApiKey, Prisma } from '../../generated/prisma/client.ts'
import { sha256 } from '../../kernel/crypto/ids.ts'
import { log } from '../../kernel/log.ts'
import { isKeyScope, type KeyScope, type Role, limitToRole } from '../../kernel/vocabulary/scopes.ts'
import { query, sql } from '../../kernel/db/sql.ts'
import * as access from './access.ts'
import { readInBatchesById } from '../shared/batches.ts'

/** What stands for somebody where no person is signed in: an API key, a person's CLI token, what a person granted to an app. */
export type CredentialKind = Exclude<Actor['kind'], 'session'>

const LAST_USE_INTERVAL_MS = 60_000
/** How long another process may not hear of a revocation, a new role or a new plan, in milliseconds; here they are heard at once. */
const CACHE_TTL_MS = 1_000

const cache = new LRUCache<string, AuthenticatedCredential>({ max: 10_000, ttl: CACHE_TTL_MS })
let revocations = 0
onEvent('access.revoked', (revoked) => {
  revocations += 1
  for (const [secret, { actor }] of cache) if (access.isAffectedBy(revoked, actor)) cache.delete(secret)
})

/** What is called when a credential does not hold, in the words of its kind. */
const KIND_NAMES: Record<CredentialKind, string> = { key: 'API key', cli: 'CLI token', app: 'Grant' }

/**
 * Who a credential of these kinds speaks for, and the plan that sets their limits; `secret` is the key, the token, or the id of the
 * grant. A person's credential can do what its scopes and the person's role of now have in common. Throws UNAUTHENTICATED for one
 * that does not hold (spec: Errors); one in use costs a look-up a second.
 */
export async function authenticate(secret: string, kinds: readonly CredentialKind[]): Promise<AuthenticatedCredential> {
  const known = cache.get(secret) ?? (await lookUp(secret))
  if (!known || !kinds.includes(known.actor.kind)) throw unauthenticated(`Invalid ${KIND_NAMES[kinds[0]!]}`)
  const called = KIND_NAMES[known.actor.kind]
  if (known.revokedAt) throw unauthenticated(`${called} revoked`)
  if (hasExpired(known)) throw unauthenticated(`${called} expired`)
  void recordUse(known)
  return known
}

async function lookUp(secret: string): Promise<AuthenticatedCredential | null> {
  const before = revocations
  const [found] = await query<CredentialRow>(sql`
    select k.id, k.kind, k.name, k.workspace_id as "workspaceId", k.user_id as "userId", k.scopes, k.revoked_at as "revokedAt", k.expires_at as "expiresAt",
      k.last_used_at as "lastUsedAt", w.plan, m.role, u.email, g.declined_scopes as declined
    from api_keys k join workspaces w on w.id = k.workspace_id
    left join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.user_id left join users u on u.id = m.user_id
    left join app_grants g on g.key_id = k.id where k.hash = ${sha256(secret)}`)
  if (!found || (found.kind !== 'key' && found.role === null)) return null
  const { id: keyId, kind, workspaceId, userId, role, name, email, scopes, declined, ...rest } = found
  const person = userId === null || role === null ? {} : { userId, role, displayName: displayNameOf(email!, name) }
  const held = limitToRole(scopes, role)
  const unavailableScopes = new Set([...(declined ?? []), ...scopes].filter(isKeyScope).filter((scope) => !held.has(scope)))
  const known = { ...rest, unavailableScopes, actor: { kind, workspaceId, keyId, ...person, scopes: held } }
  if (before === revocations) cache.set(secret, known)
  return known
}

/** A person and what they act through, as the audit log names them. */
export const displayNameOf = (email: string, name: string) => `${email} (${name})`

interface CredentialRow {
  id: number
  kind: CredentialKind
  workspaceId: number
  userId: number | null
  role: Role | null
  /** E-mail address and name, where it is a person's. */
  name: string
  email: string | null
  scopes: string[]
  declined: string[] | null
  revokedAt: Date | null
  expiresAt: Date | null
  lastUsedAt: Date | null
  plan: string
}
/** A credential as it was looked up; `unavailableScopes` are scopes that its person declined, or granted and may not do themselves. */
export interface AuthenticatedCredential extends Pick<CredentialRow, 'plan' | 'revokedAt' | 'expiresAt' | 'lastUsedAt'> {
  actor: Actor & { kind: CredentialKind; keyId: number }
  unavailableScopes: ReadonlySet<KeyScope>
}

export const hasExpired = ({ expiresAt }: { expiresAt: Date | null }) => expiresAt !== null && expiresAt <= clock.now()

/** Beside the request, at most once a minute; a request does not fail for it. */
async function recordUse(known: AuthenticatedCredential) {
  const due = fromNow(-LAST_USE_INTERVAL_MS)
  if (known.lastUsedAt && known.lastUsedAt > due) return
  known.lastUsedAt = clock.now()
  const { workspaceId, keyId } = known.actor
  try {
    const where = { workspaceId, id: keyId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: due } }] }
    await db.apiKey.updateMany({ where, data: { lastUsedAt: known.lastUsedAt } })
  } catch (err) {
    log.warn({ err, keyId }, 'could not record the last use of an API key or token')
  }
}

interface NewCredential extends Pick<Prisma.ApiKeyUncheckedCreateInput, 'workspaceId' | 'userId' | 'name' | 'createdById' | 'expiresAt'> {
  kind: CredentialKind
  scopes: readonly string[]
}

/** A new one, known by its secret from now on. Throws BAD_REQUEST for scopes that are none (spec: Scopes), and for an end that is past. */
export function create(secret: string, { scopes, expiresAt, ...named }: NewCredential, tx: Pick<Tx, 'apiKey'> = db): Promise<ApiKey> {
  const invalid = scopes.filter((scope) => !isKeyScope(scope))
  if (invalid.length > 0) throw badRequest(`Invalid scopes: ${invalid.join(', ')}`)
  if (scopes.length === 0) throw badRequest(`${KIND_NAMES[named.kind]}s need at least one scope.`)
  if (expiresAt && new Date(expiresAt) <= clock.now()) throw badRequest('The expiration date must be in the future.')
  // A grant's secret is an id that nobody types: there is no need to know it by sight.
  const shown = named.kind === 'app' ? { prefix: '', last4: '' } : { prefix: secret.slice(0, 8), last4: secret.slice(-4) }
  return tx.apiKey.create({ data: { ...named, scopes: [...new Set(scopes)], expiresAt, hash: sha256(secret), ...shown } })
}

/** Throws FORBIDDEN where somebody would give more than they have. */
export function requireOwnScopes({ scopes }: Pick<Actor, 'scopes'>, wanted: readonly string[], to = 'key') {
  const beyond = wanted.filter((scope) => isKeyScope(scope) && !scopes.has(scope))
  if (beyond.length > 0) throw forbidden(`You cannot give a ${to} scopes that you do not have: ${beyond.join(', ')}`)
}

/** Says that there is none of that kind. */
export const credentialNotFound = (kind: CredentialKind) => notFound(kind === 'app' ? 'Connected app' : KIND_NAMES[kind])

/** Names of keys, CLI tokens and apps, by id. */
export async function names(workspaceId: number, ids: readonly number[]): Promise<Map<number, { kind: CredentialKind; name: string }>> {
  const rows = await db.apiKey.findMany({ where: { workspaceId, id: { in: [...ids] } }, select: { id: true, kind: true, name: true } })
  return new Map(rows.map(({ id, kind, name }) => [id, { kind: kind as CredentialKind, name }]))
}

/** One of that kind in the workspace. Throws NOT_FOUND. */
export async function find(workspaceId: number, kind: CredentialKind, id: number): Promise<ApiKey> {
  const row = await db.apiKey.findUnique({ where: { workspaceId_id: { workspaceId, id }, kind } })
  if (!row) throw credentialNotFound(kind)
  return row
}

/** Ends one at once, everywhere. One that is revoked stays so. */
export async function revoke(workspaceId: number, kind: CredentialKind, id: number): Promise<ApiKey> {
  await db.apiKey.updateMany({ where: { workspaceId, id, kind, revokedAt: null }, data: { revokedAt: clock.now() } })
  const row = await find(workspaceId, kind, id)
  publish('access.revoked', { keyId: id })
  return row
}

/** All of the workspace, oldest first, with the e-mail addresses of their people; read in batches while they are taken. */
export const read = (workspaceId: number) =>
  readInBatchesById(500, async (after, take) => {
    const included = { user: { select: { email: true } } }
    const rows = await db.apiKey.findMany({ where: { workspaceId, id: { gt: after } }, include: included, take, orderBy: { id: 'asc' } })
    return rows.map(({ user, scopes, ...row }) => ({ ...row, scopes: scopes.join(' '), person: user?.email }))
  })
