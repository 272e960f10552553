import type { Actor } from '../actor.ts'
import { anyWorkspace, isDuplicate, type Tx } from '../db.ts'
import { conflict, forbidden, notFound, unauthenticated, unprocessable } from '../errors.ts'
import type { SignInInput } from '../inputs/accounts.ts'
import * as auditTrail from './auditTrail.ts'
import { guessCounter } from './guesses.ts'
import * as passwords from './passwords.ts'

/** Makes an account. Throws a conflict when the address has one. */
export async function create(tx: Tx, user: { email: string; name: string; passwordHash: string }) {
  try {
    return await tx.user.create({ data: user })
  } catch (error) {
    throw isDuplicate(error) ? conflict('This e-mail address already has an account') : error
  }
}

/** The id of whoever this e-mail and password belong to. Every wrong pair gets the same answer after the same time. */
export async function identify({ email, password }: SignInInput, address: string): Promise<number> {
  const forgive = countGuess(email, address)
  const user = await anyWorkspace.user.findUnique({ where: { email } })
  const right = await passwords.verify(user?.passwordHash ?? null, password)
  if (user && !right) auditTrail.signInFailed(user)
  if (!user || !right) throw unauthenticated('Wrong e-mail or password')
  forgive()
  return user.id
}

/** Throws UNPROCESSABLE, at the field, unless this is the person's password. Wrong ones count as guesses at sign-in do. */
export async function confirmPassword(userId: number, password: string, address: string) {
  const user = await anyWorkspace.user.findUniqueOrThrow({ where: { id: userId } })
  const forgive = countGuess(user.email, address)
  if (!(await passwords.verify(user.passwordHash, password)))
    throw unprocessable([{ loc: ['body', 'currentPassword'], msg: 'this is not the present password', type: 'value_error.password' }])
  forgive()
}

/** The signed-in person, the workspace they are in, and all that are theirs. */
export async function viewer({ userId, workspaceId }: Actor) {
  if (userId === undefined) throw forbidden('This needs a signed-in person')
  const { id, email, name, memberships } = await anyWorkspace.user.findUniqueOrThrow({
    where: { id: userId },
    include: { memberships: { include: { workspace: true }, orderBy: { workspaceId: 'asc' } } },
  })
  const current = memberships.find((membership) => membership.workspaceId === workspaceId)
  if (!current) throw notFound('Workspace')
  const workspaces = memberships.map(({ workspace, role }) => ({ id: workspace.id, name: workspace.name, role }))
  return { id, email, name, role: current.role, workspace: current.workspace, workspaces }
}

const byAccount = guessCounter({ most: 5, withinMs: 15 * 60_000 })
const byAddress = guessCounter({ most: 50, withinMs: 60 * 60_000 })

/** Counts a guess before it is judged, so that many at once cannot slip through. Answers how to forgive one that was right. */
function countGuess(email: string, address: string): () => void {
  const account = `${address} ${email}`
  byAccount.check(account)
  byAddress.check(address)
  const takeBack = [byAccount.count(account), byAddress.count(address)]
  return () => takeBack.forEach((back) => back())
}
