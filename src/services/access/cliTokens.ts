import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { inMs } from '../../kernel/lib/clock.ts'
import { badInput } from '../../kernel/vocabulary/errors.ts'
import { newCliToken } from '../../kernel/crypto/ids.ts'
import type { CliTokenInput } from '../../inputs/cliTokens.ts'
import * as credentials from './credentials.ts'
import type { PageArgs } from '../shared/paging.ts'
import * as personalAccess from './personalAccess.ts'

const DAY_MS = 86_400_000
const LASTS_DAYS = 90
const AT_MOST_DAYS = 366

/** The signed-in person's tokens for the command line, newest first; everybody's for who may read keys. Never the tokens themselves. */
export const list = (actor: Actor, page: PageArgs) => personalAccess.list(actor, 'cli', page)

/**
 * A new one of the signed-in person for the current workspace, answered this once. It ends after 90 days where no end is
 * given, and after 366 at most (BAD_REQUEST). Throws FORBIDDEN for what their role cannot do.
 */
export async function create(actor: Actor, { name, scopes, expiresAt }: CliTokenInput) {
  credentials.refuseBeyond(actor, scopes, 'CLI token')
  if (expiresAt && expiresAt > inMs(AT_MOST_DAYS * DAY_MS)) throw badInput(`A CLI token can be valid for at most ${AT_MOST_DAYS} days.`)
  const token = newCliToken()
  const { workspaceId, userId } = actor
  const end = expiresAt ?? inMs(LASTS_DAYS * DAY_MS)
  const { id } = await credentials.create(token, { kind: 'cli', workspaceId, userId, createdById: userId, name, scopes, expiresAt: end })
  return { token, row: await personalAccess.requireMine(actor, 'cli', id) }
}

/** Ends one at once, everywhere: one's own, or anybody's for who may write keys. One that is revoked stays so. */
export async function revoke(actor: Actor, id: number): Promise<personalAccess.PersonalCredential> {
  const token = await personalAccess.requireMine(actor, 'cli', id)
  return { ...token, ...(await revokeById(actor.workspaceId, id)) }
}

/** The same by the operator's hand. */
export const revokeById = (workspaceId: number, id: number) => credentials.revoke(workspaceId, 'cli', id)
