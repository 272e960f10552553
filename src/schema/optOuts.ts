import type { OptOut as OptOutRow } from '../generated/prisma/client.ts'
import { parseRowId } from '../kernel/db/rows.ts'
import type { OptOutHearer } from '../services/compliance/optOuts/optOuts.ts'
import * as optOutFollowUps from '../services/calls/optOutFollowUps.ts'
import * as optOuts from '../services/compliance/optOuts/optOuts.ts'
import { actorOf, builder } from './base/builder.ts'
import { connection } from './base/page.ts'
import { OptOutHeardBy } from './enums/workspace.ts'

export const OptOut = builder.objectRef<OptOutRow>('OptOut').implement({
  description: 'Wish of a contact not to be called again, heard on a call. Kept as proof when the number is taken off the do-not-call list.',
  fields: (t) => ({
    id: t.exposeID('id'),
    phoneNumber: t.exposeString('phoneNumber', { description: 'Phone number of the contact in E.164 format.' }),
    callId: t.exposeID('callId', { nullable: true, description: 'Call on which it was said. `null` once the call is deleted.' }),
    sentence: t.exposeString('sentence', {
      nullable: true,
      description: 'The sentence as it was said. `null` if only the voice provider reported the opt-out, or the contact’s data was erased.',
    }),
    heardBy: t.field({ type: OptOutHeardBy, resolve: ({ heardBy }) => heardBy as OptOutHearer }),
    saidAt: t.expose('saidAt', { type: 'DateTime', description: 'When it was said, or the end of the call if that is not known.' }),
    listedAt: t.expose('createdAt', { type: 'DateTime', description: 'When the number was added to the do-not-call list.' }),
    undoneAt: t.expose('undoneAt', { type: 'DateTime', nullable: true, description: 'When a member undid it as a false alarm. `null` if none did.' }),
    undoneBy: t.exposeString('undoneBy', { nullable: true, description: 'Who undid it: email address, or name of the API key.' }),
  }),
})

builder.queryFields((t) => ({
  optOuts: t.connection({
    type: OptOut,
    description: 'List the opt-outs heard on calls, newest first.',
    authScopes: { scope: 'compliance:read' },
    args: {
      callId: t.arg.id({ description: 'Only that of this call.' }),
      phoneNumber: t.arg.string({ description: 'Only those of this number.' }),
    },
    resolve: async (_, { first, after, callId, phoneNumber }, ctx) => {
      const filter = { callId: callId == null ? null : parseRowId(callId, 'Call'), phoneNumber }
      return connection(await optOuts.list(actorOf(ctx), { first, after }, filter), after)
    },
  }),
}))

builder.mutationFields((t) => ({
  undoOptOut: t.field({
    type: OptOut,
    description:
      'Undo an opt-out that was a false alarm. Takes the number off the do-not-call list, unless it is listed for another reason. The same call never lists it again.',
    authScopes: { scope: 'compliance:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => optOutFollowUps.undo(actorOf(ctx), parseRowId(id, 'Opt-out')),
  }),
}))
