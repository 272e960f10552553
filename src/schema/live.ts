import type { Actor } from '../kernel/vocabulary/actor.ts'
import { calmed, type Events, made, stream } from '../kernel/events.ts'
import type { Call as CallRow } from '../generated/prisma/client.ts'
import type { TranscriptLine as Line } from '../providers/provider.ts'
import * as calls from '../services/calls/calls.ts'
import { type Change, changed } from '../services/calls/progress/transcripts.ts'
import { actorOf, builder } from './builder.ts'
import { forgetDetails } from './callDetails.ts'
import { Call, TranscriptLine } from './calls.ts'
import type { Context } from './context.ts'
import { rowId } from '../kernel/db/rows.ts'

type CallEvent = Events['call.updated']

/** Calls are counted so often at most, whatever happens in them. */
const COUNT_EVERY_MS = 1_000

/** So many calls under way are told at most to whoever begins to watch. */
const MOST_UNDER_WAY = 1_000

const LiveCall = builder.objectRef<CallEvent & { call: CallRow }>('LiveCall').implement({
  description: 'A call as it is now, and how its transcript changed: from `firstLine` on it reads `lines`',
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
  const underWay = await calls.underWay(actor, MOST_UNDER_WAY)
  const details = await calls.details(
    actor,
    underWay.map(({ id }) => id),
  )
  for (const [index, { id }] of underWay.entries())
    events.push({ workspaceId: actor.workspaceId, callId: id, firstLine: 0, lines: (details[index]?.transcript ?? []) as unknown as Line[] })
  return events
}

/** Begins with how many there are now. */
function watchCount(ctx: Context) {
  const { workspaceId } = actorOf(ctx)
  const events = calmed('call.updated', (event) => (event.workspaceId === workspaceId ? workspaceId : undefined), COUNT_EVERY_MS)
  events.push({ workspaceId, callId: 0, firstLine: 0, lines: [] })
  return events
}

const TranscriptPart = builder.objectRef<Change & { ended: boolean }>('TranscriptPart').implement({
  description: 'The transcript from `firstLine` on: cut there what you have, and add the lines',
  fields: (t) => ({
    firstLine: t.exposeInt('firstLine', { description: 'Place of the first of these lines in the transcript, from 0' }),
    lines: t.expose('lines', { type: [TranscriptLine] }),
    ended: t.exposeBoolean('ended', { description: 'The call is over and this is all' }),
  }),
})

/**
 * A call's transcript as it is spoken: first what was said so far, then whatever is new to this watcher, until the end.
 * Each event is told against the row, so that lost, late and repeated ones lead to the same transcript.
 */
async function watchTranscript(ctx: Context, callId: number) {
  const actor = actorOf(ctx)
  await calls.get(actor, callId)
  const events = stream('call.updated', (event) => ofWorkspace(actor)(event) && event.callId === callId)
  events.push({ workspaceId: actor.workspaceId, callId, firstLine: 0, lines: [] })
  let told: Line[] | null = null
  const news = async () => {
    const { transcript, ended } = await calls.transcript(actor, callId)
    const change = changed(told ?? [], transcript)
    const nothingNew = told !== null && change === null && !ended
    told = transcript
    return nothingNew ? null : { ...(change ?? { firstLine: transcript.length, lines: [] }), ended }
  }
  return made(events, news, ({ ended }) => ended)
}

builder.queryFields((t) => ({
  liveCalls: t.field({
    type: [Call],
    description: 'Calls that have not ended, oldest first, 1,000 at most: what a watcher of the subscription shows and is not in it has ended unheard',
    authScopes: { scope: 'calls:read' },
    resolve: (_, __, ctx) => calls.underWay(actorOf(ctx), MOST_UNDER_WAY),
  }),
}))

builder.subscriptionFields((t) => ({
  callUpdated: t.field({
    type: Call,
    description: 'The call now, and again whenever it changes',
    authScopes: { scope: 'calls:read' },
    extensions: { shared: 'state' },
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
  callsUnderWay: t.int({
    description: 'How many calls of the workspace are under way, and again whenever one changes; about once a second at most',
    authScopes: { scope: 'calls:read' },
    extensions: { shared: 'state' },
    subscribe: (_, __, ctx) => watchCount(ctx),
    resolve: (_, __, ctx) => calls.countUnderWay(actorOf(ctx)),
  }),
  callTranscript: t.field({
    type: TranscriptPart,
    description: 'What is said in a call: first all of it so far, then each change, until the call is over',
    authScopes: { scope: 'calls:read' },
    args: { callId: t.arg.id({ required: true }) },
    subscribe: (_, { callId }, ctx) => watchTranscript(ctx, rowId(callId, 'Call')),
    resolve: (part) => part as Change & { ended: boolean },
  }),
}))
