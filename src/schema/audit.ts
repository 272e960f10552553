import { AuditFilter } from '../inputs/audit.ts'
import * as audit from '../services/audit/audit.ts'
import { actorOf, builder } from './builder.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'

const AuditEntry = builder.prismaObject('AuditEntry', {
  description: 'Something that was changed: by whom, when, from where, and how it was before',
  fields: (t) => ({
    id: t.exposeID('id'),
    actorKind: t.exposeString('actorKind', {
      description: 'user, key, cli or app (a person by a CLI token or a connected app), operator, system, or nobody: somebody who was not signed in',
    }),
    userId: t.exposeID('userId', { nullable: true }),
    apiKeyId: t.exposeID('apiKeyId', { nullable: true, description: 'Of a key, a CLI token or a connected app' }),
    actorName: t.exposeString('actorName', {
      nullable: true,
      description: "A person's e-mail address or a key's name, as it was then; of a person by a CLI token or an app both",
    }),
    operation: t.exposeString('operation', { nullable: true, description: 'What was asked: the name of a mutation; null of what the system did' }),
    subject: t.exposeString('subject', { description: 'The kind of thing that changed, in the singular: campaign' }),
    subjectId: t.exposeString('subjectId', { nullable: true }),
    change: t.exposeString('change', { description: 'created, changed, deleted, or refused of a sign-in' }),
    before: t.expose('before', {
      type: 'JSON',
      nullable: true,
      description: 'The fields that changed, as they were, named as REST names them; secrets are never here',
    }),
    after: t.expose('after', { type: 'JSON', nullable: true, description: 'The same fields as they are since' }),
    count: t.exposeInt('count', { description: 'How many things changed alike, where one entry stands for many' }),
    address: t.exposeString('address', { nullable: true, description: 'The IP address that the request came from' }),
    requestId: t.exposeString('requestId', { nullable: true, description: 'As its answer had it in X-Request-Id' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryField('auditEntries', (t) =>
  t.connection({
    type: AuditEntry,
    description: 'Who changed what, newest first',
    authScopes: { scope: 'audit:read' },
    args: { filter: t.arg({ type: inputFromZod('AuditFilterInput', AuditFilter, ['userId', 'apiKeyId']) }) },
    resolve: async (_, { first, after, filter }, ctx) => connection(await audit.list(actorOf(ctx), filter ?? {}, { first, after }), after),
  }),
)
