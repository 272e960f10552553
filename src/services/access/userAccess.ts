import { clock } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { publish } from '../../kernel/events.ts'
import * as campaignWakes from '../campaigns/campaignWakes.ts'

/** What was ended of a person's access, to be announced once the transaction has committed. */
export interface EndedAccess {
  sessions: { id: string }[]
  credentials: { id: number; workspaceId: number; kind: string }[]
}

/** Ends a person's sessions, but for one that stays, in the caller's transaction. */
export async function endSessions(tx: Tx, userId: number, except?: string): Promise<EndedAccess['sessions']> {
  const where = { userId, revokedAt: null, ...(except !== undefined && { id: { not: except } }) }
  return tx.session.updateManyAndReturn({ where, data: { revokedAt: clock.now() }, select: { id: true } })
}

/** Ends a person's CLI tokens and connected apps in all of their workspaces, in the caller's transaction. */
export async function endTokensAndApps(tx: Tx, userId: number): Promise<EndedAccess['credentials']> {
  return tx.$queryRaw<EndedAccess['credentials']>`
    update api_keys set revoked_at = ${clock.now()} where user_id = ${userId} and kind <> 'key' and revoked_at is null
    returning id, workspace_id as "workspaceId", kind`
}

/**
 * Has every process drop what was ended, and pauses the campaigns that ended apps started. If the process dies before, other processes find
 * out within two seconds, and the dialer looks for itself.
 */
export async function announce({ sessions, credentials }: EndedAccess) {
  for (const { id } of sessions) publish('access.revoked', { sessionId: id })
  for (const { id } of credentials) publish('access.revoked', { keyId: id })
  for (const { id, workspaceId, kind } of credentials) if (kind === 'app') await campaignWakes.wakeByGrant(workspaceId, id)
}
