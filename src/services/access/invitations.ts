import type { InvitationId, UserId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { currentAuditActor } from '../../kernel/auditContext.ts'
import { setAuditContext } from '../../kernel/transactionActor.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { anyWorkspace, db, isDuplicate, transaction, type Tx } from '../../kernel/db/db.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import { conflict, errorOf, forbidden, notFound } from '../../kernel/vocabulary/errors.ts'
import type { Invitation, Prisma } from '../../generated/prisma/client.ts'
import type { InvitationInput } from '../../inputs/accounts.ts'
import type { Role } from '../../kernel/vocabulary/scopes.ts'
import { findBySecret, linkTo, newLinkSecret } from './linkSecrets.ts'
import { canManageMembers, change, isAbove, lockRoles, requireNotAbove } from './memberChanges.ts'

const LIFETIME_MS = 7 * 86_400_000
/** The maximum number of open invitations per workspace. */
const MAX_OPEN = 100

const INCLUDED = { invitedBy: { select: { id: true, name: true, email: true } } } as const satisfies Prisma.InvitationInclude
export type OpenInvitation = Prisma.InvitationGetPayload<{ include: typeof INCLUDED }>
/** An invitation with the link that accepts it. The link is returned only once. */
export interface InvitationWithLink {
  invitation: OpenInvitation
  link: string
}

const UNANSWERED = { acceptedAt: null, revokedAt: null }

/** Lists invitations that were neither accepted nor revoked, including expired ones, newest first. */
export const list = ({ workspaceId }: Actor): Promise<OpenInvitation[]> =>
  db.invitation.findMany({ where: { workspaceId, ...UNANSWERED }, include: INCLUDED, orderBy: { id: 'desc' } })

/**
 * Invites an email address and revokes an earlier open invitation to it. Does not reveal whether the address has an account. Throws
 * FORBIDDEN for a role above the actor's, CONFLICT for a member or if too many invitations are open.
 */
export async function invite(actor: Actor, { email, role }: InvitationInput): Promise<InvitationWithLink> {
  const { workspaceId } = actor
  const { secret, secretHash } = newLinkSecret()
  const invitation = await change(actor, async (tx, { mine }) => {
    requireNotAbove(mine, role)
    if (await tx.membership.findFirst({ where: { workspaceId, user: { email } } })) throw conflict('already_member')
    await tx.invitation.updateMany({ where: { workspaceId, email, ...UNANSWERED }, data: { revokedAt: clock.now() } })
    const open = await tx.invitation.count({ where: { workspaceId, ...UNANSWERED } })
    if (open >= MAX_OPEN) throw conflict('too_many_invitations', { limit: MAX_OPEN })
    const data = { workspaceId, email, role, invitedById: actor.userId!, secretHash, expiresAt: fromNow(LIFETIME_MS) }
    return tx.invitation.create({ data, include: INCLUDED })
  })
  return { invitation, link: linkTo('invitation', secret) }
}

/** Gives an open or expired invitation a new link for another 7 days. The earlier link stops working. The actor becomes its inviter. */
export async function renew(actor: Actor, id: InvitationId): Promise<InvitationWithLink> {
  const { secret, secretHash } = newLinkSecret()
  const data = { secretHash, invitedById: actor.userId!, expiresAt: fromNow(LIFETIME_MS) }
  return { invitation: await changeOpen(actor, id, data), link: linkTo('invitation', secret) }
}

/** Revokes an invitation. Its link stops working. */
export const revoke = (actor: Actor, id: InvitationId): Promise<OpenInvitation> => changeOpen(actor, id, { revokedAt: clock.now() })

const changeOpen = (actor: Actor, id: InvitationId, data: Prisma.InvitationUncheckedUpdateInput) =>
  change(actor, async (tx, { mine }) => {
    const where = { workspaceId_id: { workspaceId: actor.workspaceId, id }, ...UNANSWERED }
    const invitation = await tx.invitation.findUnique({ where })
    if (!invitation) throw notFound('Invitation')
    requireNotAbove(mine, invitation.role)
    return tx.invitation.update({ where, data, include: INCLUDED })
  })

/** Revokes a member's open invitations that the member could no longer send: all of them, or those to a role above `role`. */
export async function revokeInvitationsOf(tx: Tx, workspaceId: WorkspaceId, userId: UserId, role: Role | null) {
  const open = await tx.invitation.findMany({ where: { workspaceId, invitedById: userId, ...UNANSWERED } })
  const endedIds = open.filter((invitation) => role === null || !canManageMembers(role) || isAbove(invitation.role, role)).map(({ id }) => id)
  if (endedIds.length > 0) await tx.invitation.updateMany({ where: { workspaceId, id: { in: endedIds }, ...UNANSWERED }, data: { revokedAt: clock.now() } })
}

/**
 * Returns the invitation of a valid link, with its workspace's name. Throws NOT_FOUND with one message for a wrong, expired, revoked or
 * used secret; RATE_LIMITED after too many wrong secrets from `address`.
 */
export async function find(secret: string, address: string) {
  const include = { workspace: { select: { name: true } } }
  const invitation = await findBySecret(secret, address, (secretHash) =>
    anyWorkspace.invitation.findUnique({ where: { secretHash, ...UNANSWERED, expiresAt: { gt: clock.now() } }, include }),
  )
  if (!invitation) throw invalidLinkError()
  return invitation
}

/** Adds the signed-in user to the workspace of a link. Throws the errors of `find`, and CONFLICT for a member. */
export async function accept({ userId }: Actor, secret: string, address: string) {
  if (userId === undefined) throw forbidden('person_required')
  return acceptAs(userId, secret, address)
}

/** Accepts an invitation for a user who has just signed in. Throws the errors of `accept`. */
export async function acceptAs(userId: UserId, secret: string, address: string) {
  const invitation = await find(secret, address)
  await inWorkspace(invitation.workspaceId, () =>
    transaction(async (tx) => {
      await setAuditContext(tx, { operation: 'acceptInvitation', ...currentAuditActor(), kind: 'user', userId })
      await acceptIn(tx, invitation, userId)
    }),
  )
  return { id: invitation.workspaceId, name: invitation.workspace.name, role: invitation.role }
}

/**
 * Adds a user as the member that an invitation describes, in the caller's transaction. Of several concurrent calls one succeeds. If the
 * process dies, the link still works. Checks the inviter's current role. Throws the errors of `accept`.
 */
export async function acceptIn(tx: Tx, { id, workspaceId, secretHash, role, invitedById }: Invitation, userId: UserId) {
  const roles = await lockRoles(tx, workspaceId)
  const inviterRole = roles.get(invitedById) as Role | undefined
  const inviter = await tx.user.findUnique({ where: { id: invitedById }, select: { disabledAt: true } })
  if (!inviterRole || !canManageMembers(inviterRole) || isAbove(role, inviterRole) || inviter?.disabledAt) throw invalidLinkError()
  if (roles.has(userId)) throw conflict('already_your_workspace')
  const where = { workspaceId, id, secretHash, ...UNANSWERED, expiresAt: { gt: clock.now() } }
  const { count } = await tx.invitation.updateMany({ where, data: { acceptedAt: clock.now(), acceptedById: userId } })
  if (count === 0) throw invalidLinkError()
  await tx.membership.create({ data: { workspaceId, userId, role } }).catch((error: unknown) => {
    throw isDuplicate(error) ? conflict('already_your_workspace') : error
  })
}

const invalidLinkError = () => errorOf('NOT_FOUND', 'invitation_link_invalid')
