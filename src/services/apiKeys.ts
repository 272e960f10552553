import type { Actor } from '../actor.ts'
import { clock, inMs } from '../clock.ts'
import { anyWorkspace, db } from '../db.ts'
import { badInput, conflict, forbidden, notFound, unauthenticated } from '../errors.ts'
import { publish } from '../events.ts'
import { looksLikeApiKey, newApiKey, sha256 } from '../ids.ts'
import type { ApiKeyInput } from '../inputs/apiKeys.ts'
import { log } from '../log.ts'
import { isKeyScope, type Scope } from '../scopes.ts'
import { SHORT_PAGE } from '../rows.ts'
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

/**
 * Who a key speaks for, and the plan that sets their limits. Throws UNAUTHENTICATED in the words of the
 * specification (spec: Errors); a text that cannot be a key costs no look-up.
 */
export async function authenticate(text: string | null | undefined): Promise<{ actor: Actor; plan: string }> {
  if (!text) throw unauthenticated('Invalid API key')
  if (!looksLikeApiKey(text)) throw unauthenticated('Invalid API key format')
  const [key] = await anyWorkspace.$queryRaw<StoredKey[]>`
    select k.id, k.workspace_id as "workspaceId", k.scopes, k.revoked_at as "revokedAt", k.expires_at as "expiresAt",
      k.last_used_at as "lastUsedAt", w.plan
    from api_keys k join workspaces w on w.id = k.workspace_id where k.hash = ${sha256(text)}`
  if (!key) throw unauthenticated('Invalid API key')
  if (key.revokedAt) throw unauthenticated('API key revoked')
  if (hasExpired(key)) throw unauthenticated('API key expired')
  void noteUse(key)
  return { actor: { kind: 'key', workspaceId: key.workspaceId, keyId: key.id, scopes: new Set(key.scopes.filter(isKeyScope)) }, plan: key.plan }
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

const hasExpired = ({ expiresAt }: { expiresAt: Date | null }) => expiresAt !== null && expiresAt <= clock.now()

/** Beside the request, at most once a minute; a request does not fail for it. */
async function noteUse({ workspaceId, id, lastUsedAt }: StoredKey) {
  const due = inMs(-USE_NOTED_EVERY_MS)
  if (lastUsedAt && lastUsedAt > due) return
  try {
    const where = { workspaceId, id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: due } }] }
    await db.apiKey.updateMany({ where, data: { lastUsedAt: clock.now() } })
  } catch (err) {
    log.warn({ err, keyId: id }, 'the use of a key was not noted')
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
