import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { inMs } from '../../kernel/lib/clock.ts'
import { db } from '../../kernel/db/db.ts'
import { conflict, unauthenticated } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import { looksLikeKey, newApiKey } from '../../kernel/crypto/ids.ts'
import type { ApiKeyInput } from '../../inputs/apiKeys.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import type { Known } from './credentials.ts'
import * as credentials from './credentials.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

const OVERLAP_SECONDS = 86_400

/** The workspace's keys, newest first; never the keys themselves. */
export const list = ({ workspaceId }: Actor, page: PageArgs) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.apiKey.findMany({ ...query, where: { ...where, workspaceId, kind: 'key' } }))

type NewKey = ApiKeyInput & { workspaceId: number; createdById?: number | null }

/** A new key, answered this once. It can do nothing that its maker cannot. */
export async function create(actor: Actor, input: ApiKeyInput) {
  credentials.refuseBeyond(actor, input.scopes)
  return issue({ ...input, workspaceId: actor.workspaceId, createdById: actor.userId })
}

/** The same by the operator's hand. Throws as `credentials.create` does. */
export async function issue({ workspaceId, name, scopes, createdById, expiresAt }: NewKey) {
  const key = newApiKey()
  return { key, row: await credentials.create(key, { kind: 'key', workspaceId, name, scopes, createdById, expiresAt }) }
}

/**
 * A new key in place of an old one: same name, scopes and end. The old one works for the overlap, in seconds, unless
 * it ends sooner. Throws a conflict for a key that no longer works, since that would bring it back.
 */
export async function rotate(actor: Actor, id: number, { overlapSeconds }: { overlapSeconds?: number | null } = {}) {
  const { workspaceId } = actor
  const old = await credentials.find(workspaceId, 'key', id)
  if (old.revokedAt || credentials.hasExpired(old)) throw conflict('This key is revoked or has expired. Create a new one.')
  const successor = await create(actor, old)
  const end = inMs((overlapSeconds ?? OVERLAP_SECONDS) * 1000)
  await db.apiKey.updateMany({ where: { workspaceId, id, OR: [{ expiresAt: null }, { expiresAt: { gt: end } }] }, data: { expiresAt: end } })
  if (overlapSeconds === 0) publish('access.revoked', { keyId: id })
  return successor
}

/** Ends a key at once. One that is revoked stays so. */
export const revoke = ({ workspaceId }: Actor, id: number) => revokeById(workspaceId, id)

/** The same by the operator's hand. */
export const revokeById = (workspaceId: number, id: number) => credentials.revoke(workspaceId, 'key', id)

/**
 * Who an API key or CLI token speaks for, and the plan that sets their limits. Throws UNAUTHENTICATED in the words of the
 * specification (spec: Errors); a text that cannot be one costs no look-up.
 */
export async function authenticate(text: string | null | undefined): Promise<Known> {
  if (!text) throw unauthenticated('Invalid API key')
  const isCli = text.startsWith('agc_')
  if (!looksLikeKey(text)) throw unauthenticated(isCli ? 'Invalid CLI token format' : 'Invalid API key format')
  return credentials.authenticate(text, [isCli ? 'cli' : 'key'])
}
