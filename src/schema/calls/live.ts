import type { CallId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { streamThrottledEvents, type Events, mapStream, streamEvents } from '../../kernel/events.ts'
import type { Call as CallRow } from '../../generated/prisma/client.ts'
import type { TranscriptLine as Line } from '../../providers/provider.ts'
import * as calls from '../../services/calls/calls.ts'
import { type Change, findChange } from '../../services/calls/progress/transcripts.ts'
import { actorOf, builder } from '../base/builder.ts'
import { forgetDetails } from './callDetails.ts'
import { Call, TranscriptLine } from './calls.ts'
import type { Context } from '../base/context.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { transcriptOf } from '../../services/shared/jsonColumns.ts'

type CallEvent = Events['call.updated']

/** Calls are counted so often at most, whatever happens in them. */
const COUNT_EVERY_MS = 1_000

/** So many calls under way are told at most to whoever begins to watch. */
const MAX_ACTIVE = 1_000

const ActiveCallUpdate = builder.objectRef<CallEvent & { call: CallRow }>('ActiveCallUpdate').implement({
  description: 'Call with the change of its transcript, which reads `lines` from `startIndex` on.',
  fields: (t) => ({
    call: t.expose('call', { type: Call }),
    lines: t.expose('lines', { type: [TranscriptLine], description: 'Lines of the transcript from `startIndex` on.' }),
    startIndex: t.exposeInt('startIndex', { description: 'Position of the first of these lines in the transcript, starting at 0.' }),
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
async function watchCall(ctx: Context, callId: CallId) {
  const actor = actorOf(ctx)
  await calls.get(actor, callId)
  const events = streamEvents('call.updated', (event) => ofWorkspace(actor)(event) && event.callId === callId)
  events.push({ workspaceId: actor.workspaceId, callId, startIndex: 0, lines: [] })
  return events
}

/** Begins with every call under way and what was said in it so far. */
async function watchAll(ctx: Context) {
  const actor = actorOf(ctx)
  const events = streamEvents('call.updated', ofWorkspace(actor))
  const underWay = await calls.listActive(actor, MAX_ACTIVE)
  const details = await calls.listDetails(
    actor,
    underWay.map(({ id }) => id),
  )
  for (const [index, { id }] of underWay.entries())
    events.push({ workspaceId: actor.workspaceId, callId: id, startIndex: 0, lines: transcriptOf(details[index] ?? { transcript: [] }) })
  return events
}

/** Begins with how many there are now. */
function watchCount(ctx: Context) {
  const { workspaceId } = actorOf(ctx)
  const events = streamThrottledEvents('call.updated', (event) => (event.workspaceId === workspaceId ? workspaceId : undefined), COUNT_EVERY_MS)
  events.push({ workspaceId, callId: 0, startIndex: 0, lines: [] })
  return events
}

const TranscriptUpdate = builder.objectRef<Change & { ended: boolean }>('TranscriptUpdate').implement({
  description: 'Change of a transcript. Remove all lines from `startIndex` on, then append `lines`.',
  fields: (t) => ({
    startIndex: t.exposeInt('startIndex', { description: 'Position of the first of these lines in the transcript, starting at 0.' }),
    lines: t.expose('lines', { type: [TranscriptLine], description: 'Lines of the transcript from `startIndex` on.' }),
    ended: t.exposeBoolean('ended', { description: 'Whether the call has ended and the transcript is complete.' }),
  }),
})

/**
 * A call's transcript as it is spoken: first what was said so far, then whatever is new to this watcher, until the end.
 * Each event is told against the row, so that lost, late and repeated ones lead to the same transcript.
 */
async function watchTranscript(ctx: Context, callId: CallId) {
  const actor = actorOf(ctx)
  await calls.get(actor, callId)
  const events = streamEvents('call.updated', (event) => ofWorkspace(actor)(event) && event.callId === callId)
  events.push({ workspaceId: actor.workspaceId, callId, startIndex: 0, lines: [] })
  let told: Line[] | null = null
  const news = async () => {
    const { transcript, ended } = await calls.getTranscript(actor, callId)
    const change = findChange(told ?? [], transcript)
    const nothingNew = told !== null && change === null && !ended
    told = transcript
    return nothingNew ? null : { ...(change ?? { startIndex: transcript.length, lines: [] }), ended }
  }
  return mapStream(events, news, ({ ended }) => ended)
}

builder.queryFields((t) => ({
  activeCalls: t.field({
    type: [Call],
    description: 'List active calls, oldest first, up to 1,000. After a reconnect, use this query to drop calls that ended in the meantime.',
    authScopes: { scope: 'calls:read' },
    resolve: (_, __, ctx) => calls.listActive(actorOf(ctx), MAX_ACTIVE),
  }),
}))

builder.subscriptionFields((t) => ({
  callUpdated: t.field({
    type: Call,
    description: 'Watch a call. Sends it now and after each change.',
    authScopes: { scope: 'calls:read' },
    extensions: { shared: 'state' },
    args: { callId: t.arg.id({ required: true }) },
    subscribe: (_, { callId }, ctx) => watchCall(ctx, parseRowId(callId, 'Call')),
    resolve: (event, _, ctx) => current(ctx, event as CallEvent),
  }),
  activeCallsUpdated: t.field({
    type: ActiveCallUpdate,
    description: 'Watch all calls of the workspace, with their transcripts as they are spoken.',
    authScopes: { scope: 'calls:read' },
    subscribe: (_, __, ctx) => watchAll(ctx),
    resolve: async (event, _, ctx) => ({ ...(event as CallEvent), call: await current(ctx, event as CallEvent) }),
  }),
  activeCallCount: t.int({
    description: 'Watch the number of active calls. Sends it now and after each change, up to about once per second.',
    authScopes: { scope: 'calls:read' },
    extensions: { shared: 'state' },
    subscribe: (_, __, ctx) => watchCount(ctx),
    resolve: (_, __, ctx) => calls.countActive(actorOf(ctx)),
  }),
  callTranscript: t.field({
    type: TranscriptUpdate,
    description: 'Watch the transcript of a call until the call ends. Sends the transcript so far, then each change.',
    authScopes: { scope: 'calls:read' },
    args: { callId: t.arg.id({ required: true }) },
    subscribe: (_, { callId }, ctx) => watchTranscript(ctx, parseRowId(callId, 'Call')),
    resolve: (part) => part as Change & { ended: boolean },
  }),
}))
