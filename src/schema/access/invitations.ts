import { Email } from '../../inputs/accounts.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import type { Role } from '../../kernel/vocabulary/scopes.ts'
import * as invitations from '../../services/access/invitations.ts'
import { addressOf, ViewerWorkspace } from './accounts.ts'
import { actorOf, builder } from '../base/builder.ts'
import { User } from './personalCredentials.ts'
import { Role as RoleEnum } from '../enums/accounts.ts'

const Invitation = builder.objectRef<invitations.OpenInvitation>('Invitation').implement({
  description: 'An invitation to the workspace that has not been accepted yet.',
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email', { description: 'Email address that was invited. Anyone with the link can accept it, with an account of any address.' }),
    role: t.expose('role', { type: RoleEnum, description: 'Role of the new member.' }),
    invitedBy: t.expose('invitedBy', { type: User, description: 'Member who created the invitation or last renewed it.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const InviteMemberPayload = builder.objectRef<invitations.InvitationWithLink>('InviteMemberPayload').implement({
  description: 'Invitation with its one-time link.',
  fields: (t) => ({
    invitation: t.expose('invitation', { type: Invitation }),
    link: t.exposeString('link', { description: 'One-time link for the invited person, valid for 7 days. Shown once.' }),
  }),
})

const InvitationOffer = builder.objectRef<Awaited<ReturnType<typeof invitations.find>>>('InvitationOffer').implement({
  description: 'Invitation that a link belongs to.',
  fields: (t) => ({
    workspaceName: t.string({ description: 'Name of the workspace.', resolve: ({ workspace }) => workspace.name }),
    role: t.expose('role', { type: RoleEnum, description: 'Role of the new member.' }),
    email: t.exposeString('email', { description: 'Email address that was invited.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  invitations: t.field({
    type: [Invitation],
    description: 'List the open and expired invitations of the workspace, newest first.',
    authScopes: { scope: 'members:write' },
    resolve: (_, __, ctx) => invitations.list(actorOf(ctx)),
  }),
  invitationOffer: t.field({
    type: InvitationOffer,
    description: 'Get the invitation that a link belongs to, by the secret after its `#`. `NOT_FOUND` if the link does not work.',
    authScopes: { public: true },
    args: { secret: t.arg.string({ required: true, description: 'Part of the link after the `#`.' }) },
    resolve: (_, { secret }, ctx) => invitations.find(secret, addressOf(ctx)),
  }),
}))

builder.mutationFields((t) => ({
  inviteMember: t.field({
    type: InviteMemberPayload,
    description: 'Invite a person to the workspace. Replaces an open invitation to the same address.',
    authScopes: { scope: 'members:write' },
    args: {
      email: t.arg.string({ required: true, validate: Email, description: 'Email address of the person to invite.' }),
      role: t.arg({ type: RoleEnum, required: true, description: 'Role of the new member.' }),
    },
    resolve: (_, { email, role }, ctx) => invitations.invite(actorOf(ctx), { email, role: role as Role }),
  }),
  renewInvitation: t.field({
    type: InviteMemberPayload,
    description: 'Create a new link for an invitation, valid for 7 days. The earlier link stops working.',
    authScopes: { scope: 'members:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => invitations.renew(actorOf(ctx), parseRowId(id, 'Invitation')),
  }),
  revokeInvitation: t.field({
    type: Invitation,
    description: 'Revoke an invitation. Its link stops working.',
    authScopes: { scope: 'members:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => invitations.revoke(actorOf(ctx), parseRowId(id, 'Invitation')),
  }),
  acceptInvitation: t.field({
    type: ViewerWorkspace,
    description: 'Join the workspace of an invitation as the signed-in person. Use `switchWorkspace` to work in it.',
    authScopes: { person: true },
    args: { secret: t.arg.string({ required: true, description: 'Part of the link after the `#`.' }) },
    resolve: (_, { secret }, ctx) => invitations.accept(actorOf(ctx), secret, addressOf(ctx)),
  }),
}))
