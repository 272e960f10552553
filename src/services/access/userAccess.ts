import type { UserId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { clock } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { publish } from '../../kernel/events.ts'
import * as campaignWakes from '../campaigns/campaignWakes.ts'

/** The access of a user that was ended, to announce after the commit. */
export interface EndedAccess {
  sessions: { id: string }[]
  credentials: { id: number; workspaceId: WorkspaceId; kind: string }[]
}

/** Ends a user's sessions, except one if given, in the caller's transaction. */
export async function endSessions(tx: Tx, userId: UserId, except?: string): Promise<EndedAccess['sessions']> {
  const where = { userId, revokedAt: null, ...(except !== undefined && { id: { not: except } }) }
  return tx.session.updateManyAndReturn({ where, data: { revokedAt: clock.now() }, select: { id: true } })
}

const revokeTokensAndApps = statement(
  'access.revokeTokensAndApps',
  sql`
    update api_keys set revoked_at = $now where user_id = $userId and kind <> 'key' and revoked_at is null
    returning id, workspace_id, kind`,
  { acrossWorkspaces: 'A person loses access to all their workspaces.' },
)

/** Revokes a user's CLI tokens and connected apps in all workspaces, in the caller's transaction. */
export const endTokensAndApps = (tx: Tx, userId: UserId): Promise<EndedAccess['credentials']> => revokeTokensAndApps.all({ userId, now: clock.now() }, tx)

/**
 * Tells all processes to drop the ended access, and pauses the campaigns that ended apps started. If the process dies before, other
 * processes notice within two seconds, and the dialer checks the grant itself.
 */
export async function announce({ sessions, credentials }: EndedAccess) {
  for (const { id } of sessions) publish('access.revoked', { sessionId: id })
  for (const { id } of credentials) publish('access.revoked', { keyId: id })
  for (const { id, workspaceId, kind } of credentials) if (kind === 'app') await campaignWakes.wakeByGrant(workspaceId, id)
}
