import type { ApiKeyId, UserId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { fromNow } from '../../kernel/lib/clock.ts'
import { db } from '../../kernel/db/db.ts'
import { conflict, DomainError } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import { looksLikeKey, newApiKey } from '../../kernel/crypto/ids.ts'
import type { ApiKeyInput } from '../../inputs/apiKeys.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import type { AuthenticatedCredential } from './credentials.ts'
import * as credentials from './credentials.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

const OVERLAP_SECONDS = 86_400

/** Lists the workspace's keys, newest first, without their secrets. */
export const list = ({ workspaceId }: Actor, page: PageArgs) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.apiKey.findMany({ ...query, where: { ...where, workspaceId, kind: 'key' } }))

type NewKey = ApiKeyInput & { workspaceId: WorkspaceId; createdById?: UserId | null }

/** Creates a key and returns it this once. Its scopes cannot exceed its creator's. */
export async function create(actor: Actor, input: ApiKeyInput) {
  credentials.requireOwnScopes(actor, input.scopes)
  return issue({ ...input, workspaceId: actor.workspaceId, createdById: actor.userId })
}

/** Creates a key for the server administrator. Throws the errors of `credentials.create`. */
export async function issue({ workspaceId, name, scopes, createdById, expiresAt }: NewKey) {
  const key = newApiKey()
  return { key, row: await credentials.create(key, { kind: 'key', workspaceId, name, scopes, createdById, expiresAt }) }
}

/**
 * Replaces a key by a new one with the same name, scopes and expiration. The old key works for `overlapSeconds` more, unless it expires
 * sooner. Throws a conflict for a revoked or expired key, since rotation would restore its access.
 */
export async function rotate(actor: Actor, id: ApiKeyId, { overlapSeconds }: { overlapSeconds?: number | null } = {}) {
  const { workspaceId } = actor
  const old = await credentials.find(workspaceId, 'key', id)
  if (old.revokedAt || credentials.hasExpired(old)) throw conflict('key_not_active')
  const successor = await create(actor, old)
  const end = fromNow((overlapSeconds ?? OVERLAP_SECONDS) * 1000)
  await db.apiKey.updateMany({ where: { workspaceId, id, OR: [{ expiresAt: null }, { expiresAt: { gt: end } }] }, data: { expiresAt: end } })
  if (overlapSeconds === 0) publish('access.revoked', { keyId: id })
  return successor
}

/** Revokes a key immediately. Idempotent. */
export const revoke = ({ workspaceId }: Actor, id: ApiKeyId) => revokeById(workspaceId, id)

/** Revokes a key for the server administrator. */
export const revokeById = (workspaceId: WorkspaceId, id: ApiKeyId) => credentials.revoke(workspaceId, 'key', id)

/**
 * Authenticates an API key or CLI token; returns the actor and the plan. Throws UNAUTHENTICATED with the specified messages (spec: Errors).
 * Text in an invalid format costs no look-up.
 */
export async function authenticate(text: string | null | undefined): Promise<AuthenticatedCredential> {
  if (!text) throw new DomainError('UNAUTHENTICATED', 'Invalid API key')
  const isCli = text.startsWith('agc_')
  if (!looksLikeKey(text)) throw new DomainError('UNAUTHENTICATED', isCli ? 'Invalid CLI token format' : 'Invalid API key format')
  return credentials.authenticate(text, [isCli ? 'cli' : 'key'])
}
