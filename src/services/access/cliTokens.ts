import type { ApiKeyId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { fromNow } from '../../kernel/lib/clock.ts'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import { newCliToken } from '../../kernel/crypto/ids.ts'
import type { CliTokenInput } from '../../inputs/cliTokens.ts'
import * as credentials from './credentials.ts'
import type { PageArgs } from '../shared/paging.ts'
import * as personalAccess from './personalAccess.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 90
const MAX_DAYS = 366

/** Lists the signed-in user's CLI tokens, newest first; all tokens for actors who can read keys. Never returns the secrets. */
export const list = (actor: Actor, page: PageArgs) => personalAccess.list(actor, 'cli', page)

/**
 * Creates a CLI token of the signed-in user for the current workspace and returns it this once. Expires after 90 days by default, and after
 * 366 at most (BAD_REQUEST). Throws FORBIDDEN for scopes beyond the user's role.
 */
export async function create(actor: Actor, { name, scopes, expiresAt }: CliTokenInput) {
  credentials.requireOwnScopes(actor, scopes, 'CLI token')
  if (expiresAt && expiresAt > fromNow(MAX_DAYS * DAY_MS)) throw badRequest('cli_token_too_long', { limit: MAX_DAYS })
  const token = newCliToken()
  const { workspaceId, userId } = actor
  const end = expiresAt ?? fromNow(DEFAULT_DAYS * DAY_MS)
  const { id } = await credentials.create(token, { kind: 'cli', workspaceId, userId, createdById: userId, name, scopes, expiresAt: end })
  return { token, row: await personalAccess.requireManageable(actor, 'cli', id) }
}

/** Revokes a token immediately: the user's own, or any for actors who can write keys. Idempotent. */
export async function revoke(actor: Actor, id: ApiKeyId): Promise<personalAccess.PersonalCredential> {
  const token = await personalAccess.requireManageable(actor, 'cli', id)
  return { ...token, ...(await revokeById(actor.workspaceId, id)) }
}

/** Revokes a token for the server administrator. */
export const revokeById = (workspaceId: WorkspaceId, id: ApiKeyId) => credentials.revoke(workspaceId, 'cli', id)
