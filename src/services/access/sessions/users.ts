import type { UserId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { anyWorkspace, isDuplicate, type Tx } from '../../../kernel/db/db.ts'
import { conflict, DomainError, fieldError, forbidden, notFound, type Reason, sentenceOf, unauthenticated } from '../../../kernel/vocabulary/errors.ts'
import type { SignInInput } from '../../../inputs/accounts.ts'
import * as auditTrail from '../../audit/auditTrail.ts'
import { countGuess, type GuessOrigin } from './passwordGuesses.ts'
import * as passwords from './passwords.ts'

/** Creates an account. Throws CONFLICT if the address has one. */
export async function create(tx: Tx, user: { email: string; name: string; passwordHash: string; isServerAdministrator?: boolean }) {
  try {
    return await tx.user.create({ data: user })
  } catch (error) {
    throw isDuplicate(error) ? conflict('email_taken') : error
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
  if (!user || !isCorrect) throw unauthenticated('wrong_credentials')
  forgive()
  if (user.disabledAt) throw disabledError()
  return user.id
}

function disabledError() {
  const reason: Reason = { reason: 'account_disabled', details: {} }
  return new DomainError('FORBIDDEN', { message: sentenceOf(reason), reason: reason.reason }, reason)
}

/** Returns the user if this is their password, else throws UNPROCESSABLE_ENTITY at the field. Wrong passwords count as at sign-in. */
export async function confirmPassword(userId: UserId, password: string, from: GuessOrigin) {
  const user = await anyWorkspace.user.findUniqueOrThrow({ where: { id: userId } })
  const forgive = await countGuess({ email: user.email, userId }, from)
  if (!(await passwords.verify(user.passwordHash, password)))
    throw fieldError(['body', 'currentPassword'], 'value_error.password', { reason: 'password_incorrect', details: {} })
  forgive()
  return user
}

/** Returns the signed-in user, the current workspace and all workspaces of the user. */
export async function getViewer({ userId, workspaceId }: Actor) {
  if (userId === undefined) throw forbidden('person_required')
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
  if (actor.userId === undefined) throw forbidden('person_required')
  await anyWorkspace.user.update({ where: { id: actor.userId }, data: { timezone } })
  return getViewer(actor)
}
