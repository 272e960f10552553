import type { Actor } from '../actor.ts'
import { clock } from '../clock.ts'
import { anyWorkspace, isDuplicate, type Tx } from '../db.ts'
import { conflict, DomainError, forbidden, notFound, unauthenticated } from '../errors.ts'
import type { SignInInput } from '../inputs/accounts.ts'
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
  const guess = countGuess(email, address)
  const user = await anyWorkspace.user.findUnique({ where: { email } })
  const right = await passwords.verify(user?.passwordHash ?? null, password)
  if (!user || !right) throw unauthenticated('Wrong e-mail or password')
  guess.forgive()
  return user.id
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

const PER_ACCOUNT = { most: 5, withinMs: 15 * 60_000 }
const PER_ADDRESS = { most: 50, withinMs: 60 * 60_000 }
const REMEMBERED = 20_000
/** When passwords were guessed wrong, by what it counts for. Whatever was guessed at longest ago comes first. */
const guesses = new Map<string, number[]>()

/** Counts a guess before it is judged, so that many at once cannot slip through. A right one is forgiven. */
function countGuess(email: string, address: string) {
  const now = clock.now().getTime()
  const limits = [
    { key: `${address} ${email}`, ...PER_ACCOUNT },
    { key: address, ...PER_ADDRESS },
  ]
  for (const { key, withinMs } of limits)
    remember(
      key,
      guessesOf(key).filter((time) => time > now - withinMs),
    )
  const exhausted = limits.some(({ key, most }) => guessesOf(key).length >= most)
  if (exhausted) throw new DomainError('RATE_LIMITED', 'Too many requests. Please try again later.')
  for (const { key } of limits) remember(key, [...guessesOf(key), now])
  const forgive = () => limits.forEach(({ key }) => remember(key, without(guessesOf(key), now)))
  return { forgive }
}

const guessesOf = (key: string) => guesses.get(key) ?? []

function remember(key: string, times: number[]) {
  guesses.delete(key)
  if (times.length > 0) guesses.set(key, times)
  if (guesses.size > REMEMBERED) guesses.delete(guesses.keys().next().value!)
}

const without = (times: number[], time: number) => times.toSpliced(times.indexOf(time), 1)
