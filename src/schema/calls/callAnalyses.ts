import { endedReasonOf } from '../../kernel/vocabulary/endedReasons.ts'
import { CURRENCY } from '../../kernel/lib/money.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as callAnalyses from '../../services/calls/callAnalyses.ts'
import { hundredths } from '../analytics.ts'
import { CostLine } from '../billing/billing.ts'
import { actorOf, builder } from '../base/builder.ts'
import { ANALYSIS, COST, DURATION, ENDED, LANGUAGE, OUTCOME, PROVIDER_WORD, ANSWERS, SUCCESS, SUMMARY } from './callTexts.ts'
import { InvalidAnswer } from '../campaigns/invalidAnswers.ts'
import { CallSentiment, CallStatus, EndedReason } from '../enums/calls.ts'
import { costLinesOf, validationErrorsOf } from '../../services/calls/callColumns.ts'

const seconds = (value: number | null) => (value === null ? null : hundredths(value))

const Conversation = builder.objectRef<callAnalyses.ConversationStats>('CallConversation').implement({
  description: 'Figures of a conversation, taken from its transcript.',
  fields: (t) => ({
    lines: t.exposeInt('lines', { description: 'Lines of the transcript.' }),
    agentWords: t.exposeInt('agentWords', { description: 'Words of the agent.' }),
    userWords: t.exposeInt('userWords', { description: 'Words of the contact.' }),
    agentShare: t.float({
      nullable: true,
      description: "The agent's share of all words, from 0 to 1. `null` if there are no words.",
      resolve: ({ agentShare }) => seconds(agentShare),
    }),
    longestSilenceSeconds: t.float({
      nullable: true,
      description: 'Longest silence in seconds, estimated from when lines start and how many words they have. `null` if lines have no times.',
      resolve: ({ longestSilenceSeconds }) => seconds(longestSilenceSeconds),
    }),
    responseSeconds: t.float({
      nullable: true,
      description: "Average time between the end of what the contact says and the agent's response, in seconds. Estimated in the same way.",
      resolve: ({ responseSeconds }) => seconds(responseSeconds),
    }),
  }),
})

const CallAnalysis = builder.objectRef<callAnalyses.CallAnalysis>('CallAnalysis').implement({
  description: 'Analysis of a call.',
  fields: (t) => ({
    callId: t.id({ resolve: ({ call }) => call.id }),
    status: t.field({ type: CallStatus, resolve: ({ call }) => call.status }),
    outcome: t.string({ nullable: true, description: OUTCOME, resolve: ({ call }) => call.outcome }),
    endedReason: t.field({ type: EndedReason, nullable: true, description: ENDED, resolve: ({ call }) => endedReasonOf(call.endedReason) }),
    providerEndedReason: t.string({ nullable: true, description: PROVIDER_WORD, resolve: ({ call }) => call.providerEndedReason }),
    durationSeconds: t.int({
      nullable: true,
      description: DURATION,
      resolve: ({ call }) => call.durationSeconds,
    }),
    detectedLanguage: t.string({ nullable: true, description: LANGUAGE, resolve: ({ call }) => call.detectedLanguage }),
    summary: t.string({ nullable: true, description: SUMMARY, resolve: ({ detail }) => detail.summary }),
    successEvaluation: t.string({ nullable: true, description: SUCCESS, resolve: ({ detail }) => detail.successEvaluation }),
    sentiment: t.expose('sentiment', { type: CallSentiment, nullable: true }),
    structuredData: t.field({
      type: 'JSON',
      nullable: true,
      description: ANSWERS,
      resolve: ({ detail }) => detail.structuredData,
    }),
    validationErrors: t.field({ type: [InvalidAnswer], description: 'Invalid answers.', resolve: ({ detail }) => validationErrorsOf(detail) }),
    analysis: t.field({ type: 'JSON', nullable: true, description: ANALYSIS, resolve: ({ detail }) => detail.analysis }),
    conversation: t.expose('conversation', { type: Conversation, description: 'Figures of the conversation.' }),
    cost: t.field({ type: 'Money', nullable: true, description: COST, resolve: ({ call }) => call.costMicros }),
    costLines: t.field({ type: [CostLine], description: 'Lines of the cost.', resolve: ({ detail }) => costLinesOf(detail) }),
    currency: t.string({ resolve: () => CURRENCY }),
  }),
})

builder.queryFields((t) => ({
  callAnalysis: t.field({
    type: CallAnalysis,
    description: 'Get the analysis of a call.',
    authScopes: { scope: 'calls:read' },
    args: { callId: t.arg.id({ required: true }) },
    resolve: (_, { callId }, ctx) => callAnalyses.getAnalysis(actorOf(ctx), parseRowId(callId, 'Call')),
  }),
}))
