import type { UserId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, type Tx } from '../../kernel/db/db.ts'
import { conflict, forbidden, notFound } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import { requireScope, type Role } from '../../kernel/vocabulary/scopes.ts'
import * as campaignWakes from '../campaigns/campaignWakes.ts'
import * as invitations from './invitations.ts'
import { canManageMembers, isAnyRoleAllowed, change, type CurrentRoles, requireNotAbove, type Roles } from './memberChanges.ts'
import * as personalAccess from './personalAccess.ts'

/** A member of the workspace. `id` is the user's ID. */
export interface Member {
  id: UserId
  email: string
  name: string
  role: string
  createdAt: Date
}

/** Lists the members of the workspace, oldest first. */
export async function list({ workspaceId }: Actor): Promise<Member[]> {
  const rows = await db.membership.findMany({ where: { workspaceId }, include: { user: true }, orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }] })
  return rows.map(memberOf)
}

/** Adds the first owner to a new workspace. */
export const addOwner = (tx: Tx, workspaceId: WorkspaceId, userId: UserId) => tx.membership.create({ data: { workspaceId, userId, role: 'owner' } })

/** Changes a member's role. Closes their open streams, which reconnect with the new rights, and revokes their invitations to higher roles. */
export async function setRole(actor: Actor, userId: UserId, role: Role): Promise<Member> {
  const { workspaceId } = actor
  const member = await change(actor, async (tx, { mine, roles }) => {
    requireNotAbove(mine, role)
    requireChangeable(mine, roles, userId)
    if (role !== 'owner') requireOtherOwner(roles, userId)
    await invitations.revokeInvitationsOf(tx, workspaceId, userId, role)
    return tx.membership.update({ where: { workspaceId_userId: { workspaceId, userId } }, data: { role }, include: { user: true } })
  })
  publish('access.revoked', { userId, workspaceId, remains: true })
  return memberOf(member)
}

/** Removes a member from the workspace and immediately revokes their CLI tokens and apps. All members can remove themselves. */
export async function remove(actor: Actor, userId: UserId): Promise<number> {
  if (userId !== actor.userId) requireScope(actor.scopes, 'members:write')
  const { workspaceId } = actor
  const removeMember = async (tx: Tx, { mine, roles }: CurrentRoles) => {
    requireChangeable(mine, roles, userId)
    requireOtherOwner(roles, userId)
    await invitations.revokeInvitationsOf(tx, workspaceId, userId, null)
    await tx.membership.delete({ where: { workspaceId_userId: { workspaceId, userId } } })
    return personalAccess.endAll(tx, workspaceId, userId)
  }
  const apps = await change(actor, removeMember, userId === actor.userId ? isAnyRoleAllowed : canManageMembers)
  publish('access.revoked', { userId, workspaceId })
  for (const id of apps) await campaignWakes.wakeByGrant(workspaceId, id)
  return userId
}

function requireChangeable(mine: Role, roles: Roles, userId: UserId) {
  if (!roles.has(userId)) throw notFound('Member')
  if (roles.get(userId) === 'owner' && mine !== 'owner') throw forbidden('owner_required')
}

function requireOtherOwner(roles: Roles, userId: UserId) {
  const another = [...roles].some(([id, role]) => role === 'owner' && id !== userId)
  if (roles.get(userId) === 'owner' && !another) throw conflict('last_owner')
}

const memberOf = ({ user, role, createdAt }: { user: { id: UserId; email: string; name: string }; role: string; createdAt: Date }): Member => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role,
  createdAt,
})
