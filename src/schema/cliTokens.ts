import { CliTokenInput } from '../inputs/cliTokens.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as cliTokens from '../services/access/cliTokens.ts'
import type { PersonalAccess as Row } from '../services/access/personalAccess.ts'
import { actorOf, builder } from './builder.ts'
import { connection } from './page.ts'
import { PersonalAccess } from './personalAccess.ts'

const CliToken = builder.objectRef<Row>('CliToken').implement({
  description: "A person's token for the command line; the token itself is shown once, when it is made",
  interfaces: [PersonalAccess],
  fields: (t) => ({
    prefix: t.exposeString('prefix', { description: 'How the token begins' }),
    last4: t.exposeString('last4', { description: 'How the token ends' }),
  }),
})

const NewCliToken = builder.objectRef<Awaited<ReturnType<typeof cliTokens.create>>>('NewCliToken').implement({
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The token, shown this once' }),
    cliToken: t.expose('row', { type: CliToken }),
  }),
})

const CliTokenInputType = builder.inputType('CliTokenInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'What the token is for' }),
    scopes: t.stringList({ required: true, description: 'What it may do, of what its person may do' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it stops working, in 366 days at most; in 90 days when absent' }),
  }),
  validate: CliTokenInput,
})

builder.queryField('cliTokens', (t) =>
  t.connection({
    type: CliToken,
    description: "Tokens of the signed-in person, or everybody's for who may read keys; newest first",
    authScopes: { person: true },
    resolve: async (_, { first, after }, ctx) => connection(await cliTokens.list(actorOf(ctx), { first, after }), after),
  }),
)

builder.mutationFields((t) => ({
  createCliToken: t.field({
    type: NewCliToken,
    description: 'A token for the command line, of the signed-in person in the current workspace',
    authScopes: { person: true },
    args: { input: t.arg({ type: CliTokenInputType, required: true }) },
    resolve: (_, { input }, ctx) => cliTokens.create(actorOf(ctx), input),
  }),
  revokeCliToken: t.field({
    type: CliToken,
    description: "Ends a token at once: one's own, or anybody's for who may write keys",
    authScopes: { person: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => cliTokens.revoke(actorOf(ctx), rowId(id, 'CLI token')),
  }),
}))
