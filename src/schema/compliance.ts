import * as complianceReview from '../services/planning/compliance/complianceReview.ts'
import { describeRule } from '../services/planning/compliance/ruleTexts.ts'
import type * as ruleChanges from '../services/planning/compliance/ruleChanges.ts'
import { actorOf, builder } from './base/builder.ts'
import { ComplianceIssueCode, ComplianceIssueStatus, RulesTable } from './enums/compliance.ts'

const ComplianceIssue = builder.objectRef<complianceReview.ComplianceIssue>('ComplianceIssue').implement({
  description: 'Something that is late, risky or missing for the law.',
  fields: (t) => ({
    code: t.expose('code', { type: ComplianceIssueCode }),
    status: t.expose('status', { type: ComplianceIssueStatus }),
    details: t.expose('details', { type: 'JSON', description: 'Facts behind the message, depending on the code.' }),
    message: t.exposeString('message', { description: 'The issue in English.' }),
    action: t.exposeString('action', { description: 'What to do, in English.' }),
    path: t.exposeString('path', { description: 'Page of the dashboard where to do it, from the root.' }),
  }),
})

const RulesInForce = builder.objectRef<complianceReview.ComplianceReview['rules'][number]>('RulesInForce').implement({
  description: 'Table of rules, and its version in force.',
  fields: (t) => ({
    table: t.expose('table', { type: RulesTable }),
    version: t.exposeString('version', { description: 'Date and hash of the table, then a hash of the server administrator’s rules.' }),
  }),
})

const RuleChange = builder.objectRef<ruleChanges.RecordedChange>('RuleChange').implement({
  description: 'Rule that another one replaced, because the server was updated, its administrator changed it, or its time came.',
  fields: (t) => ({
    changedAt: t.field({ type: 'DateTime', description: 'Since when the server decides by the new rule.', resolve: ({ changedAt }) => new Date(changedAt) }),
    table: t.expose('table', { type: RulesTable }),
    place: t.exposeString('place', { description: 'Country, or state or province such as `US-FL`. `default` for places without a rule of their own.' }),
    before: t.string({ description: 'The earlier rule in English.', resolve: ({ table, before }) => describeRule(table, before) }),
    after: t.string({ description: 'The new rule in English.', resolve: ({ table, after }) => describeRule(table, after) }),
    beforeRule: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What the earlier rule says. `null` if there was none.',
      resolve: ({ before }) => before,
    }),
    afterRule: t.field({ type: 'JSON', nullable: true, description: 'What the new rule says. `null` if there is none.', resolve: ({ after }) => after }),
  }),
})

const ComplianceReview = builder.objectRef<complianceReview.ComplianceReview>('ComplianceReview').implement({
  description: 'Review of what the law demands of a workspace.',
  fields: (t) => ({
    checkedAt: t.expose('checkedAt', { type: 'DateTime', description: 'Time of the review.' }),
    issues: t.expose('issues', { type: [ComplianceIssue], description: 'What is late, then what is missing, then what is risky.' }),
    rules: t.expose('rules', { type: [RulesInForce], description: 'Versions of the rules in force.' }),
    ruleChanges: t.expose('ruleChanges', { type: [RuleChange], description: 'Rules that changed in the last 30 days, the latest first, at most 100.' }),
    campaigns: t.exposeInt('campaigns', {
      description: 'Campaigns that were reviewed, with their next 1,000 leads each: running, then paused ones and drafts.',
    }),
    hasMoreCampaigns: t.exposeBoolean('hasMoreCampaigns', { description: 'Whether there are more campaigns than were reviewed.' }),
  }),
})

builder.queryField('compliance', (t) =>
  t.field({
    type: ComplianceReview,
    description: 'Review what is late, risky or missing for the law, and what to do about it.',
    authScopes: { scope: 'compliance:read' },
    resolve: (_parent, _args, ctx) => complianceReview.review(actorOf(ctx)),
  }),
)
