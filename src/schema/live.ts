import type { Actor } from '../actor.ts'
import { type Events, stream } from '../events.ts'
import type { Call as CallRow } from '../generated/prisma/client.ts'
import type { TranscriptLine as Line } from '../providers/provider.ts'
import * as calls from '../services/calls.ts'
import { actorOf, builder } from './builder.ts'
import { forgetDetails } from './callDetails.ts'
import { Call, TranscriptLine } from './calls.ts'
import type { Context } from './context.ts'
import { rowId } from '../rows.ts'

type CallEvent = Events['call.updated']

const LiveCall = builder.objectRef<CallEvent & { call: CallRow }>('LiveCall').implement({
  description: 'A call as it is now, with the lines spoken since the event before',
  fields: (t) => ({
    call: t.expose('call', { type: Call }),
    lines: t.expose('lines', { type: [TranscriptLine] }),
    firstLine: t.exposeInt('firstLine', { description: 'Place of the first of these lines in the transcript, from 0' }),
  }),
})

const ofWorkspace =
  ({ workspaceId }: Actor) =>
  (event: CallEvent) =>
    event.workspaceId === workspaceId

/** The call behind an event, read afresh: events carry ids, so what is sent is never older than the row. */
function current(ctx: Context, { callId }: CallEvent): Promise<CallRow> {
  forgetDetails(ctx)
  return calls.get(actorOf(ctx), callId)
}

/** Begins with the call as it is, so that who comes late misses nothing. */
async function watchCall(ctx: Context, callId: number) {
  const actor = actorOf(ctx)
  await calls.get(actor, callId)
  const events = stream('call.updated', (event) => ofWorkspace(actor)(event) && event.callId === callId)
  events.push({ workspaceId: actor.workspaceId, callId, firstLine: 0, lines: [] })
  return events
}

/** Begins with every call under way and what was said in it so far. */
async function watchAll(ctx: Context) {
  const actor = actorOf(ctx)
  const events = stream('call.updated', ofWorkspace(actor))
  for (const { id, detail } of await calls.underWay(actor, 1_000))
    events.push({ workspaceId: actor.workspaceId, callId: id, firstLine: 0, lines: (detail?.transcript ?? []) as unknown as Line[] })
  return events
}

builder.subscriptionFields((t) => ({
  callUpdated: t.field({
    type: Call,
    description: 'The call now, and again whenever it changes',
    authScopes: { scope: 'calls:read' },
    args: { callId: t.arg.id({ required: true }) },
    subscribe: (_, { callId }, ctx) => watchCall(ctx, rowId(callId, 'Call')),
    resolve: (event, _, ctx) => current(ctx, event as CallEvent),
  }),
  liveCalls: t.field({
    type: LiveCall,
    description: 'Every call of the workspace: its state, and its transcript as it is spoken',
    authScopes: { scope: 'calls:read' },
    subscribe: (_, __, ctx) => watchAll(ctx),
    resolve: async (event, _, ctx) => ({ ...(event as CallEvent), call: await current(ctx, event as CallEvent) }),
  }),
}))
