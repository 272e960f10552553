import { endedReasonOf } from '../kernel/vocabulary/endedReasons.ts'
import { CURRENCY } from '../kernel/lib/money.ts'
import { rowId } from '../kernel/db/rows.ts'
import type { Unfit } from '../services/extraction/answersJudge.ts'
import * as callAnalyses from '../services/calls/callAnalyses.ts'
import type { CostLine as CostLineRow } from '../services/billing/charges.ts'
import { hundredths } from './analytics.ts'
import { CostLine } from './billing.ts'
import { actorOf, builder } from './builder.ts'
import { ANALYSIS, ENDED, EndedReason, PROVIDER_WORD } from './endedReason.ts'
import { UnfitAnswer } from './unfitAnswers.ts'

const seconds = (value: number | null) => (value === null ? null : hundredths(value))

const Conversation = builder.objectRef<callAnalyses.Conversation>('CallConversation').implement({
  description: 'How a conversation went, as its transcript tells',
  fields: (t) => ({
    lines: t.exposeInt('lines'),
    agentWords: t.exposeInt('agentWords'),
    userWords: t.exposeInt('userWords'),
    agentShare: t.float({ nullable: true, description: "The agent's share of all words, 0 to 1", resolve: ({ agentShare }) => seconds(agentShare) }),
    longestSilenceSeconds: t.float({
      nullable: true,
      description: 'Judged by when lines begin and how long they take to say; null where the transcript does not tell',
      resolve: ({ longestSilenceSeconds }) => seconds(longestSilenceSeconds),
    }),
    responseSeconds: t.float({
      nullable: true,
      description: "From the end of what the user said to the agent's answer, on average, judged alike",
      resolve: ({ responseSeconds }) => seconds(responseSeconds),
    }),
  }),
})

const CallAnalysis = builder.objectRef<callAnalyses.CallAnalysis>('CallAnalysis').implement({
  description: 'How a call went, with all that was found out',
  fields: (t) => ({
    callId: t.id({ resolve: ({ call }) => call.id }),
    status: t.string({ resolve: ({ call }) => call.status }),
    outcome: t.string({ nullable: true, resolve: ({ call }) => call.outcome }),
    endedReason: t.field({ type: EndedReason, nullable: true, description: ENDED, resolve: ({ call }) => endedReasonOf(call.endedReason) }),
    providerEndedReason: t.string({ nullable: true, description: PROVIDER_WORD, resolve: ({ call }) => call.providerEndedReason }),
    durationSeconds: t.int({ nullable: true, resolve: ({ call }) => call.durationSeconds }),
    detectedLanguage: t.string({ nullable: true, resolve: ({ call }) => call.detectedLanguage }),
    summary: t.string({ nullable: true, resolve: ({ detail }) => detail.summary }),
    successEvaluation: t.string({ nullable: true, resolve: ({ detail }) => detail.successEvaluation }),
    sentiment: t.exposeString('sentiment', { nullable: true, description: 'positive, neutral or negative, where the voice provider tells' }),
    structuredData: t.field({ type: 'JSON', nullable: true, resolve: ({ detail }) => detail.structuredData }),
    unfitData: t.field({ type: [UnfitAnswer], resolve: ({ detail }) => (detail.unfitData ?? []) as unknown as Unfit[] }),
    analysis: t.field({ type: 'JSON', nullable: true, description: ANALYSIS, resolve: ({ detail }) => detail.analysis }),
    conversation: t.expose('conversation', { type: Conversation }),
    cost: t.field({ type: 'Money', nullable: true, resolve: ({ call }) => call.costMicros }),
    costLines: t.field({ type: [CostLine], resolve: ({ detail }) => detail.costLines as unknown as CostLineRow[] }),
    currency: t.string({ resolve: () => CURRENCY }),
  }),
})

builder.queryFields((t) => ({
  callAnalysis: t.field({
    type: CallAnalysis,
    authScopes: { scope: 'calls:read' },
    args: { callId: t.arg.id({ required: true }) },
    resolve: (_, { callId }, ctx) => callAnalyses.analysis(actorOf(ctx), rowId(callId, 'Call')),
  }),
}))
