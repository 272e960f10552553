import { clock } from '../../kernel/lib/clock.ts'
import { anyWorkspace, transaction } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { readInBatchesById } from '../shared/batches.ts'
import * as passwordResets from './sessions/passwordResets.ts'
import * as users from './sessions/users.ts'
import * as userAccess from './userAccess.ts'

/** Yields every account with its workspaces and roles, oldest first. Reads them in batches on demand. */
export const read = () =>
  readInBatchesById(500, async (after, take) => {
    const include = { memberships: { include: { workspace: { select: { name: true } } }, orderBy: { workspaceId: 'asc' as const } } }
    const rows = await anyWorkspace.user.findMany({ where: { id: { gt: after } }, include, take, orderBy: { id: 'asc' } })
    return rows.map(({ id, email, name, createdAt, disabledAt, passwordHash, isServerAdministrator, memberships }) => ({
      id,
      email,
      name,
      createdAt,
      disabledAt,
      needsPassword: passwordHash === null ? 'yes' : 'no',
      isServerAdministrator: isServerAdministrator ? 'yes' : 'no',
      workspaces: memberships.map(({ workspaceId, role, workspace }) => `${workspaceId} ${workspace.name} (${role})`).join('; '),
    }))
  })

/**
 * Grants or takes the right to see the status of the server. It belongs to an account that exists, because nobody proves to own an email
 * address when they sign up. Throws NOT_FOUND for an unknown address.
 */
export async function setServerAdministrator(email: string, isServerAdministrator: boolean) {
  const { id } = await users.findByEmail(email)
  await anyWorkspace.user.update({ where: { id }, data: { isServerAdministrator } })
  return { id }
}

const revokeInvitations = statement(
  'invitations.revokeOpenOf',
  sql`update invitations set revoked_at = $now where invited_by_id = $userId and accepted_at is null and revoked_at is null`,
  { acrossWorkspaces: 'A person loses access to all their workspaces.' },
)

/**
 * Disables an account: its sessions, CLI tokens, connected apps, open invitations and password link end permanently. API keys of its
 * workspaces keep working. Throws NOT_FOUND for an unknown address.
 */
export async function disable(email: string) {
  const { id } = await users.findByEmail(email)
  const endedAccess = await transaction(async (tx) => {
    await tx.user.updateMany({ where: { id, disabledAt: null }, data: { disabledAt: clock.now() } })
    await passwordResets.withdraw(tx, id)
    await revokeInvitations.run({ userId: id, now: clock.now() }, tx)
    return { sessions: await userAccess.endSessions(tx, id), credentials: await userAccess.endTokensAndApps(tx, id) }
  })
  await userAccess.announce(endedAccess)
  return { id, sessions: endedAccess.sessions.length, tokensAndApps: endedAccess.credentials.length }
}

/** Lets the user of a disabled account sign in again. Ended sessions and credentials stay ended. Throws NOT_FOUND for an unknown address. */
export async function enable(email: string) {
  const { id } = await users.findByEmail(email)
  await anyWorkspace.user.updateMany({ where: { id }, data: { disabledAt: null } })
  return { id }
}
