import { endedReasonOf } from '../kernel/vocabulary/endedReasons.ts'
import type { Call as CallRow } from '../generated/prisma/client.ts'
import { CallFilter, CallInput, DIRECTIONS } from '../inputs/calls.ts'
import { CURRENCY } from '../kernel/lib/money.ts'
import type { TranscriptLine as Line } from '../providers/provider.ts'
import type { Unfit } from '../services/extraction/answersJudge.ts'
import * as calls from '../services/calls/calls.ts'
import type { CostLine as CostLineRow } from '../services/billing/charges.ts'
import { CALL_STATES } from '../kernel/vocabulary/callStates.ts'
import * as hangups from '../services/calls/progress/hangups.ts'
import type { Routing } from '../services/calls/inbound/inboundRouting.ts'
import * as listening from '../services/calls/recordings/listening.ts'
import * as callPlacements from '../services/calls/placing/callPlacements.ts'
import * as recordingDeletions from '../services/calls/recordings/recordingDeletions.ts'
import * as recordingLinks from '../services/calls/recordings/recordingLinks.ts'
import * as recordings from '../services/calls/recordings/recordings.ts'
import { CostLine } from './billing.ts'
import { actorOf, builder } from './builder.ts'
import { detailOf } from './callDetails.ts'
import { CallRouting } from './callRouting.ts'
import { ANALYSIS, ENDED, EndedReason, PROVIDER_WORD } from './endedReason.ts'
import { rowId } from '../kernel/db/rows.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'
import { needs, selectedColumns } from './selection.ts'
import { UnfitAnswer } from './unfitAnswers.ts'

export const TranscriptLine = builder.objectRef<Line>('TranscriptLine').implement({
  fields: (t) => ({
    role: t.exposeString('role', { description: 'agent or user' }),
    text: t.exposeString('text'),
    startSeconds: t.exposeFloat('startSeconds', { nullable: true, description: 'Seconds after the call was answered' }),
  }),
})

const RecordingAdvisory = builder.objectRef<ReturnType<typeof recordings.advisory>>('RecordingAdvisory').implement({
  description: 'Whether the call is recorded, and why',
  fields: (t) => ({
    recorded: t.exposeBoolean('recorded'),
    reason: t.exposeString('reason', { description: 'enabled, disabled_on_agent, disabled_on_call or forbidden_by_law' }),
    country: t.exposeString('country', { nullable: true, description: 'ISO 3166 country of the called number' }),
    message: t.exposeString('message'),
    rulesVersion: t.exposeString('rulesVersion', {
      nullable: true,
      description: 'Version of the recording rules behind the decision. `null` for calls placed before versions were recorded.',
    }),
  }),
})

const RecordingLink = builder.objectRef<{ url: string; expiresAt: Date }>('RecordingLink').implement({
  description: 'An address for players that can send no key; it ends with the key or the membership it was given to',
  fields: (t) => ({
    url: t.exposeString('url'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it can be used' }),
  }),
})

export const Call = builder.objectRef<CallRow>('Call').implement({
  description: 'One phone call, from its placement to its analysis',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.exposeString('status', { description: CALL_STATES.join(', ') }),
    direction: t.exposeString('direction'),
    agentId: t.exposeID('agentId', { nullable: true, description: 'Null of an inbound call that nobody could answer' }),
    campaignId: t.exposeID('campaignId', { nullable: true }),
    leadId: t.exposeID('leadId', { nullable: true }),
    fromNumber: t.exposeString('fromNumber'),
    toNumber: t.exposeString('toNumber'),
    provider: t.exposeString('provider'),
    providerCallId: t.exposeString('providerCallId', { nullable: true }),
    detectedLanguage: t.exposeString('detectedLanguage', { nullable: true }),
    durationSeconds: t.exposeInt('durationSeconds', { nullable: true }),
    outcome: t.exposeString('outcome', { nullable: true }),
    endedReason: t.field({ type: EndedReason, nullable: true, description: ENDED, resolve: ({ endedReason }) => endedReasonOf(endedReason) }),
    providerEndedReason: t.exposeString('providerEndedReason', { nullable: true, description: PROVIDER_WORD }),
    transcript: t.field({
      ...needs(),
      type: [TranscriptLine],
      resolve: async ({ id }, _, ctx) => ((await detailOf(ctx, id))?.transcript ?? []) as unknown as Line[],
    }),
    summary: t.string({ ...needs(), nullable: true, resolve: async ({ id }, _, ctx) => (await detailOf(ctx, id))?.summary }),
    analysis: t.field({
      ...needs(),
      type: 'JSON',
      nullable: true,
      description: ANALYSIS,
      resolve: async ({ id }, _, ctx) => (await detailOf(ctx, id))?.analysis,
    }),
    structuredData: t.field({ ...needs(), type: 'JSON', nullable: true, resolve: async ({ id }, _, ctx) => (await detailOf(ctx, id))?.structuredData }),
    unfitData: t.field({
      ...needs(),
      type: [UnfitAnswer],
      description: "Answers that do not fit the call's own schema",
      resolve: async ({ id }, _, ctx) => ((await detailOf(ctx, id))?.unfitData ?? []) as unknown as Unfit[],
    }),
    successEvaluation: t.string({ ...needs(), nullable: true, resolve: async ({ id }, _, ctx) => (await detailOf(ctx, id))?.successEvaluation }),
    metadata: t.field({ ...needs(), type: 'JSON', resolve: async ({ id }, _, ctx) => (await detailOf(ctx, id))?.metadata ?? {} }),
    routing: t.field({
      ...needs(),
      type: CallRouting,
      nullable: true,
      description: 'Of an inbound call: who chose its agent, and what stood in the way',
      resolve: async ({ id }, _, ctx) => ((await detailOf(ctx, id))?.routing ?? null) as unknown as Routing | null,
    }),
    cost: t.field({ ...needs('costMicros'), type: 'Money', nullable: true, resolve: ({ costMicros }) => costMicros }),
    costLines: t.field({
      ...needs(),
      type: [CostLine],
      resolve: async ({ id }, _, ctx) => ((await detailOf(ctx, id))?.costLines ?? []) as unknown as CostLineRow[],
    }),
    currency: t.string({ ...needs(), resolve: () => CURRENCY }),
    recordingUrl: t.string({ ...needs('recorded', 'hasRecording', 'recordingDeletedAt'), nullable: true, resolve: recordings.urlOf }),
    recordingDeletedAt: t.expose('recordingDeletedAt', { type: 'DateTime', nullable: true }),
    recordingAdvisory: t.field({
      ...needs('recorded', 'recordingReason', 'recordingRulesVersion', 'country'),
      type: RecordingAdvisory,
      resolve: recordings.advisory,
    }),
    endRequestedAt: t.expose('endRequestedAt', { type: 'DateTime', nullable: true, description: 'Since when somebody wants the call ended' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When all was known of it, its analysis too' }),
  }),
})

const Listening = builder.objectRef<Awaited<ReturnType<typeof listening.open>>>('Listening').implement({
  description: 'How to hear a call in progress',
  fields: (t) => ({
    protocol: t.exposeString('protocol', {
      description: 'websocket: connect to the url, text messages are JSON and binary ones are sound; webrtc: join the room with the token',
    }),
    url: t.exposeString('url', { nullable: true }),
    transport: t.exposeString('transport', { description: "pcm_s16le for websocket; the provider's kind of room for webrtc" }),
    token: t.exposeString('token', { nullable: true }),
    room: t.exposeString('room', { nullable: true }),
    iceServers: t.field({ type: 'JSON', resolve: ({ iceServers }) => iceServers }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when the listener has to connect' }),
  }),
})

const CallInputType = inputFromZod('CallInput', CallInput, ['agentId', 'agentRefId', 'fromNumberId', 'campaignId', 'leadId'])

builder.queryFields((t) => ({
  calls: t.connection({
    type: Call,
    authScopes: { scope: 'calls:read' },
    description: 'Calls that fit all that is given, newest first',
    args: {
      campaignId: t.arg.id(),
      agentId: t.arg.id(),
      status: t.arg.string({ validate: CallFilter.shape.status as never, description: CALL_STATES.join(', ') }),
      outcome: t.arg.string(),
      direction: t.arg.string({ validate: CallFilter.shape.direction as never, description: DIRECTIONS.join(', ') }),
      number: t.arg.string({ validate: CallFilter.shape.number as never, description: CallFilter.shape.number.description }),
      from: t.arg.string({
        validate: CallFilter.shape.from as never,
        description: `${CallFilter.shape.from.description}; a day is one of the workspace's time zone`,
      }),
      to: t.arg.string({ validate: CallFilter.shape.to as never, description: CallFilter.shape.to.description }),
    },
    resolve: async (_, { first, after, campaignId, agentId, status, outcome, direction, number, from, to }, ctx, info) =>
      connection(
        await calls.list(
          actorOf(ctx),
          { first, after },
          {
            campaignId: campaignId == null ? null : rowId(campaignId, 'Campaign'),
            agentId: agentId == null ? null : rowId(agentId, 'Agent'),
            status: status as CallFilter['status'],
            outcome,
            direction: direction as CallFilter['direction'],
            number,
            from,
            to,
          },
          selectedColumns(info, calls.FIELDS),
        ),
        after,
      ),
  }),
  call: t.field({
    type: Call,
    authScopes: { scope: 'calls:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => calls.get(actorOf(ctx), rowId(id, 'Call')),
  }),
  recordingLink: t.field({
    type: RecordingLink,
    description: 'Where a recording can be heard for an hour; another address for everybody, each time',
    authScopes: { scope: 'calls:read' },
    args: { callId: t.arg.id({ required: true }) },
    resolve: (_, { callId }, ctx) => recordingLinks.make(actorOf(ctx), rowId(callId, 'Call')),
  }),
}))

builder.mutationFields((t) => ({
  placeCall: t.field({
    type: Call,
    description: 'Places one call now',
    authScopes: { scope: 'calls:write' },
    args: { input: t.arg({ type: CallInputType, required: true }) },
    resolve: (_, { input }, ctx) => callPlacements.place(actorOf(ctx), input),
  }),
  endCall: t.field({
    type: Call,
    description: 'Hangs up a call under way, or keeps it from going on; one that is over stays as it ended',
    authScopes: { scope: 'calls:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => hangups.end(actorOf(ctx), rowId(id, 'Call')),
  }),
  listenToCall: t.field({
    type: Listening,
    description: 'How to hear a call in progress; each answer is for one listener',
    authScopes: { scope: 'calls:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => listening.open(actorOf(ctx), rowId(id, 'Call')),
  }),
  deleteRecording: t.field({
    type: Call,
    description: "Deletes a finished call's recording, here at once and then at the voice provider",
    authScopes: { scope: 'calls:write' },
    args: { callId: t.arg.id({ required: true }) },
    resolve: (_, { callId }, ctx) => recordingDeletions.remove(actorOf(ctx), rowId(callId, 'Call')),
  }),
}))
