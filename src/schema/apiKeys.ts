import { ApiKeyInput, OverlapSeconds } from '../inputs/apiKeys.ts'
import * as apiKeys from '../services/access/apiKeys.ts'
import { actorOf, builder } from './builder.ts'
import { rowId } from '../kernel/db/rows.ts'
import { connection } from './page.ts'

const ApiKey = builder.prismaObject('ApiKey', {
  description: 'A key of the workspace; the key itself is shown once, when it is made',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    prefix: t.exposeString('prefix', { description: 'How the key begins' }),
    last4: t.exposeString('last4', { description: 'How the key ends' }),
    scopes: t.exposeStringList('scopes'),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'To the minute' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const NewApiKey = builder.objectRef<Awaited<ReturnType<typeof apiKeys.create>>>('NewApiKey').implement({
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The key, shown this once' }),
    apiKey: t.expose('row', { type: ApiKey }),
  }),
})

const ApiKeyInputType = builder.inputType('ApiKeyInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'What the key is for' }),
    scopes: t.stringList({ required: true, description: 'What the key may do' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it stops working; never when absent' }),
  }),
  validate: ApiKeyInput,
})

builder.queryFields((t) => ({
  apiKeys: t.connection({
    type: ApiKey,
    authScopes: { scope: 'keys:read' },
    resolve: async (_, { first, after }, ctx) => connection(await apiKeys.list(actorOf(ctx), { first, after }), after),
  }),
}))

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: NewApiKey,
    authScopes: { scope: 'keys:write' },
    args: { input: t.arg({ type: ApiKeyInputType, required: true }) },
    resolve: (_, { input }, ctx) => apiKeys.create(actorOf(ctx), input),
  }),
  rotateApiKey: t.field({
    type: NewApiKey,
    description: 'A new key in place of an old one, which works for the overlap',
    authScopes: { scope: 'keys:write' },
    args: { id: t.arg.id({ required: true }), overlapSeconds: t.arg.int({ validate: OverlapSeconds, description: 'A day when absent' }) },
    resolve: (_, { id, overlapSeconds }, ctx) => apiKeys.rotate(actorOf(ctx), rowId(id, 'API key'), { overlapSeconds }),
  }),
  revokeApiKey: t.field({
    type: ApiKey,
    description: 'Ends a key at once',
    authScopes: { scope: 'keys:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => apiKeys.revoke(actorOf(ctx), rowId(id, 'API key')),
  }),
}))
