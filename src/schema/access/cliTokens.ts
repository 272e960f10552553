import { CliTokenInput } from '../../inputs/cliTokens.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as cliTokens from '../../services/access/cliTokens.ts'
import type { PersonalCredential as Row } from '../../services/access/personalAccess.ts'
import { actorOf, builder } from '../base/builder.ts'
import { connection } from '../base/page.ts'
import { PersonalCredential } from './personalCredentials.ts'

const CliToken = builder.objectRef<Row>('CliToken').implement({
  description: 'CLI token of a member. The token itself is shown once, when it is created.',
  interfaces: [PersonalCredential],
  fields: (t) => ({
    prefix: t.exposeString('prefix', { description: 'First characters of the token.' }),
    last4: t.exposeString('last4', { description: 'Last four characters of the token.' }),
  }),
})

const NewCliToken = builder.objectRef<Awaited<ReturnType<typeof cliTokens.create>>>('NewCliToken').implement({
  description: 'New CLI token with its secret value.',
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The token itself. Shown once.' }),
    cliToken: t.expose('row', { type: CliToken }),
  }),
})

const CliTokenInputType = builder.inputType('CliTokenInput', {
  description: 'Name, scopes and expiration of a new CLI token.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the token.' }),
    scopes: t.stringList({ required: true, description: 'Scopes of the token, limited to your own.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When the token expires, at most 366 days from now. Defaults to 90 days from now.' }),
  }),
  validate: CliTokenInput,
})

builder.queryField('cliTokens', (t) =>
  t.connection({
    type: CliToken,
    description: 'List CLI tokens, newest first. Without the `keys:read` scope only your own tokens are listed.',
    authScopes: { person: true },
    resolve: async (_, { first, after }, ctx) => connection(await cliTokens.list(actorOf(ctx), { first, after }), after),
  }),
)

builder.mutationFields((t) => ({
  createCliToken: t.field({
    type: NewCliToken,
    description: 'Create a CLI token for the signed-in person in the current workspace.',
    authScopes: { person: true },
    args: { input: t.arg({ type: CliTokenInputType, required: true }) },
    resolve: (_, { input }, ctx) => cliTokens.create(actorOf(ctx), input),
  }),
  revokeCliToken: t.field({
    type: CliToken,
    description: "Revoke a CLI token. It stops working immediately. Revoking another member's token requires the `keys:write` scope.",
    authScopes: { person: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => cliTokens.revoke(actorOf(ctx), parseRowId(id, 'CLI token')),
  }),
}))
