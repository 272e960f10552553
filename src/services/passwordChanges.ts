import type { Actor } from '../actor.ts'
import { clock } from '../clock.ts'
import { transaction } from '../db.ts'
import { forbidden } from '../errors.ts'
import { publish } from '../events.ts'
import type { PasswordChangeInput } from '../inputs/accounts.ts'
import * as passwords from './passwords.ts'
import * as users from './users.ts'

/**
 * A new password for the signed-in person, in exchange for the present one; every other session of theirs ends with it. `address`
 * is where the request came from: wrong ones count as guesses do at sign-in. Throws UNPROCESSABLE at the field for a wrong one.
 */
export async function change({ userId, sessionId }: Actor, { currentPassword, newPassword }: PasswordChangeInput, address: string) {
  if (userId === undefined || sessionId === undefined) throw forbidden('This needs a signed-in person')
  await users.confirmPassword(userId, currentPassword, address)
  const passwordHash = await passwords.hash(newPassword)
  const ended = await transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash } })
    const others = { userId, id: { not: sessionId }, revokedAt: null }
    const found = await tx.session.findMany({ where: others, select: { id: true } })
    await tx.session.updateMany({ where: others, data: { revokedAt: clock.now() } })
    return found
  })
  for (const { id } of ended) publish('access.revoked', { sessionId: id })
}
