import * as members from '../../services/access/members.ts'
import type { Role } from '../../kernel/vocabulary/scopes.ts'
import { actorOf, builder } from '../base/builder.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { Role as RoleEnum } from '../enums/accounts.ts'

const Member = builder.objectRef<members.Member>('Member').implement({
  description: 'Member of the workspace.',
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email'),
    name: t.exposeString('name'),
    role: t.expose('role', { type: RoleEnum }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person joined the workspace.' }),
  }),
})

builder.queryFields((t) => ({
  members: t.field({
    type: [Member],
    description: 'List the members of the workspace.',
    authScopes: { scope: 'members:read' },
    resolve: (_, __, ctx) => members.list(actorOf(ctx)),
  }),
}))

builder.mutationFields((t) => ({
  setMemberRole: t.field({
    type: Member,
    description: 'Change the role of a member.',
    authScopes: { scope: 'members:write' },
    args: { id: t.arg.id({ required: true }), role: t.arg({ type: RoleEnum, required: true }) },
    resolve: (_, { id, role }, ctx) => members.setRole(actorOf(ctx), parseRowId(id, 'Member'), role as Role),
  }),
  removeMember: t.id({
    description: 'Remove a member from the workspace. All members can remove themselves. Returns the ID of the member.',
    authScopes: { person: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => members.remove(actorOf(ctx), parseRowId(id, 'Member')),
  }),
}))
