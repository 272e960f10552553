import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, type Tx } from '../../kernel/db/db.ts'
import { conflict, forbidden, notFound } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import { requireScope, type Role } from '../../kernel/vocabulary/scopes.ts'
import * as campaignWakes from '../campaigns/campaignWakes.ts'
import * as invitations from './invitations.ts'
import { administers, anybody, change, type Now, refuseAbove, type Roles } from './memberChanges.ts'
import * as personalAccess from './personalAccess.ts'

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

/** Gives a member another role. What they have open is cut off, to come back with the new rights; invitations of theirs above it end. */
export async function setRole(actor: Actor, userId: number, role: Role): Promise<Member> {
  const { workspaceId } = actor
  const member = await change(actor, async (tx, { mine, roles }) => {
    refuseAbove(mine, role)
    refuseTouching(mine, roles, userId)
    if (role !== 'owner') refuseLastOwner(roles, userId)
    await invitations.revokeOf(tx, workspaceId, userId, role)
    return tx.membership.update({ where: { workspaceId_userId: { workspaceId, userId } }, data: { role }, include: { user: true } })
  })
  publish('access.revoked', { userId, workspaceId, remains: true })
  return memberOf(member)
}

/** Takes a member out of the workspace, with their CLI tokens and apps, at once and everywhere. Everybody may go themselves. */
export async function remove(actor: Actor, userId: number): Promise<number> {
  if (userId !== actor.userId) requireScope(actor.scopes, 'members:write')
  const { workspaceId } = actor
  const goes = async (tx: Tx, { mine, roles }: Now) => {
    refuseTouching(mine, roles, userId)
    refuseLastOwner(roles, userId)
    await invitations.revokeOf(tx, workspaceId, userId, null)
    await tx.membership.delete({ where: { workspaceId_userId: { workspaceId, userId } } })
    return personalAccess.end(tx, workspaceId, userId)
  }
  const apps = await change(actor, goes, userId === actor.userId ? anybody : administers)
  publish('access.revoked', { userId, workspaceId })
  for (const id of apps) await campaignWakes.wakeOf(workspaceId, id)
  return userId
}

function refuseTouching(mine: Role, roles: Roles, userId: number) {
  if (!roles.has(userId)) throw notFound('Member')
  if (roles.get(userId) === 'owner' && mine !== 'owner') throw forbidden('Only an owner can change or remove an owner.')
}

function refuseLastOwner(roles: Roles, userId: number) {
  const another = [...roles].some(([id, role]) => role === 'owner' && id !== userId)
  if (roles.get(userId) === 'owner' && !another) throw conflict('A workspace must have at least one owner.')
}

const memberOf = ({ user, role, createdAt }: { user: { id: number; email: string; name: string }; role: string; createdAt: Date }): Member => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role,
  createdAt,
})
