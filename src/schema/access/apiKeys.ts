import { ApiKeyInput, OverlapSeconds } from '../../inputs/apiKeys.ts'
import * as apiKeys from '../../services/access/apiKeys.ts'
import { actorOf, builder } from '../base/builder.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { connection } from '../base/page.ts'

const ApiKey = builder.prismaObject('ApiKey', {
  description: 'API key of the workspace. The key itself is shown once, when it is created.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    prefix: t.exposeString('prefix', { description: 'First characters of the key.' }),
    last4: t.exposeString('last4', { description: 'Last four characters of the key.' }),
    scopes: t.exposeStringList('scopes', { description: 'Scopes of the key.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was last used, to the minute. `null` if it was never used.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When the key expires. `null` if it never does.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When the key was revoked. `null` if it was not.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const NewApiKey = builder.objectRef<Awaited<ReturnType<typeof apiKeys.create>>>('NewApiKey').implement({
  description: 'New API key with its secret value.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The key itself. Shown once.' }),
    apiKey: t.expose('row', { type: ApiKey }),
  }),
})

const ApiKeyInputType = builder.inputType('ApiKeyInput', {
  description: 'Name, scopes and expiration of a new API key.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the key.' }),
    scopes: t.stringList({ required: true, description: 'Scopes of the key.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When the key expires. Defaults to never.' }),
  }),
  validate: ApiKeyInput,
})

builder.queryFields((t) => ({
  apiKeys: t.connection({
    type: ApiKey,
    description: 'List API keys, newest first.',
    authScopes: { scope: 'keys:read' },
    resolve: async (_, { first, after }, ctx) => connection(await apiKeys.list(actorOf(ctx), { first, after }), after),
  }),
}))

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: NewApiKey,
    description: 'Create an API key.',
    authScopes: { scope: 'keys:write' },
    args: { input: t.arg({ type: ApiKeyInputType, required: true }) },
    resolve: (_, { input }, ctx) => apiKeys.create(actorOf(ctx), input),
  }),
  rotateApiKey: t.field({
    type: NewApiKey,
    description: 'Replace an API key with a new one. The old key keeps working during the overlap.',
    authScopes: { scope: 'keys:write' },
    args: {
      id: t.arg.id({ required: true }),
      overlapSeconds: t.arg.int({ validate: OverlapSeconds, description: 'How long the old key keeps working, in seconds. Defaults to one day.' }),
    },
    resolve: (_, { id, overlapSeconds }, ctx) => apiKeys.rotate(actorOf(ctx), parseRowId(id, 'API key'), { overlapSeconds }),
  }),
  revokeApiKey: t.field({
    type: ApiKey,
    description: 'Revoke an API key. It stops working immediately.',
    authScopes: { scope: 'keys:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => apiKeys.revoke(actorOf(ctx), parseRowId(id, 'API key')),
  }),
}))
