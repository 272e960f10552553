import type { UserId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { anyWorkspace, isDuplicate, type Tx } from '../../../kernel/db/db.ts'
import { conflict, DomainError, forbidden, notFound, unauthenticated, unprocessable } from '../../../kernel/vocabulary/errors.ts'
import type { SignInInput } from '../../../inputs/accounts.ts'
import * as auditTrail from '../../audit/auditTrail.ts'
import { countGuess, type GuessOrigin } from './passwordGuesses.ts'
import * as passwords from './passwords.ts'

export const EMAIL_TAKEN = 'This email address already has an account.'

/** Creates an account. Throws CONFLICT if the address has one. */
export async function create(tx: Tx, user: { email: string; name: string; passwordHash: string; isServerAdministrator?: boolean }) {
  try {
    return await tx.user.create({ data: user })
  } catch (error) {
    throw isDuplicate(error) ? conflict(EMAIL_TAKEN) : error
  }
}

/** Returns the account of an email address. Throws NOT_FOUND. */
export async function findByEmail(email: string) {
  const user = await anyWorkspace.user.findUnique({ where: { email } })
  if (!user) throw notFound('Account')
  return user
}

/**
 * Returns the ID of the user with this email address and password. Throws UNAUTHENTICATED with one message and after the same time for
 * every wrong pair; FORBIDDEN, only after a correct password, for a disabled account; RateLimitError.
 */
export async function identify({ email, password }: SignInInput, from: GuessOrigin): Promise<number> {
  const user = await anyWorkspace.user.findUnique({ where: { email } })
  const forgive = await countGuess({ email, userId: user?.id ?? null }, from)
  const isCorrect = await passwords.verify(user?.passwordHash ?? null, password)
  if (user && !isCorrect) auditTrail.recordFailedSignIn(user)
  if (!user || !isCorrect) throw unauthenticated('Wrong email or password.')
  forgive()
  if (user.disabledAt) throw new DomainError('FORBIDDEN', { message: 'This account is disabled. Ask your server administrator.', reason: 'account_disabled' })
  return user.id
}

/** Returns the user if this is their password, else throws UNPROCESSABLE_ENTITY at the field. Wrong passwords count as at sign-in. */
export async function confirmPassword(userId: UserId, password: string, from: GuessOrigin) {
  const user = await anyWorkspace.user.findUniqueOrThrow({ where: { id: userId } })
  const forgive = await countGuess({ email: user.email, userId }, from)
  if (!(await passwords.verify(user.passwordHash, password)))
    throw unprocessable([{ loc: ['body', 'currentPassword'], msg: 'this is not your current password', type: 'value_error.password' }])
  forgive()
  return user
}

/** Returns the signed-in user, the current workspace and all workspaces of the user. */
export async function getViewer({ userId, workspaceId }: Actor) {
  if (userId === undefined) throw forbidden('Only a signed-in user can do this.')
  const { id, email, name, timezone, isServerAdministrator, memberships } = await anyWorkspace.user.findUniqueOrThrow({
    where: { id: userId },
    include: { memberships: { include: { workspace: true }, orderBy: { workspaceId: 'asc' } } },
  })
  const current = memberships.find((membership) => membership.workspaceId === workspaceId)
  if (!current) throw notFound('Workspace')
  const workspaces = memberships.map(({ workspace, role }) => ({ id: workspace.id, name: workspace.name, role }))
  return { id, email, name, timezone, isServerAdministrator, role: current.role, workspace: current.workspace, workspaces }
}

/** Sets the time zone in which the dashboard shows times to the signed-in user; null for that of the browser. Returns what `getViewer` returns. */
export async function setTimezone(actor: Actor, timezone: string | null) {
  if (actor.userId === undefined) throw forbidden('Only a signed-in user can do this.')
  await anyWorkspace.user.update({ where: { id: actor.userId }, data: { timezone } })
  return getViewer(actor)
}
