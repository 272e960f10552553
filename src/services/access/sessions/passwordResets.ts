import type { UserId } from '../../../kernel/vocabulary/ids.ts'
import { currentAuditActor } from '../../../kernel/auditContext.ts'
import { setAuditContext } from '../../../kernel/transactionActor.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, transaction, type Tx } from '../../../kernel/db/db.ts'
import { DomainError, errorOf } from '../../../kernel/vocabulary/errors.ts'
import type { PasswordResetInput } from '../../../inputs/accounts.ts'
import { findBySecret, linkTo, newLinkSecret } from '../linkSecrets.ts'
import * as passwords from './passwords.ts'
import * as userAccess from '../userAccess.ts'
import * as users from './users.ts'

const LIFETIME_MS = 86_400_000

/**
 * Removes an account's password, ends its sessions, and returns a link that sets a new password once within 24 hours. Revokes an earlier
 * link. Only for the server administrator. Throws NOT_FOUND for an unknown address, CONFLICT for a disabled account.
 */
export async function begin(email: string): Promise<{ link: string; expiresAt: Date }> {
  const user = await users.findByEmail(email)
  if (user.disabledAt) throw new DomainError('CONFLICT', 'This account is disabled. Enable it first.')
  const { secret, secretHash } = newLinkSecret()
  const expiresAt = fromNow(LIFETIME_MS)
  const sessions = await transaction(async (tx) => {
    await tx.user.update({ where: { id: user.id }, data: { passwordHash: null } })
    await withdraw(tx, user.id)
    await tx.passwordReset.create({ data: { userId: user.id, secretHash, expiresAt } })
    return userAccess.endSessions(tx, user.id)
  })
  await userAccess.announce({ sessions, credentials: [] })
  return { link: linkTo('reset-password', secret), expiresAt }
}

/** Revokes the open links of an account in the caller's transaction. */
export const withdraw = (tx: Tx, userId: UserId) => tx.passwordReset.deleteMany({ where: { userId, usedAt: null } })

/**
 * Returns the account whose password a link sets. Throws NOT_FOUND with one message for a wrong, expired or used link; RATE_LIMITED after
 * too many wrong links from `address`.
 */
export async function find(secret: string, address: string) {
  const reset = await findBySecret(secret, address, (secretHash) =>
    anyWorkspace.passwordReset.findUnique({
      where: { secretHash, usedAt: null, expiresAt: { gt: clock.now() }, user: { disabledAt: null } },
      include: { user: { select: { email: true } } },
    }),
  )
  if (!reset) throw invalidLinkError()
  return { id: reset.id, userId: reset.userId, email: reset.user.email, expiresAt: reset.expiresAt }
}

/**
 * Sets the password of a link's account. A link works once: of several concurrent calls one succeeds. Ends the account's sessions and,
 * unless declined, its CLI tokens and connected apps. Throws the errors of `find`. If the process dies, the link still works.
 */
export async function complete({ secret, newPassword, revokeTokensAndApps }: PasswordResetInput, address: string) {
  const { id, userId, email } = await find(secret, address)
  const passwordHash = await passwords.hashChosen(newPassword, { email, field: 'newPassword' })
  const ended = await transaction(async (tx) => {
    await setAuditContext(tx, { operation: 'resetPassword', ...currentAuditActor(), kind: 'user', userId })
    const where = { id, usedAt: null, expiresAt: { gt: clock.now() }, user: { disabledAt: null } }
    const { count } = await tx.passwordReset.updateMany({ where, data: { usedAt: clock.now() } })
    if (count === 0) throw invalidLinkError()
    await tx.user.update({ where: { id: userId }, data: { passwordHash } })
    const sessions = await userAccess.endSessions(tx, userId)
    return { sessions, credentials: revokeTokensAndApps === false ? [] : await userAccess.endTokensAndApps(tx, userId) }
  })
  await userAccess.announce(ended)
}

const invalidLinkError = () => errorOf('NOT_FOUND', 'reset_link_invalid')
