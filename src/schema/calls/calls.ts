import { endedReasonOf } from '../../kernel/vocabulary/endedReasons.ts'
import type { Call as CallRow } from '../../generated/prisma/client.ts'
import { CallInput } from '../../inputs/calls.ts'
import { CURRENCY } from '../../kernel/lib/money.ts'
import type { TranscriptLine as Line } from '../../providers/provider.ts'
import * as hangups from '../../services/calls/progress/hangups.ts'
import * as calls from '../../services/calls/calls.ts'
import * as callMonitoring from '../../services/calls/recordings/callMonitoring.ts'
import * as callPlacements from '../../services/calls/placing/callPlacements.ts'
import * as callTimings from '../../services/calls/placing/callTimings.ts'
import * as recordingDeletions from '../../services/calls/recordings/recordingDeletions.ts'
import * as recordingLinks from '../../services/calls/recordings/recordingLinks.ts'
import * as recordings from '../../services/calls/recordings/recordings.ts'
import { CostLine } from '../billing/billing.ts'
import { actorOf, builder } from '../base/builder.ts'
import { detailOf, withDetails } from './callDetails.ts'
import { CallRouting } from './callRouting.ts'
import {
  ANALYSIS,
  ANSWERS,
  COST,
  DISCLOSURE_SAID,
  DURATION,
  ENDED,
  LANGUAGE,
  OUTCOME,
  PROVIDER_WORD,
  RECORDING,
  SUCCESS,
  SUMMARY,
  TIMING,
  UNSAID,
} from './callTexts.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { inputFromZod } from '../base/inputs.ts'
import { settings } from '../../kernel/config/settings.ts'
import { traceIdOf } from '../../kernel/tracing/callTraces.ts'
import { needs } from '../base/selection.ts'
import { InvalidAnswer } from '../campaigns/invalidAnswers.ts'
import { CallStatus, Direction, DisclosureSaid, EndedReason, MonitorProtocol, TranscriptRole, VoiceEngine } from '../enums/calls.ts'
import { DisclosureStatement } from '../enums/workspace.ts'
import { RecordingAdvisory, RecordingLink } from './recordingTypes.ts'
import { TimingAdvisory } from './timingAdvisories.ts'
import { disclosureSaidOf, unsaidOf } from '../../services/calls/callDisclosures.ts'
import { costLinesOf, routingOf, validationErrorsOf } from '../../services/calls/callColumns.ts'
import { transcriptOf } from '../../services/shared/jsonColumns.ts'

export const TranscriptLine = builder.objectRef<Line>('TranscriptLine').implement({
  description: 'Line of a transcript.',
  fields: (t) => ({
    role: t.expose('role', { type: TranscriptRole }),
    text: t.exposeString('text', { description: 'What the speaker says.' }),
    startSeconds: t.exposeFloat('startSeconds', {
      nullable: true,
      description: 'Start of the line in seconds after the call was answered. `null` if unknown.',
    }),
  }),
})

export const Call = builder.objectRef<CallRow & Pick<callPlacements.PlacedCall, 'emptyVariables'>>('Call').implement({
  description: 'Phone call.',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.expose('status', { type: CallStatus }),
    direction: t.expose('direction', { type: Direction }),
    agentId: t.exposeID('agentId', { nullable: true, description: 'Agent of the call. `null` if no agent answered the inbound call.' }),
    campaignId: t.exposeID('campaignId', { nullable: true, description: 'Campaign of the call. `null` if there is none.' }),
    leadId: t.exposeID('leadId', { nullable: true, description: 'Lead of the call. `null` if there is none.' }),
    fromNumber: t.exposeString('fromNumber', { description: 'Number that placed the call, in E.164 format. `anonymous` if an inbound caller withheld it.' }),
    toNumber: t.exposeString('toNumber', { description: 'Number that was called, in E.164 format.' }),
    provider: t.expose('provider', { type: VoiceEngine, description: 'Voice provider of the call.' }),
    providerCallId: t.exposeString('providerCallId', { nullable: true, description: 'ID of the call at the voice provider. `null` if there is none yet.' }),
    detectedLanguage: t.exposeString('detectedLanguage', { nullable: true, description: LANGUAGE }),
    durationSeconds: t.exposeInt('durationSeconds', { nullable: true, description: DURATION }),
    outcome: t.exposeString('outcome', { nullable: true, description: OUTCOME }),
    endedReason: t.field({ type: EndedReason, nullable: true, description: ENDED, resolve: ({ endedReason }) => endedReasonOf(endedReason) }),
    providerEndedReason: t.exposeString('providerEndedReason', { nullable: true, description: PROVIDER_WORD }),
    transcript: t.field({
      ...needs(),
      type: [TranscriptLine],
      description: 'Transcript of the call.',
      resolve: async ({ id }, _, ctx) => transcriptOf((await detailOf(ctx, id)) ?? { transcript: [] }),
    }),
    summary: t.string({ ...needs(), nullable: true, description: SUMMARY, resolve: async ({ id }, _, ctx) => (await detailOf(ctx, id))?.summary }),
    analysis: t.field({
      ...needs(),
      type: 'JSON',
      nullable: true,
      description: ANALYSIS,
      resolve: async ({ id }, _, ctx) => (await detailOf(ctx, id))?.analysis,
    }),
    structuredData: t.field({
      ...needs(),
      type: 'JSON',
      nullable: true,
      description: ANSWERS,
      resolve: async ({ id }, _, ctx) => (await detailOf(ctx, id))?.structuredData,
    }),
    validationErrors: t.field({
      ...needs(),
      type: [InvalidAnswer],
      description: 'Invalid answers.',
      resolve: async ({ id }, _, ctx) => validationErrorsOf((await detailOf(ctx, id)) ?? { validationErrors: [] }),
    }),
    successEvaluation: t.string({
      ...needs(),
      nullable: true,
      description: SUCCESS,
      resolve: async ({ id }, _, ctx) => (await detailOf(ctx, id))?.successEvaluation,
    }),
    metadata: t.field({
      ...needs(),
      type: 'JSON',
      description: 'Your own data, returned unchanged.',
      resolve: async ({ id }, _, ctx) => (await detailOf(ctx, id))?.metadata ?? {},
    }),
    routing: t.field({
      ...needs(),
      type: CallRouting,
      nullable: true,
      description: 'How the agent of an inbound call was chosen. `null` for an outbound call.',
      resolve: async ({ id }, _, ctx) => routingOf((await detailOf(ctx, id)) ?? { routing: null }),
    }),
    cost: t.field({ ...needs('costMicros'), type: 'Money', nullable: true, description: COST, resolve: ({ costMicros }) => costMicros }),
    costLines: t.field({
      ...needs(),
      type: [CostLine],
      description: 'Lines of the cost.',
      resolve: async ({ id }, _, ctx) => costLinesOf((await detailOf(ctx, id)) ?? { costLines: [] }),
    }),
    currency: t.string({ ...needs(), resolve: () => CURRENCY }),
    traceId: t.string({
      ...needs('trace'),
      nullable: true,
      description: 'ID of the trace of the call, 32 hexadecimal digits. `null` if the server does not trace it.',
      resolve: ({ trace }) => traceIdOf(trace),
    }),
    traceUrl: t.string({
      ...needs('trace'),
      nullable: true,
      description: 'Page of the trace in the tracing tool of the server administrator. `null` if there is none.',
      resolve: ({ trace }) => (trace === null ? null : (settings.traceUrl?.replaceAll('{traceId}', traceIdOf(trace)!) ?? null)),
    }),
    recordingUrl: t.string({ ...needs('recorded', 'hasRecording', 'recordingDeletedAt'), nullable: true, description: RECORDING, resolve: recordings.urlOf }),
    recordingDeletedAt: t.expose('recordingDeletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the recording was deleted. `null` if it was not.',
    }),
    recordingAdvisory: t.field({
      ...needs('recorded', 'recordingReason', 'recordingRulesVersion', 'country'),
      type: RecordingAdvisory,
      description: 'Whether the call is recorded, and why.',
      resolve: recordings.toAdvisory,
    }),
    timingAdvisory: t.field({
      ...needs(),
      type: TimingAdvisory,
      nullable: true,
      description: TIMING,
      resolve: async ({ id }, _, ctx) => callTimings.advisoryOf((await detailOf(ctx, id)) ?? { timingAdvisory: null }),
    }),
    disclosureSaid: t.field({
      ...needs(),
      type: DisclosureSaid,
      description: DISCLOSURE_SAID,
      resolve: async ({ id }, _, ctx) => disclosureSaidOf((await detailOf(ctx, id)) ?? { unsaid: null }),
    }),
    unsaid: t.field({
      ...needs(),
      type: [DisclosureStatement],
      description: UNSAID,
      resolve: async ({ id }, _, ctx) => unsaidOf((await detailOf(ctx, id)) ?? { unsaid: null }),
    }),
    endRequestedAt: t.expose('endRequestedAt', { type: 'DateTime', nullable: true, description: 'When a request ended the call. `null` if none did.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When the call was answered. `null` if it was not answered.' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true, description: 'When the call ended. `null` while it is active.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When the call and its analysis were complete. `null` until then.' }),
  }),
})

const CallMonitorSession = builder.objectRef<Awaited<ReturnType<typeof callMonitoring.openSession>>>('CallMonitorSession').implement({
  description: 'Access to the live audio of an active call.',
  fields: (t) => ({
    protocol: t.expose('protocol', { type: MonitorProtocol }),
    url: t.exposeString('url', { nullable: true, description: 'URL to connect to. `null` if `transport` does not need one.' }),
    transport: t.exposeString('transport', { description: "`pcm_s16le` for `websocket`, or the voice provider's kind of room for `webrtc`." }),
    token: t.exposeString('token', { nullable: true, description: 'Token to join the room. `null` for `websocket`.' }),
    room: t.exposeString('room', { nullable: true, description: 'Name of the room. `null` for `websocket`.' }),
    iceServers: t.field({ type: 'JSON', description: 'ICE servers for `webrtc`.', resolve: ({ iceServers }) => iceServers }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the access expires for listeners who have not connected.' }),
  }),
})

const CallInputType = inputFromZod('CallInput', CallInput, ['agentId', 'agentRefId', 'fromNumberId', 'campaignId', 'leadId'])

builder.queryFields((t) => ({
  call: t.field({
    type: Call,
    description: 'Get a call.',
    authScopes: { scope: 'calls:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, ctx) => withDetails(ctx, await calls.getWithDetails(actorOf(ctx), parseRowId(id, 'Call'))),
  }),
  recordingLink: t.field({
    type: RecordingLink,
    description: 'Get a link to the recording of a call, valid for 1 hour. Each response has a new link.',
    authScopes: { scope: 'calls:read' },
    args: { callId: t.arg.id({ required: true }) },
    resolve: (_, { callId }, ctx) => recordingLinks.createLink(actorOf(ctx), parseRowId(callId, 'Call')),
  }),
}))

builder.mutationFields((t) => ({
  placeCall: t.field({
    type: Call,
    description: 'Place a call.',
    authScopes: { scope: 'calls:write' },
    args: { input: t.arg({ type: CallInputType, required: true }) },
    resolve: async (_, { input }, ctx) => withDetails(ctx, await callPlacements.place(actorOf(ctx), input)),
  }),
  endCall: t.field({
    type: Call,
    description: 'End an active call. Has no effect on a call that has ended.',
    authScopes: { scope: 'calls:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => hangups.hangUp(actorOf(ctx), parseRowId(id, 'Call')),
  }),
  monitorCall: t.field({
    type: CallMonitorSession,
    description: 'Get access to the live audio of an active call. Each response is for one listener.',
    authScopes: { scope: 'calls:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => callMonitoring.openSession(actorOf(ctx), parseRowId(id, 'Call')),
  }),
  deleteRecording: t.field({
    type: Call,
    description: 'Delete the recording of a finished call, immediately in Callwright and then at the voice provider.',
    authScopes: { scope: 'calls:write' },
    args: { callId: t.arg.id({ required: true }) },
    resolve: (_, { callId }, ctx) => recordingDeletions.remove(actorOf(ctx), parseRowId(callId, 'Call')),
  }),
}))
