import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { anyWorkspace, isDuplicate, type Tx } from '../../../kernel/db/db.ts'
import { conflict, DomainError, forbidden, notFound, unauthenticated, unprocessable } from '../../../kernel/vocabulary/errors.ts'
import type { SignInInput } from '../../../inputs/accounts.ts'
import * as auditTrail from '../../audit/auditTrail.ts'
import { countGuess, type GuessOrigin } from './passwordGuesses.ts'
import * as passwords from './passwords.ts'

export const EMAIL_TAKEN = 'This email address already has an account.'

/** Makes an account. Throws a conflict when the address has one. */
export async function create(tx: Tx, user: { email: string; name: string; passwordHash: string }) {
  try {
    return await tx.user.create({ data: user })
  } catch (error) {
    throw isDuplicate(error) ? conflict(EMAIL_TAKEN) : error
  }
}

/** The account of an address. Throws NOT_FOUND. */
export async function findByEmail(email: string) {
  const user = await anyWorkspace.user.findUnique({ where: { email } })
  if (!user) throw notFound('Account')
  return user
}

/** The id of whoever this e-mail and password belong to. Every wrong pair gets the same answer after the same time. Throws FORBIDDEN, once the password is right, for an account that is disabled. */
export async function identify({ email, password }: SignInInput, from: GuessOrigin): Promise<number> {
  const user = await anyWorkspace.user.findUnique({ where: { email } })
  const forgive = await countGuess({ email, userId: user?.id ?? null }, from)
  const right = await passwords.verify(user?.passwordHash ?? null, password)
  if (user && !right) auditTrail.recordFailedSignIn(user)
  if (!user || !right) throw unauthenticated('Wrong email or password.')
  forgive()
  if (user.disabledAt) throw new DomainError('FORBIDDEN', { message: 'This account is disabled. Ask your server administrator.', reason: 'account_disabled' })
  return user.id
}

/** The person, if this is their password. Throws UNPROCESSABLE_ENTITY, at the field, otherwise. Wrong ones count as guesses at sign-in do. */
export async function confirmPassword(userId: number, password: string, from: GuessOrigin) {
  const user = await anyWorkspace.user.findUniqueOrThrow({ where: { id: userId } })
  const forgive = await countGuess({ email: user.email, userId }, from)
  if (!(await passwords.verify(user.passwordHash, password)))
    throw unprocessable([{ loc: ['body', 'currentPassword'], msg: 'this is not your current password', type: 'value_error.password' }])
  forgive()
  return user
}

/** The signed-in person, the workspace they are in, and all that are theirs. */
export async function viewer({ userId, workspaceId }: Actor) {
  if (userId === undefined) throw forbidden('Only a signed-in user can do this.')
  const { id, email, name, memberships } = await anyWorkspace.user.findUniqueOrThrow({
    where: { id: userId },
    include: { memberships: { include: { workspace: true }, orderBy: { workspaceId: 'asc' } } },
  })
  const current = memberships.find((membership) => membership.workspaceId === workspaceId)
  if (!current) throw notFound('Workspace')
  const workspaces = memberships.map(({ workspace, role }) => ({ id: workspace.id, name: workspace.name, role }))
  return { id, email, name, role: current.role, workspace: current.workspace, workspaces }
}
