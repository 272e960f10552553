import { MemberRole } from '../inputs/accounts.ts'
import * as members from '../services/access/members.ts'
import type { Role } from '../kernel/vocabulary/scopes.ts'
import { actorOf, builder } from './builder.ts'
import { rowId } from '../kernel/db/rows.ts'

const Member = builder.objectRef<members.Member>('Member').implement({
  description: 'A person in the workspace',
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email'),
    name: t.exposeString('name'),
    role: t.exposeString('role', { description: 'owner, admin, member or viewer' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Member since' }),
  }),
})

builder.queryFields((t) => ({
  members: t.field({ type: [Member], authScopes: { scope: 'members:read' }, resolve: (_, __, ctx) => members.list(actorOf(ctx)) }),
}))

builder.mutationFields((t) => ({
  setMemberRole: t.field({
    type: Member,
    authScopes: { scope: 'members:write' },
    args: { id: t.arg.id({ required: true }), role: t.arg.string({ required: true, validate: MemberRole }) },
    resolve: (_, { id, role }, ctx) => members.setRole(actorOf(ctx), rowId(id, 'Member'), role as Role),
  }),
  removeMember: t.id({
    description: 'Answers the id of the person who was removed. Everybody may remove themselves',
    authScopes: { person: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => members.remove(actorOf(ctx), rowId(id, 'Member')),
  }),
}))
