import { AuditFilter } from '../../inputs/audit.ts'
import * as audit from '../../services/audit/audit.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { connection } from '../base/page.ts'
import { ActorType, AuditAction } from '../enums/accounts.ts'

const AuditEntry = builder.objectRef<audit.AuditEntryItem>('AuditEntry').implement({
  description: 'Change in the workspace: who made it, when, from where, and the values before and after.',
  fields: (t) => ({
    id: t.exposeID('id'),
    actorKind: t.expose('actorKind', { type: ActorType }),
    userId: t.exposeID('userId', { nullable: true, description: 'Person who made the change. `null` if it was not a person.' }),
    apiKeyId: t.exposeID('apiKeyId', { nullable: true, description: 'API key, CLI token or connected app that made the change. `null` if there was none.' }),
    actorName: t.exposeString('actorName', {
      nullable: true,
      description: 'Email address of the person or name of the API key at that time. For CLI tokens and connected apps it has both.',
    }),
    operation: t.exposeString('operation', { nullable: true, description: 'Name of the mutation. `null` for changes that Callwright made.' }),
    resource: t.exposeString('resource', { description: 'Kind of resource that changed, in the singular, such as `campaign`.' }),
    resourceId: t.exposeString('resourceId', { nullable: true, description: 'ID of the resource.' }),
    action: t.expose('action', { type: AuditAction }),
    before: t.expose('before', {
      type: 'JSON',
      nullable: true,
      description: 'Changed fields with their earlier values, with the field names of the REST API. Never includes secrets.',
    }),
    after: t.expose('after', { type: 'JSON', nullable: true, description: 'Same fields with their new values.' }),
    count: t.exposeInt('count', { description: 'Number of resources that changed in the same way, if one entry covers several.' }),
    address: t.exposeString('address', { nullable: true, description: 'IP address of the request. `null` if there was no request.' }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'ID of the request, as returned in `X-Request-Id`. `null` if there was no request.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryField('auditEntries', (t) =>
  t.connection({
    type: AuditEntry,
    description: 'List entries of the audit log, newest first.',
    authScopes: { scope: 'audit:read' },
    args: { filter: t.arg({ type: inputFromZod('AuditFilterInput', AuditFilter, ['userId', 'apiKeyId']) }) },
    resolve: async (_, { first, after, filter }, ctx) => connection(await audit.list(actorOf(ctx), filter ?? {}, { first, after }), after),
  }),
)
