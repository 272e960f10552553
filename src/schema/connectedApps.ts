import { AppCaps } from '../inputs/connectedApps.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as connectedApps from '../services/access/connectedApps.ts'
import type { PersonalAccess as Row } from '../services/access/personalAccess.ts'
import { actorOf, builder } from './builder.ts'
import { connection } from './page.ts'
import { PersonalAccess } from './personalAccess.ts'

const ConnectedApp = builder.objectRef<Row>('ConnectedApp').implement({
  description: 'An app that a person has connected, and what it may do on their account',
  interfaces: [PersonalAccess],
  fields: (t) => ({
    clientId: t.string({ resolve: ({ appGrant }) => appGrant!.clientId, description: 'As the app is registered' }),
    redirectHost: t.string({
      resolve: ({ appGrant }) => appGrant!.redirectHost,
      description: 'Where its person was sent back to: it tells one app from another that bears its name',
    }),
    declinedScopes: t.stringList({ resolve: ({ appGrant }) => appGrant!.declinedScopes, description: 'What it asked for and was refused' }),
    callCap: t.int({ nullable: true, resolve: ({ appGrant }) => appGrant!.callCap, description: 'How many calls it may place in all; null has no limit' }),
    callsUsed: t.int({ resolve: ({ appGrant }) => appGrant!.callsUsed, description: 'How many of them it has placed' }),
    spendCap: t.field({
      type: 'Money',
      nullable: true,
      resolve: ({ appGrant }) => appGrant!.spendCapMicros,
      description: 'What its calls and texts may cost in all; null has no limit',
    }),
    spent: t.field({
      type: 'Money',
      resolve: ({ appGrant }) => appGrant!.spentMicros,
      description: 'What they have cost, with what is promised to those under way',
    }),
  }),
})

const AppCapsInput = builder.inputType('AppCapsInput', {
  description: 'What is absent stays as it is; null lifts a cap',
  fields: (t) => ({
    callCap: t.int({ description: AppCaps.shape.callCap.description }),
    spendCap: t.field({ type: 'Money', description: AppCaps.shape.spendCap.description }),
  }),
  validate: AppCaps,
})

builder.queryField('connectedApps', (t) =>
  t.connection({
    type: ConnectedApp,
    description: "Apps of the signed-in person, or everybody's for who may read keys; newest first",
    authScopes: { person: true },
    resolve: async (_, { first, after }, ctx) => connection(await connectedApps.list(actorOf(ctx), { first, after }), after),
  }),
)

builder.mutationFields((t) => ({
  updateConnectedApp: t.field({
    type: ConnectedApp,
    description: "Sets how much an app may do: one's own, or anybody's for who may write keys",
    authScopes: { person: true },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: AppCapsInput, required: true }) },
    resolve: (_, { id, input }, ctx) => connectedApps.update(actorOf(ctx), rowId(id, 'Connected app'), input),
  }),
  revokeConnectedApp: t.field({
    type: ConnectedApp,
    description: "Ends an app's access at once: one's own, or anybody's for who may write keys",
    authScopes: { person: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => connectedApps.revoke(actorOf(ctx), rowId(id, 'Connected app')),
  }),
}))
