import { parseRowId } from '../../kernel/db/rows.ts'
import * as leadDecisions from '../../services/leads/leadDecisions.ts'
import { sentenceOf } from '../../services/campaigns/rules/decisionSentences.ts'
import { actorOf, builder } from '../base/builder.ts'
import { connection } from '../base/page.ts'
import { DecisionReason, DialDecision, LeadExplanationStatus } from '../enums/leads.ts'

const RULES_VERSION = 'Version of the rules about calling hours or consents behind the decision. `null` if these rules were not checked.'

const LeadDecision = builder.objectRef<leadDecisions.LeadDecisionItem>('LeadDecision').implement({
  description: 'Decision of the dialer about a lead, with its reasons.',
  fields: (t) => ({
    id: t.exposeID('id'),
    decision: t.expose('decision', { type: DialDecision }),
    reason: t.expose('reason', { type: DecisionReason }),
    message: t.string({
      description: 'The decision as a sentence in English.',
      resolve: ({ reason, details, until }) => sentenceOf(reason, details as object, until),
    }),
    details: t.expose('details', { type: 'JSON', description: 'Details of the decision, such as local times, rules, limits and the previous outcome.' }),
    rulesVersion: t.exposeString('rulesVersion', { nullable: true, description: RULES_VERSION }),
    until: t.expose('until', { type: 'DateTime', nullable: true, description: 'Time before which the lead is not called. `null` if the lead does not wait.' }),
    callId: t.exposeID('callId', { nullable: true, description: 'Call that was placed. `null` if there was none.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const LeadExplanation = builder.objectRef<leadDecisions.Explanation>('LeadExplanation').implement({
  description: 'Why a lead was or was not called at a point in time.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Point in time.' }),
    status: t.expose('status', { type: LeadExplanationStatus }),
    reason: t.expose('reason', { type: DecisionReason }),
    message: t.exposeString('message', { description: 'The explanation as a sentence in English.' }),
    details: t.expose('details', { type: 'JSON', description: 'Details of the explanation, such as local times, rules, limits and the previous outcome.' }),
    rulesVersion: t.exposeString('rulesVersion', { nullable: true, description: RULES_VERSION }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the dialer decided about the lead. `null` if it had not decided.',
    }),
    until: t.expose('until', { type: 'DateTime', nullable: true, description: 'Time before which the lead is not called. `null` if the lead does not wait.' }),
    callId: t.exposeID('callId', { nullable: true, description: 'Call that was placed. `null` if there was none.' }),
  }),
})

builder.queryFields((t) => ({
  leadDecisions: t.connection({
    type: LeadDecision,
    description: 'List the decisions about a lead, newest first.',
    authScopes: { scope: 'leads:read' },
    args: { leadId: t.arg.id({ required: true }) },
    resolve: async (_, { first, after, leadId }, ctx) =>
      connection(await leadDecisions.list(actorOf(ctx), parseRowId(leadId, 'Lead'), { first, after }), after),
  }),
  leadExplanation: t.field({
    type: LeadExplanation,
    description: 'Explain why a lead was or was not called at a point in time.',
    authScopes: { scope: 'leads:read' },
    args: { leadId: t.arg.id({ required: true }), at: t.arg({ type: 'DateTime', description: 'Point in time. Defaults to now.' }) },
    resolve: (_, { leadId, at }, ctx) => leadDecisions.explain(actorOf(ctx), parseRowId(leadId, 'Lead'), at ?? undefined),
  }),
}))
