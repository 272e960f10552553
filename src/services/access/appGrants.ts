import type { ApiKeyId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { withAuditContext } from '../../kernel/auditContext.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { anyWorkspace } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import type { ApiKey } from '../../generated/prisma/client.ts'
import { sha256 } from '../../kernel/crypto/ids.ts'
import * as campaignWakes from '../campaigns/campaignWakes.ts'
import * as credentials from './credentials.ts'
import * as oauthPayloads from './oauthPayloads.ts'

/** How long an OAuth client without a grant stays registered: one that never had a grant, and one whose grants have ended. */
const NEVER_USED_TTL_MS = 7 * 86_400_000
const UNUSED_TTL_MS = 30 * 86_400_000
const BATCH = 5_000

/**
 * Ends a grant for the authorization server, after a token was revoked or used twice. Revokes the connected app first. If the process
 * dies after that, the grant's remaining tokens are invalid and are deleted when they expire.
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
    await inWorkspace(key.workspaceId, () => withAuditContext(app, () => revoke(key.workspaceId, key.id)))
  }
  await oauthPayloads.removeGrant(grantId)
}

/**
 * Revokes a connected app in all processes and pauses the campaigns that it started. If the process dies after the first step, the app
 * has no access either: its tokens are invalid without the credential, and the dialer checks the grant itself.
 */
export async function revoke(workspaceId: WorkspaceId, keyId: ApiKeyId): Promise<ApiKey> {
  const app = await credentials.revoke(workspaceId, 'app', keyId)
  const grant = await oauthPayloads.findByUid('Grant', Buffer.from(app.hash).toString('base64url'))
  if (grant) await oauthPayloads.removeGrant(grant.id)
  await campaignWakes.wakeByGrant(workspaceId, keyId)
  return app
}

const deleteExpiredPayloads = statement(
  'oauth.deleteExpired',
  sql`delete from oauth_payloads where ctid = any(array(select ctid from oauth_payloads where expires_at <= $now limit ${BATCH}))`,
  { isUnprepared: true },
)

/** Deletes expired codes, tokens and authorization requests, at most `BATCH` rows. Returns their number. */
export const deleteExpired = (): Promise<number> => deleteExpiredPayloads.run({ now: clock.now() })

const deleteClients = statement(
  'oauth.deleteUnusedClients',
  sql`
    delete from oauth_payloads where ctid = any(array(
      select client.ctid from oauth_payloads client where client.model = 'Client' and client.created_at <= $neverUsedSince and not exists (
        select 1 from app_grants g join api_keys k on k.id = g.key_id
        where g.client_id = client.id and (client.created_at > $unusedSince or k.revoked_at is null and (k.expires_at is null or k.expires_at > $now)))
      limit ${BATCH}))`,
  { isUnprepared: true, acrossWorkspaces: 'An AI client may serve several workspaces.' },
)

/** Deletes clients that were registered long ago and have no active grant, at most `BATCH` rows. Returns their number. */
export const deleteUnusedClients = (): Promise<number> =>
  deleteClients.run({ neverUsedSince: fromNow(-NEVER_USED_TTL_MS), unusedSince: fromNow(-UNUSED_TTL_MS), now: clock.now() })
