import { rowId } from '../kernel/db/rows.ts'
import * as leadDecisions from '../services/leads/leadDecisions.ts'
import { sentenceOf } from '../services/campaigns/rules/decisionSentences.ts'
import { actorOf, builder } from './builder.ts'
import { connection } from './page.ts'

const RULES_VERSION = 'Version of the calling-hour rules behind the decision. `null` if these rules were not checked.'

const LeadDecision = builder.objectRef<leadDecisions.Listed>('LeadDecision').implement({
  description: 'What was decided about a lead at a moment, and what it was judged by',
  fields: (t) => ({
    id: t.exposeID('id'),
    verdict: t.exposeString('verdict', { description: 'call, wait or end' }),
    reason: t.exposeString('reason'),
    message: t.string({ description: 'The same as a sentence', resolve: ({ reason, facts, until }) => sentenceOf(reason, facts as object, until) }),
    facts: t.expose('facts', { type: 'JSON', description: 'Local times, rules, limits, the outcome before' }),
    rulesVersion: t.exposeString('rulesVersion', { nullable: true, description: RULES_VERSION }),
    until: t.expose('until', { type: 'DateTime', nullable: true, description: 'Of a wait: not called before' }),
    callId: t.exposeID('callId', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const LeadExplanation = builder.objectRef<leadDecisions.Explanation>('LeadExplanation').implement({
  description: 'Why a lead was called, or not, at a moment',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    state: t.exposeString('state', { description: 'calling, waiting, ended or not_there' }),
    reason: t.exposeString('reason'),
    message: t.exposeString('message'),
    facts: t.expose('facts', { type: 'JSON' }),
    rulesVersion: t.exposeString('rulesVersion', { nullable: true, description: RULES_VERSION }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true, description: 'Null where nothing was decided about this lead' }),
    until: t.expose('until', { type: 'DateTime', nullable: true }),
    callId: t.exposeID('callId', { nullable: true }),
  }),
})

builder.queryFields((t) => ({
  leadDecisions: t.connection({
    type: LeadDecision,
    description: 'Every decision about a lead, newest first',
    authScopes: { scope: 'leads:read' },
    args: { leadId: t.arg.id({ required: true }) },
    resolve: async (_, { first, after, leadId }, ctx) => connection(await leadDecisions.list(actorOf(ctx), rowId(leadId, 'Lead'), { first, after }), after),
  }),
  leadExplanation: t.field({
    type: LeadExplanation,
    description: 'Why a lead was called or not at a moment; now when none is said',
    authScopes: { scope: 'leads:read' },
    args: { leadId: t.arg.id({ required: true }), at: t.arg({ type: 'DateTime' }) },
    resolve: (_, { leadId, at }, ctx) => leadDecisions.explain(actorOf(ctx), rowId(leadId, 'Lead'), at ?? undefined),
  }),
}))
