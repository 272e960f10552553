import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { currentAuditActor, setAuditContext } from '../../kernel/auditContext.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { anyWorkspace, db, isDuplicate, transaction, type Tx } from '../../kernel/db/db.ts'
import { conflict, DomainError, forbidden, notFound } from '../../kernel/vocabulary/errors.ts'
import type { Invitation, Prisma } from '../../generated/prisma/client.ts'
import type { InvitationInput } from '../../inputs/accounts.ts'
import type { Role } from '../../kernel/vocabulary/scopes.ts'
import { findBySecret, linkTo, newLinkSecret } from './linkSecrets.ts'
import { canManageMembers, change, isAbove, lockRoles, requireNotAbove } from './memberChanges.ts'

const LIFETIME_MS = 7 * 86_400_000
/** How many a workspace may have open. */
const MAX_OPEN = 100

const INCLUDED = { invitedBy: { select: { id: true, name: true, email: true } } } as const satisfies Prisma.InvitationInclude
export type OpenInvitation = Prisma.InvitationGetPayload<{ include: typeof INCLUDED }>
/** An invitation with the link that accepts it, which is answered this once. */
export interface InvitationWithLink {
  invitation: OpenInvitation
  link: string
}

const UNANSWERED = { acceptedAt: null, revokedAt: null }

/** Invitations that were neither accepted nor revoked, expired ones included, newest first. */
export const list = ({ workspaceId }: Actor): Promise<OpenInvitation[]> =>
  db.invitation.findMany({ where: { workspaceId, ...UNANSWERED }, include: INCLUDED, orderBy: { id: 'desc' } })

/**
 * Invites an address, in place of an open invitation to it. Whether it has an account is neither looked at nor told. Throws FORBIDDEN for
 * a role above the actor's, and a conflict for a member or where too many invitations are open.
 */
export async function invite(actor: Actor, { email, role }: InvitationInput): Promise<InvitationWithLink> {
  const { workspaceId } = actor
  const { secret, secretHash } = newLinkSecret()
  const invitation = await change(actor, async (tx, { mine }) => {
    requireNotAbove(mine, role)
    if (await tx.membership.findFirst({ where: { workspaceId, user: { email } } })) throw conflict('This person is already a member.')
    await tx.invitation.updateMany({ where: { workspaceId, email, ...UNANSWERED }, data: { revokedAt: clock.now() } })
    const open = await tx.invitation.count({ where: { workspaceId, ...UNANSWERED } })
    if (open >= MAX_OPEN) throw conflict(`A workspace can have at most ${MAX_OPEN} open invitations. Revoke the ones you no longer need.`)
    const data = { workspaceId, email, role, invitedById: actor.userId!, secretHash, expiresAt: fromNow(LIFETIME_MS) }
    return tx.invitation.create({ data, include: INCLUDED })
  })
  return { invitation, link: linkTo('invitation', secret) }
}

/** Gives an open or expired invitation a new link for another 7 days; the earlier link stops working. The actor vouches for it from now on. */
export async function renew(actor: Actor, id: number): Promise<InvitationWithLink> {
  const { secret, secretHash } = newLinkSecret()
  const data = { secretHash, invitedById: actor.userId!, expiresAt: fromNow(LIFETIME_MS) }
  return { invitation: await changeOpen(actor, id, data), link: linkTo('invitation', secret) }
}

/** Ends an invitation: its link stops working. */
export const revoke = (actor: Actor, id: number): Promise<OpenInvitation> => changeOpen(actor, id, { revokedAt: clock.now() })

const changeOpen = (actor: Actor, id: number, data: Prisma.InvitationUncheckedUpdateInput) =>
  change(actor, async (tx, { mine }) => {
    const where = { workspaceId_id: { workspaceId: actor.workspaceId, id }, ...UNANSWERED }
    const found = await tx.invitation.findUnique({ where })
    if (!found) throw notFound('Invitation')
    requireNotAbove(mine, found.role)
    return tx.invitation.update({ where, data, include: INCLUDED })
  })

/** Revokes what a member can no longer vouch for: all of their open invitations, or those above the role that they have by now. */
export async function revokeInvitationsOf(tx: Tx, workspaceId: number, userId: number, role: Role | null) {
  const open = await tx.invitation.findMany({ where: { workspaceId, invitedById: userId, ...UNANSWERED } })
  const ended = open.filter((invitation) => role === null || !canManageMembers(role) || isAbove(invitation.role, role)).map(({ id }) => id)
  if (ended.length > 0) await tx.invitation.updateMany({ where: { workspaceId, id: { in: ended }, ...UNANSWERED }, data: { revokedAt: clock.now() } })
}

/**
 * The invitation of a link that still works, with its workspace's name. Throws NOT_FOUND, in the same words, for a secret that is wrong,
 * expired, revoked or used; RATE_LIMITED where `address` has tried too many.
 */
export async function find(secret: string, address: string) {
  const include = { workspace: { select: { name: true } } }
  const found = await findBySecret(secret, address, (secretHash) =>
    anyWorkspace.invitation.findUnique({ where: { secretHash, ...UNANSWERED, expiresAt: { gt: clock.now() } }, include }),
  )
  if (!found) throw invalid()
  return found
}

/** The signed-in person joins the workspace of a link. Throws as `find` does, and a conflict for somebody who is a member. */
export async function accept({ userId }: Actor, secret: string, address: string) {
  if (userId === undefined) throw forbidden('Only a signed-in user can do this.')
  return acceptAs(userId, secret, address)
}

/** The same for a person who has just proved who they are. */
export async function acceptAs(userId: number, secret: string, address: string) {
  const invitation = await find(secret, address)
  await transaction(async (tx) => {
    await setAuditContext(tx, { operation: 'acceptInvitation', ...currentAuditActor(), kind: 'user', userId })
    await acceptIn(tx, invitation, userId)
  })
  return { id: invitation.workspaceId, name: invitation.workspace.name, role: invitation.role }
}

/**
 * Makes a person the member that an invitation asks for, and uses it up, in the caller's transaction. Of several at once one succeeds; if the
 * process dies, the link still works. The role of whoever vouches for it is judged again. Throws NOT_FOUND and conflicts as `accept` does.
 */
export async function acceptIn(tx: Tx, { id, workspaceId, secretHash, role, invitedById }: Invitation, userId: number) {
  const roles = await lockRoles(tx, workspaceId)
  const inviters = roles.get(invitedById) as Role | undefined
  const inviter = await tx.user.findUnique({ where: { id: invitedById }, select: { disabledAt: true } })
  if (!inviters || !canManageMembers(inviters) || isAbove(role, inviters) || inviter?.disabledAt) throw invalid()
  if (roles.has(userId)) throw conflict('You are already a member of this workspace.')
  const where = { workspaceId, id, secretHash, ...UNANSWERED, expiresAt: { gt: clock.now() } }
  const { count } = await tx.invitation.updateMany({ where, data: { acceptedAt: clock.now(), acceptedById: userId } })
  if (count === 0) throw invalid()
  await tx.membership.create({ data: { workspaceId, userId, role } }).catch((error: unknown) => {
    throw isDuplicate(error) ? conflict('You are already a member of this workspace.') : error
  })
}

const invalid = () => new DomainError('NOT_FOUND', 'This invitation link does not work. It has expired, was used or was revoked. Ask for a new one.')
