import type { PersonalCredential as Row } from '../../services/access/personalAccess.ts'
import { builder } from '../base/builder.ts'

export const User = builder.objectRef<NonNullable<Row['user']>>('User').implement({
  description: 'Person with an account.',
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name'), email: t.exposeString('email') }),
})

export const PersonalCredential = builder.interfaceRef<Row>('PersonalCredential').implement({
  description: 'CLI token or connected app, which acts for a member in the workspace within their role.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    scopes: t.exposeStringList('scopes', { description: 'Scopes of the credential, as far as the role of the member includes them.' }),
    user: t.expose('user', { type: User, nullable: true, description: 'Member that the credential belongs to. `null` if the account was deleted.' }),
    isMine: t.boolean({
      description: 'Whether the credential belongs to the signed-in person.',
      resolve: ({ userId }, _, { actor }) => userId !== null && userId === actor?.userId,
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the credential was last used, to the minute. `null` if it was never used.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When the credential expires. `null` if it never does.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When the credential was revoked. `null` if it was not.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})
