import { ConnectedAppLimits } from '../../inputs/connectedApps.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as connectedApps from '../../services/access/connectedApps.ts'
import type { PersonalCredential as Row } from '../../services/access/personalAccess.ts'
import { actorOf, builder } from '../base/builder.ts'
import { connection } from '../base/page.ts'
import { PersonalCredential } from './personalCredentials.ts'

const ConnectedApp = builder.objectRef<Row>('ConnectedApp').implement({
  description: 'App that a member has connected to their account.',
  interfaces: [PersonalCredential],
  fields: (t) => ({
    clientId: t.string({ resolve: ({ appGrant }) => appGrant!.clientId, description: 'Client ID of the registered app.' }),
    redirectHost: t.string({
      resolve: ({ appGrant }) => appGrant!.redirectHost,
      description: 'Host that the member was redirected to. Tells apps with the same name apart.',
    }),
    declinedScopes: t.stringList({
      resolve: ({ appGrant }) => appGrant!.declinedScopes,
      description: 'Scopes that the app requested and the member declined.',
    }),
    callLimit: t.int({
      nullable: true,
      resolve: ({ appGrant }) => appGrant!.callLimit,
      description: 'Call cap: maximum number of calls in total. `null` for no cap.',
    }),
    callsUsed: t.int({ resolve: ({ appGrant }) => appGrant!.callsUsed, description: 'Calls that the app has placed.' }),
    spendLimit: t.field({
      type: 'Money',
      nullable: true,
      resolve: ({ appGrant }) => appGrant!.spendLimitMicros,
      description: 'Spending cap: maximum cost of calls and messages in total. `null` for no cap.',
    }),
    spent: t.field({
      type: 'Money',
      resolve: ({ appGrant }) => appGrant!.spentMicros,
      description: 'Cost of calls and messages so far, including the funds reserved for active ones.',
    }),
  }),
})

const ConnectedAppLimitsInput = builder.inputType('ConnectedAppLimitsInput', {
  description: 'Limits of a connected app. Omitted fields keep their value. `null` removes a cap.',
  fields: (t) => ({
    callLimit: t.int({ description: ConnectedAppLimits.shape.callLimit.description }),
    spendLimit: t.field({ type: 'Money', description: ConnectedAppLimits.shape.spendLimit.description }),
  }),
  validate: ConnectedAppLimits,
})

builder.queryField('connectedApps', (t) =>
  t.connection({
    type: ConnectedApp,
    description: 'List connected apps, newest first. Without the `keys:read` scope only your own apps are listed.',
    authScopes: { person: true },
    resolve: async (_, { first, after }, ctx) => connection(await connectedApps.list(actorOf(ctx), { first, after }), after),
  }),
)

builder.mutationFields((t) => ({
  updateConnectedApp: t.field({
    type: ConnectedApp,
    description: "Change the call cap and the spending cap of a connected app. Changing another member's app requires the `keys:write` scope.",
    authScopes: { person: true },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: ConnectedAppLimitsInput, required: true }) },
    resolve: (_, { id, input }, ctx) => connectedApps.update(actorOf(ctx), parseRowId(id, 'Connected app'), input),
  }),
  revokeConnectedApp: t.field({
    type: ConnectedApp,
    description: "Revoke the access of a connected app and pause the campaigns that it started. Revoking another member's app requires the `keys:write` scope.",
    authScopes: { person: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => connectedApps.revoke(actorOf(ctx), parseRowId(id, 'Connected app')),
  }),
}))
