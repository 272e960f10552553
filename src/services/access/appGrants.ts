import { withAuditContext } from '../../kernel/auditContext.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { anyWorkspace } from '../../kernel/db/db.ts'
import type { ApiKey } from '../../generated/prisma/client.ts'
import { sha256 } from '../../kernel/crypto/ids.ts'
import * as campaignWakes from '../campaigns/campaignWakes.ts'
import * as credentials from './credentials.ts'

/** How long a client stays registered that was never given access, and one that was and has none any more. */
const NEVER_USED_TTL_MS = 7 * 86_400_000
const UNUSED_TTL_MS = 30 * 86_400_000
const BATCH = 5_000

/**
 * Ends a grant from the authorization server's side: its token was revoked, or was used by two. The connected app ends first; if
 * the process dies after that, what is left of the grant's tokens is worth nothing and goes when it expires.
 */
export async function end(grantId: string) {
  const key = await anyWorkspace.apiKey.findUnique({ where: { hash: sha256(grantId), kind: 'app' }, include: { user: { select: { email: true } } } })
  if (key?.revokedAt === null) {
    const app = {
      kind: 'app',
      apiKeyId: key.id,
      userId: key.userId!,
      name: credentials.displayNameOf(key.user!.email, key.name),
      operation: 'revokeToken',
    } as const
    await withAuditContext(app, () => revoke(key.workspaceId, key.id))
  }
  await deleteTokens(grantId)
}

/**
 * Ends a connected app at once, everywhere, and pauses the campaigns that it started. If the process dies after the first step, the
 * app is cut off all the same: no token of it holds without the credential, and the dialler looks for itself.
 */
export async function revoke(workspaceId: number, keyId: number): Promise<ApiKey> {
  const app = await credentials.revoke(workspaceId, 'app', keyId)
  const grant = await anyWorkspace.oauthPayload.findFirst({ where: { model: 'Grant', uid: Buffer.from(app.hash).toString('base64url') } })
  if (grant) await deleteTokens(grant.id)
  await campaignWakes.wakeByGrant(workspaceId, keyId)
  return app
}

const deleteTokens = (grantId: string) => anyWorkspace.oauthPayload.deleteMany({ where: { OR: [{ grantId }, { model: 'Grant', id: grantId }] } })

/** Forgets codes, tokens and requests for access past their time, some thousands at once; answers how many. */
export const deleteExpired = (): Promise<number> =>
  anyWorkspace.$executeRaw`
    delete from oauth_payloads where ctid = any(array(select ctid from oauth_payloads where expires_at <= ${clock.now()} limit ${BATCH}))`

/** Forgets clients that were registered long ago and have no living grant, some thousands at once; answers how many. */
export const deleteUnusedClients = (): Promise<number> =>
  anyWorkspace.$executeRaw`
    delete from oauth_payloads where ctid = any(array(
      select c.ctid from oauth_payloads c where c.model = 'Client' and c.created_at <= ${fromNow(-NEVER_USED_TTL_MS)} and not exists (
        select 1 from app_grants g join api_keys k on k.id = g.key_id
        where g.client_id = c.id and (c.created_at > ${fromNow(-UNUSED_TTL_MS)} or k.revoked_at is null and (k.expires_at is null or k.expires_at > ${clock.now()})))
      limit ${BATCH}))`
