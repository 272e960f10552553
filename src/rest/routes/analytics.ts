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
import { CostGroup, MAX_GROUPS, PeriodEdge, PeriodInput, TimeZone } from '../../inputs/analytics.ts'
import { callAnalysis, costBreakdown, costEstimate, dailyStats, hourlyStats, outcomeFunnel, workspaceStats } from '../examples/analytics.ts'
import { toCamelKeys } from '../names.ts'
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
  agent_id: idQuery.optional().describe('Only calls of this agent.'),
  campaign_id: idQuery.optional().describe('Only calls of this campaign.'),
  number_id: idQuery.optional().describe('Only calls from or to this number of the workspace, and its messages.'),
}
const PERIOD = 'Dates start at midnight in `timezone`, and times must be full quarters of an hour. A call counts at the time it ended.'

export const analyticsRoutes = [
  route({
    method: 'GET',
    path: '/analytics/workspace',
    scope: 'calls:read',
    status: 200,
    extension: true,
    tool: 'get_workspace_stats',
    command: 'analytics workspace',
    summary: 'Get workspace statistics',
    about:
      `Calls, answer rate, talk time and costs of a period and the period before it. ${PERIOD} The maximum period is ten years. \`active_calls\` ` +
      'and `balance` are current values. `balance` is `null` without the `billing:read` scope.',
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
    summary: 'Get daily statistics',
    about:
      `Statistics of each day, including days without calls. ${PERIOD} The maximum period is 366 days. Filter by one of ` +
      '`agent_id`, `campaign_id` and `number_id`.',
    query: z.object({ ...period, ...filter }),
    document: DailyStatsDocument,
    variables: ({ query }) => ({ input: toCamelKeys(query) }),
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
    summary: 'Get statistics by hour of the week',
    about:
      `Calls and answer rate for all 168 hours of the week, starting with Monday. ${PERIOD} The maximum period is 366 days. Filter by one of ` +
      '`agent_id`, `campaign_id` and `number_id`.',
    query: z.object({ ...period, ...filter }),
    document: HourlyStatsDocument,
    variables: ({ query }) => ({ input: toCamelKeys(query) }),
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
    summary: 'Get the call funnel',
    about:
      `Calls that were connected, had a conversation and were successful, with their outcomes. ${PERIOD} The maximum period is ten years. With ` +
      '`campaign_id`, the funnel covers all calls and leads of the campaign, and no period can be set.',
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
    summary: 'Get a cost breakdown',
    about:
      `Costs of calls and messages by campaign, agent, number, country or kind of cost line. ${PERIOD} The maximum period is ten years. ` +
      '`groups` and `rest` add up to `total`, which is everything that was charged. Messages belong to no agent and no campaign.',
    query: z.object({
      ...period,
      by: CostGroup.optional().describe('What costs are grouped by. Defaults to `campaign`. `line` groups by kind of cost line, with `sms` for messages.'),
      limit: integerQuery(1, MAX_GROUPS).optional().describe('Maximum number of groups. All others are added up in `rest`. Defaults to 20.'),
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
    summary: 'Estimate the cost of a campaign',
    about:
      'The likely remaining cost as a range, with its assumptions. It covers the waiting leads, their remaining attempts, the price of each destination ' +
      "and the included minutes that are left. Answer rate and length of conversations come from the agent's calls of the last 90 days, " +
      "otherwise from the workspace's calls, otherwise from defaults. `source` shows which. `low`, `expected` and `high` are one case each.",
    params: idParam('campaign_id', 'Campaign'),
    query: z.object({
      answer_rate: numberQuery(0, 1).optional().describe('Share of calls with a conversation, from 0 to 1.'),
      talk_seconds: integerQuery(1, 7_200).optional().describe('Average length of a conversation in seconds.'),
    }),
    document: CostEstimateDocument,
    variables: ({ params, query }) => ({ campaignId: params.campaign_id, input: toCamelKeys(query) }),
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
    summary: 'Get the analysis of a call',
    about:
      'Outcome, answers, sentiment, shares of the conversation and costs. Silences and response times are estimated from when transcript lines ' +
      'start and how many words they have. They are `null` if the lines have no times.',
    params: idParam('call_id', 'Call'),
    document: CallAnalysisDocument,
    variables: ({ params }) => ({ callId: params.call_id }),
    reply: only('analysis'),
    example: { params: { call_id: 42 }, answer: callAnalysis },
  }),
]
