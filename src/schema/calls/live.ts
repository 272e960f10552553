import type { CallId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { streamThrottledEvents, type Events, mapStream, mapWaiting, streamEvents } from '../../kernel/events.ts'
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

/** The minimum interval between two counts of calls. */
const COUNT_EVERY_MS = 1_000

/** The maximum number of active calls sent to a new subscriber. */
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

/** Reads the call of an event. Events carry only IDs, so that subscribers never get data older than the row. */
function readCall(ctx: Context, { callId }: CallEvent): Promise<CallRow> {
  forgetDetails(ctx)
  return calls.get(actorOf(ctx), callId)
}

/** Streams a call, starting with its current data. Throws NOT_FOUND. */
async function watchCall(ctx: Context, callId: CallId) {
  const actor = actorOf(ctx)
  await calls.get(actor, callId)
  const events = streamEvents('call.updated', (event) => ofWorkspace(actor)(event) && event.callId === callId)
  events.push({ workspaceId: actor.workspaceId, callId, startIndex: 0, lines: [] })
  return events
}

/** Reads the calls of events that wait together, so that a watcher of many calls keeps up. A call that no longer exists is missing. */
function withCalls(ctx: Context, events: readonly CallEvent[]) {
  forgetDetails(ctx)
  return Promise.all(events.map(async (event) => ({ ...event, call: await calls.findWatched(actorOf(ctx), event.callId) })))
}

/** Streams all calls, starting with every active call and its transcript so far. */
async function watchAll(ctx: Context) {
  const events = streamEvents('call.updated', ofWorkspace(actorOf(ctx)))
  // By the time that the snapshot is sent, its calls may be older than a change before it, so each is read again.
  if (!ctx.isShared)
    for (const { workspaceId, callId, startIndex, lines } of await listActiveEvents(ctx)) events.push({ workspaceId, callId, startIndex, lines })
  return mapWaiting(events, (waiting) => withCalls(ctx, waiting))
}

/** Lists every active call with its transcript so far, as events. */
async function listActiveEvents(ctx: Context): Promise<(CallEvent & { call: CallRow })[]> {
  const actor = actorOf(ctx)
  const active = await calls.listActive(actor, MAX_ACTIVE)
  const details = await calls.listDetails(
    actor,
    active.map(({ id }) => id),
  )
  return active.map((call, index) => {
    const lines = transcriptOf(details[index] ?? { transcript: [] })
    return { workspaceId: actor.workspaceId, callId: call.id, startIndex: 0, lines, call }
  })
}

/** Streams changes of the number of active calls, starting now. */
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
 * Streams a call's transcript: first the transcript so far, then each change, until the call ends. Changes are computed from the row, so
 * that lost, late and repeated events lead to the same transcript. Throws NOT_FOUND.
 */
async function watchTranscript(ctx: Context, callId: CallId) {
  const actor = actorOf(ctx)
  await calls.get(actor, callId)
  const events = streamEvents('call.updated', (event) => ofWorkspace(actor)(event) && event.callId === callId)
  events.push({ workspaceId: actor.workspaceId, callId, startIndex: 0, lines: [] })
  let sentLines: Line[] | null = null
  const readUpdate = async () => {
    const { transcript, ended } = await calls.getTranscript(actor, callId)
    const change = findChange(sentLines ?? [], transcript)
    const isUnchanged = sentLines !== null && change === null && !ended
    sentLines = transcript
    return isUnchanged ? null : { ...(change ?? { startIndex: transcript.length, lines: [] }), ended }
  }
  return mapStream(events, readUpdate, ({ ended }) => ended)
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
    resolve: (event, _, ctx) => readCall(ctx, event as CallEvent),
  }),
  activeCallsUpdated: t.field({
    type: ActiveCallUpdate,
    description: 'Watch all calls of the workspace, with their transcripts as they are spoken.',
    authScopes: { scope: 'calls:read' },
    extensions: { shared: 'changes', snapshot: listActiveEvents },
    subscribe: (_, __, ctx) => watchAll(ctx),
    resolve: async (root, _, ctx) => {
      const event = root as CallEvent & { call?: CallRow | null }
      return { ...event, call: event.call ?? (await readCall(ctx, event)) }
    },
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
