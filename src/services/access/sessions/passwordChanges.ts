import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { transaction } from '../../../kernel/db/db.ts'
import { forbidden } from '../../../kernel/vocabulary/errors.ts'
import type { PasswordChangeInput } from '../../../inputs/accounts.ts'
import * as passwords from './passwords.ts'
import * as userAccess from '../userAccess.ts'
import * as users from './users.ts'

/**
 * Changes the signed-in user's password. Ends the user's other sessions and, unless declined, the CLI tokens and connected apps in all
 * workspaces. Wrong current passwords count as at sign-in, by the request's `address` and its `devices` cookie. Throws
 * UNPROCESSABLE_ENTITY at the field for a wrong current password or a weak new one.
 */
export async function change(
  { userId, sessionId }: Actor,
  { currentPassword, newPassword, revokeTokensAndApps }: PasswordChangeInput,
  address: string,
  devices: string | null = null,
) {
  if (userId === undefined || sessionId === undefined) throw forbidden('person_required')
  const { email } = await users.confirmPassword(userId, currentPassword, { address, devices })
  const passwordHash = await passwords.hashChosen(newPassword, { email, field: 'newPassword' })
  const ended = await transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash } })
    const sessions = await userAccess.endSessions(tx, userId, sessionId)
    return { sessions, credentials: revokeTokensAndApps === false ? [] : await userAccess.endTokensAndApps(tx, userId) }
  })
  await userAccess.announce(ended)
}
