import { z } from 'zod'
import {
  CallAnalysisDocument,
  CostBreakdownDocument,
  CostEstimateDocument,
  DailyStatsDocument,
  HourlyStatsDocument,
  OutcomeFunnelDocument,
  WorkspaceStatsDocument,
} from '../../generated/rest.ts'
import { CostGroup, MOST_GROUPS, PeriodEdge, PeriodInput, TimeZone } from '../../inputs/analytics.ts'
import { callAnalysis, costBreakdown, costEstimate, dailyStats, hourlyStats, outcomeFunnel, workspaceStats } from '../examples/analytics.ts'
import { camelKeys } from '../names.ts'
import { idParam, idQuery, integerQuery, numberQuery } from '../params.ts'
import { only } from '../reply.ts'
import { route } from '../route.ts'

const { from, to, timezone } = PeriodInput.shape
const period = {
  from: PeriodEdge.optional().describe(from.description!),
  to: PeriodEdge.optional().describe(to.description!),
  timezone: TimeZone.optional().describe(timezone.description!),
}
const filter = {
  agent_id: idQuery.optional().describe('Only calls of that agent'),
  campaign_id: idQuery.optional().describe('Only calls of that campaign'),
  number_id: idQuery.optional().describe('Only calls from or to that number of the workspace, and its texts'),
}
const PERIOD =
  '`from` and `to` are days, which begin at midnight in the time zone of the workspace or in `timezone`, or moments on a full quarter of an hour; `to` is the first that is not in. ' +
  'A call counts when it ended.'

export const analyticsRoutes = [
  route({
    method: 'GET',
    path: '/analytics/workspace',
    scope: 'calls:read',
    status: 200,
    extension: true,
    tool: 'get_workspace_stats',
    command: 'analytics workspace',
    summary: 'Calls, answer rate, talk time and costs of a period, beside the period before it',
    about: `${PERIOD} At most ten years. \`live_calls\` and \`balance\` are of now; \`balance\` is null without the scope \`billing:read\`.`,
    query: z.object(period),
    document: WorkspaceStatsDocument,
    variables: ({ query }) => ({ input: query }),
    reply: only('stats'),
    example: { params: { from: '2026-11-01', to: '2026-12-01', timezone: 'Europe/Rome' }, answer: workspaceStats },
  }),
  route({
    method: 'GET',
    path: '/analytics/daily',
    scope: 'calls:read',
    status: 200,
    extension: true,
    tool: 'get_daily_stats',
    command: 'analytics daily',
    summary: 'The same for every day of a period',
    about: `${PERIOD} At most 366 days; days without calls are there as well. One of \`agent_id\`, \`campaign_id\` and \`number_id\` narrows it.`,
    query: z.object({ ...period, ...filter }),
    document: DailyStatsDocument,
    variables: ({ query }) => ({ input: camelKeys(query) }),
    reply: only('stats'),
    example: { params: { from: '2026-11-01', to: '2026-11-03', timezone: 'Europe/Rome' }, answer: dailyStats },
  }),
  route({
    method: 'GET',
    path: '/analytics/hours',
    scope: 'calls:read',
    status: 200,
    extension: true,
    tool: 'get_hourly_stats',
    command: 'analytics hours',
    summary: 'When people answer: calls and answer rate by hour and day of the week',
    about: `${PERIOD} At most 366 days. All 168 hours of the week, Monday's first. One of \`agent_id\`, \`campaign_id\` and \`number_id\` narrows it.`,
    query: z.object({ ...period, ...filter }),
    document: HourlyStatsDocument,
    variables: ({ query }) => ({ input: camelKeys(query) }),
    reply: only('stats'),
    example: { params: { from: '2026-11-01', to: '2026-12-01', timezone: 'Europe/Rome' }, answer: hourlyStats },
  }),
  route({
    method: 'GET',
    path: '/analytics/funnel',
    scope: 'calls:read',
    status: 200,
    extension: true,
    tool: 'get_outcome_funnel',
    command: 'analytics funnel',
    summary: 'How many calls were answered, spoken in and successful, and their outcomes',
    about: `${PERIOD} At most ten years. With \`campaign_id\`, of all calls of that campaign, with its leads; a period cannot be named then.`,
    fails: [404],
    query: z.object({ ...period, campaign_id: filter.campaign_id }),
    document: OutcomeFunnelDocument,
    variables: ({ query: { campaign_id, ...input } }) => ({ input, campaignId: campaign_id }),
    reply: only('funnel'),
    example: { params: { campaign_id: 12 }, answer: outcomeFunnel },
  }),
  route({
    method: 'GET',
    path: '/analytics/costs',
    scope: 'billing:read',
    status: 200,
    extension: true,
    tool: 'get_cost_breakdown',
    command: 'analytics costs',
    summary: 'What calls and texts cost, by campaign, agent, number, country or kind of cost',
    about: `${PERIOD} At most ten years. \`groups\` and \`rest\` add up to \`total\`, which is all that was charged. Texts belong to no agent and no campaign.`,
    query: z.object({
      ...period,
      by: CostGroup.optional().describe('campaign when absent; `line` is the kind of a cost line, and `sms`'),
      limit: integerQuery(1, MOST_GROUPS).optional().describe('How many groups at most; the others are added up in `rest`. 20 when absent'),
    }),
    document: CostBreakdownDocument,
    variables: ({ query }) => ({ input: query }),
    reply: only('costs'),
    example: { params: { from: '2026-11-01', to: '2026-12-01', timezone: 'Europe/Rome', by: 'campaign' }, answer: costBreakdown },
  }),
  route({
    method: 'GET',
    path: '/campaigns/{campaign_id}/cost-estimate',
    scope: 'campaigns:read',
    status: 200,
    extension: true,
    tool: 'get_cost_estimate',
    command: 'campaigns estimate',
    summary: 'What a campaign is likely to cost from now on, as a range with its assumptions',
    about:
      'Reckoned from the leads that wait, the attempts they have left, the price of each destination and the included minutes left. Answer rate and length of conversations are those of the ' +
      "agent's calls of the last 90 days, else of the workspace's, else stated defaults; `source` says which. `low`, `expected` and `high` are one case each.",
    params: idParam('campaign_id', 'Campaign'),
    query: z.object({
      answer_rate: numberQuery(0, 1).optional().describe('Share of calls in which somebody is spoken with, 0 to 1'),
      talk_seconds: integerQuery(1, 7_200).optional().describe('Length of an average conversation, in seconds'),
    }),
    document: CostEstimateDocument,
    variables: ({ params, query }) => ({ campaignId: params.campaign_id, input: camelKeys(query) }),
    reply: only('estimate'),
    example: { params: { campaign_id: 12 }, answer: costEstimate },
  }),
  route({
    method: 'GET',
    path: '/calls/{call_id}/analysis',
    scope: 'calls:read',
    status: 200,
    extension: true,
    tool: 'get_call_analysis',
    command: 'calls analysis',
    summary: 'How a call went: outcome, answers, sentiment, shares of the conversation, costs',
    about: 'Silences and response times are judged by when lines of the transcript begin and how long they take to say; they are null where it does not tell.',
    params: idParam('call_id', 'Call'),
    document: CallAnalysisDocument,
    variables: ({ params }) => ({ callId: params.call_id }),
    reply: only('analysis'),
    example: { params: { call_id: 42 }, answer: callAnalysis },
  }),
]
