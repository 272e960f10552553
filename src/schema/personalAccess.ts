import type { PersonalAccess as Row } from '../services/access/personalAccess.ts'
import { builder } from './builder.ts'

export const Person = builder.objectRef<NonNullable<Row['user']>>('Person').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name'), email: t.exposeString('email') }),
})

export const PersonalAccess = builder.interfaceRef<Row>('PersonalAccess').implement({
  description: 'What lets a program act for a person in the workspace, never beyond their role: a CLI token or a connected app',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    scopes: t.exposeStringList('scopes', { description: 'What it may do, as far as the role of its person still allows' }),
    person: t.expose('user', { type: Person, nullable: true, description: 'Whose it is; null where their account is no more' }),
    isOwn: t.boolean({ resolve: ({ userId }, _, { actor }) => userId !== null && userId === actor?.userId }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'To the minute' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})
