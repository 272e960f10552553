import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { transaction } from '../../../kernel/db/db.ts'
import { forbidden } from '../../../kernel/vocabulary/errors.ts'
import type { PasswordChangeInput } from '../../../inputs/accounts.ts'
import * as passwords from './passwords.ts'
import * as userAccess from '../userAccess.ts'
import * as users from './users.ts'

/**
 * A new password for the signed-in person, in exchange for the present one. Every other session of theirs ends with it, and unless they
 * decline, their CLI tokens and connected apps in all workspaces. `address` is where the request came from, and `devices` its cookie: wrong ones
 * count as guesses do at sign-in. Throws UNPROCESSABLE_ENTITY at the field for a wrong one.
 */
export async function change(
  { userId, sessionId }: Actor,
  { currentPassword, newPassword, revokeTokensAndApps }: PasswordChangeInput,
  address: string,
  devices: string | null = null,
) {
  if (userId === undefined || sessionId === undefined) throw forbidden('Only a signed-in user can do this.')
  const { email } = await users.confirmPassword(userId, currentPassword, { address, devices })
  const passwordHash = await passwords.hashChosen(newPassword, { email, field: 'newPassword' })
  const ended = await transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash } })
    const sessions = await userAccess.endSessions(tx, userId, sessionId)
    return { sessions, credentials: revokeTokensAndApps === false ? [] : await userAccess.endTokensAndApps(tx, userId) }
  })
  await userAccess.announce(ended)
}
