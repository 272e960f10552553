import { LRUCache } from 'lru-cache'
import type { Actor } from '../actor.ts'
import { clock, inMs } from '../clock.ts'
import { db } from '../db.ts'
import { badInput, conflict, forbidden, notFound, unauthenticated } from '../errors.ts'
import { on, publish } from '../events.ts'
import { looksLikeApiKey, newApiKey, sha256 } from '../ids.ts'
import type { ApiKeyInput } from '../inputs/apiKeys.ts'
import { log } from '../log.ts'
import { isKeyScope, type Scope } from '../scopes.ts'
import { SHORT_PAGE } from '../rows.ts'
import { query, sql } from '../sql.ts'
import { pageById, type PageArgs } from './paging.ts'

const USE_NOTED_EVERY_MS = 60_000
const OVERLAP_SECONDS = 86_400

/** The workspace's keys, newest first; never the keys themselves. */
export const list = ({ workspaceId }: Actor, page: PageArgs) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.apiKey.findMany({ ...query, where: { ...where, workspaceId } }))

type NewKey = ApiKeyInput & { workspaceId: number; createdById?: number | null }

/** A new key, answered this once. It can do nothing that its maker cannot. */
export async function create(actor: Actor, input: ApiKeyInput) {
  refuseBeyond(actor, input.scopes)
  return issue({ ...input, workspaceId: actor.workspaceId, createdById: actor.userId })
}

/** The same by the operator's hand. Throws BAD_INPUT for scopes that are none (spec: Scopes). */
export async function issue({ workspaceId, name, scopes, createdById, expiresAt }: NewKey) {
  const invalid = scopes.filter((scope) => !isKeyScope(scope))
  if (invalid.length > 0) throw badInput(`Invalid scopes: ${invalid.join(', ')}`)
  if (scopes.length === 0) throw badInput('A key needs at least one scope')
  if (expiresAt && expiresAt <= clock.now()) throw badInput('The key would have expired already')
  const key = newApiKey()
  const shown = { prefix: key.slice(0, 8), last4: key.slice(-4) }
  const row = await db.apiKey.create({ data: { workspaceId, name, scopes: [...new Set(scopes)], createdById, expiresAt, hash: sha256(key), ...shown } })
  return { key, row }
}

/**
 * A new key in place of an old one: same name, scopes and end. The old one works for the overlap, in seconds, unless
 * it ends sooner. Throws a conflict for a key that no longer works, since that would bring it back.
 */
export async function rotate(actor: Actor, id: number, { overlapSeconds }: { overlapSeconds?: number | null } = {}) {
  const { workspaceId } = actor
  const old = await find(workspaceId, id)
  if (old.revokedAt || hasExpired(old)) throw conflict('This key no longer works: create a new one')
  const successor = await create(actor, old)
  const end = inMs((overlapSeconds ?? OVERLAP_SECONDS) * 1000)
  await db.apiKey.updateMany({ where: { workspaceId, id, OR: [{ expiresAt: null }, { expiresAt: { gt: end } }] }, data: { expiresAt: end } })
  if (overlapSeconds === 0) publish('access.revoked', { keyId: id })
  return successor
}

/** Ends a key at once. One that is revoked stays so. */
export const revoke = ({ workspaceId }: Actor, id: number) => revokeById(workspaceId, id)

/** The same by the operator's hand. */
export async function revokeById(workspaceId: number, id: number) {
  await db.apiKey.updateMany({ where: { workspaceId, id, revokedAt: null }, data: { revokedAt: clock.now() } })
  const row = await find(workspaceId, id)
  publish('access.revoked', { keyId: id })
  return row
}

/** How long another process may not hear of a revocation or a new plan, in milliseconds; here they are heard at once. */
const REMEMBERED_MS = 1_000

const remembered = new LRUCache<string, KnownKey>({ max: 10_000, ttl: REMEMBERED_MS })
let revocations = 0
on('access.revoked', ({ keyId }) => {
  revocations += 1
  for (const [text, { actor }] of remembered) if (actor.keyId === keyId) remembered.delete(text)
})

/**
 * Who a key speaks for, and the plan that sets their limits. Throws UNAUTHENTICATED in the words of the
 * specification (spec: Errors); a text that cannot be a key costs no look-up, and a key in use one a second.
 */
export async function authenticate(text: string | null | undefined): Promise<{ actor: Actor; plan: string }> {
  if (!text) throw unauthenticated('Invalid API key')
  const known = remembered.get(text) ?? (await lookUp(text))
  if (known.revokedAt) throw unauthenticated('API key revoked')
  if (hasExpired(known)) throw unauthenticated('API key expired')
  void noteUse(known)
  return known
}

async function lookUp(text: string): Promise<KnownKey> {
  if (!looksLikeApiKey(text)) throw unauthenticated('Invalid API key format')
  const before = revocations
  const [key] = await query<StoredKey>(sql`
    select k.id, k.workspace_id as "workspaceId", k.scopes, k.revoked_at as "revokedAt", k.expires_at as "expiresAt",
      k.last_used_at as "lastUsedAt", w.plan
    from api_keys k join workspaces w on w.id = k.workspace_id where k.hash = ${sha256(text)}`)
  if (!key) throw unauthenticated('Invalid API key')
  const { id: keyId, workspaceId, scopes, plan, revokedAt, expiresAt, lastUsedAt } = key
  const known = { actor: { kind: 'key' as const, workspaceId, keyId, scopes: new Set(scopes.filter(isKeyScope)) }, plan, revokedAt, expiresAt, lastUsedAt }
  if (before === revocations) remembered.set(text, known)
  return known
}

interface StoredKey {
  id: number
  workspaceId: number
  scopes: string[]
  revokedAt: Date | null
  expiresAt: Date | null
  lastUsedAt: Date | null
  plan: string
}
interface KnownKey extends Pick<StoredKey, 'plan' | 'revokedAt' | 'expiresAt' | 'lastUsedAt'> {
  actor: Actor & { keyId: number }
}

const hasExpired = ({ expiresAt }: { expiresAt: Date | null }) => expiresAt !== null && expiresAt <= clock.now()

/** Beside the request, at most once a minute; a request does not fail for it. */
async function noteUse(known: KnownKey) {
  const due = inMs(-USE_NOTED_EVERY_MS)
  if (known.lastUsedAt && known.lastUsedAt > due) return
  known.lastUsedAt = clock.now()
  const { workspaceId, keyId } = known.actor
  try {
    const where = { workspaceId, id: keyId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: due } }] }
    await db.apiKey.updateMany({ where, data: { lastUsedAt: known.lastUsedAt } })
  } catch (err) {
    log.warn({ err, keyId }, 'the use of a key was not noted')
  }
}

async function find(workspaceId: number, id: number) {
  const row = await db.apiKey.findUnique({ where: { workspaceId_id: { workspaceId, id } } })
  if (!row) throw notFound('API key')
  return row
}

function refuseBeyond({ scopes }: Actor, wanted: string[]) {
  const beyond = wanted.filter((scope) => isKeyScope(scope) && !scopes.has(scope as Scope))
  if (beyond.length > 0) throw forbidden(`A key cannot do more than its maker: ${beyond.join(', ')}`)
}
