import type { Actor } from '../actor.ts'
import { db, isDuplicate, transaction, type Tx } from '../db.ts'
import { conflict, forbidden, notFound } from '../errors.ts'
import { publish } from '../events.ts'
import { randomText } from '../ids.ts'
import type { MemberInput } from '../inputs/accounts.ts'
import { missingScope, requireScope, ROLE_SCOPES, ROLES, type Role } from '../scopes.ts'
import * as campaignWakes from './campaignWakes.ts'
import * as passwords from './passwords.ts'
import * as personalAccess from './personalAccess.ts'
import * as users from './users.ts'

/** A person in the workspace; `id` is the person's. */
export interface Member {
  id: number
  email: string
  name: string
  role: string
  createdAt: Date
}

/** Everybody in the workspace, who came first first. */
export async function list({ workspaceId }: Actor): Promise<Member[]> {
  const rows = await db.membership.findMany({ where: { workspaceId }, include: { user: true }, orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }] })
  return rows.map(memberOf)
}

/** Lets a person in. Somebody without an account gets one, whose password is answered this once. */
export async function add(actor: Actor, { email, role, name }: MemberInput): Promise<{ member: Member; initialPassword: string | null }> {
  const { workspaceId } = actor
  const known = await db.user.findUnique({ where: { email } })
  const initialPassword = known ? null : randomText(16)
  const passwordHash = initialPassword && (await passwords.hash(initialPassword))
  const member = await change(actor, async (tx, { mine }) => {
    refuseAbove(mine, role)
    const user = known ?? (await users.create(tx, { email, name: name ?? email.split('@')[0]!, passwordHash: passwordHash! }))
    return tx.membership.create({ data: { workspaceId, userId: user.id, role }, include: { user: true } }).catch((error) => {
      throw isDuplicate(error) ? conflict('This person is a member already') : error
    })
  })
  return { member: memberOf(member), initialPassword }
}

/** Gives a member another role. What they have open is cut off, to come back with the new rights. */
export async function setRole(actor: Actor, userId: number, role: Role): Promise<Member> {
  const { workspaceId } = actor
  const member = await change(actor, (tx, { mine, roles }) => {
    refuseAbove(mine, role)
    refuseTouching(mine, roles, userId)
    if (role !== 'owner') refuseLastOwner(roles, userId)
    return tx.membership.update({ where: { workspaceId_userId: { workspaceId, userId } }, data: { role }, include: { user: true } })
  })
  publish('access.revoked', { userId, workspaceId })
  return memberOf(member)
}

/** Takes a member out of the workspace, with their CLI tokens and apps, at once and everywhere. Everybody may go themselves. */
export async function remove(actor: Actor, userId: number): Promise<number> {
  if (userId !== actor.userId) requireScope(actor.scopes, 'members:write')
  const { workspaceId } = actor
  const goes = async (tx: Tx, { mine, roles }: Now) => {
    refuseTouching(mine, roles, userId)
    refuseLastOwner(roles, userId)
    await tx.membership.delete({ where: { workspaceId_userId: { workspaceId, userId } } })
    return personalAccess.end(tx, workspaceId, userId)
  }
  const apps = await change(actor, goes, userId === actor.userId ? anybody : administers)
  publish('access.revoked', { userId, workspaceId })
  for (const id of apps) await campaignWakes.wakeOf(workspaceId, id)
  return userId
}

type Roles = ReadonlyMap<number, string>
interface Now {
  mine: Role
  roles: Roles
}

const administers = (role: Role) => ROLE_SCOPES[role].has('members:write')
const anybody = () => true

/** Does the work while nobody else changes the workspace's members, with the roles as they stand at that moment. */
const change = <T>(actor: Actor, work: (tx: Tx, now: Now) => Promise<T>, isAllowed: (role: Role) => boolean = administers) =>
  transaction(async (tx) => {
    const { workspaceId } = actor
    await tx.$queryRaw`select id from workspaces where id = ${workspaceId} for no key update`
    const rows = await tx.membership.findMany({ where: { workspaceId } })
    const roles: Roles = new Map(rows.map(({ userId, role }) => [userId, role]))
    const mine = roles.get(actor.userId ?? 0) as Role | undefined
    if (!mine || !isAllowed(mine)) throw missingScope('members:write')
    return work(tx, { mine, roles })
  })

function refuseAbove(mine: Role, role: Role) {
  if (ROLES.indexOf(role) < ROLES.indexOf(mine)) throw forbidden('Nobody can give a role above their own')
}

function refuseTouching(mine: Role, roles: Roles, userId: number) {
  if (!roles.has(userId)) throw notFound('Member')
  if (roles.get(userId) === 'owner' && mine !== 'owner') throw forbidden('Only an owner can change an owner')
}

function refuseLastOwner(roles: Roles, userId: number) {
  const another = [...roles].some(([id, role]) => role === 'owner' && id !== userId)
  if (roles.get(userId) === 'owner' && !another) throw conflict('A workspace keeps at least one owner')
}

const memberOf = ({ user, role, createdAt }: { user: { id: number; email: string; name: string }; role: string; createdAt: Date }): Member => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role,
  createdAt,
})
