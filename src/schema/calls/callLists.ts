import { CallFilter, type CallOrder } from '../../inputs/calls.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as calls from '../../services/calls/calls.ts'
import { actorOf, builder } from '../base/builder.ts'
import { connection } from '../base/page.ts'
import { selectedColumns } from '../base/selection.ts'
import { CallOrderEnum, CallSentiment, CallStatus, Direction, DisclosureSaid } from '../enums/calls.ts'
import { Call } from './calls.ts'

const { shape } = CallFilter

/** The arguments that filter a list of calls. */
export const filterArgs = (t: Pick<Parameters<Parameters<typeof builder.queryField>[1]>[0], 'arg'>) => ({
  campaignId: t.arg.id({ description: 'Only calls of this campaign.' }),
  agentId: t.arg.id({ description: 'Only calls of this agent.' }),
  status: t.arg({ type: CallStatus, description: 'Only calls with this status.' }),
  outcome: t.arg.string({ description: 'Only calls with this outcome.' }),
  direction: t.arg({ type: Direction, description: 'Only calls in this direction.' }),
  number: t.arg.string({ validate: shape.number as never, description: shape.number.description }),
  from: t.arg.string({ validate: shape.from as never, description: `${shape.from.description} Dates are in the time zone of the workspace.` }),
  to: t.arg.string({ validate: shape.to as never, description: shape.to.description }),
  lead: t.arg.string({ validate: shape.lead as never, description: shape.lead.description }),
  said: t.arg.string({ validate: shape.said as never, description: shape.said.description }),
  minDurationSeconds: t.arg.int({ validate: shape.minDurationSeconds as never, description: shape.minDurationSeconds.description }),
  maxDurationSeconds: t.arg.int({ validate: shape.maxDurationSeconds as never, description: shape.maxDurationSeconds.description }),
  minCost: t.arg({ type: 'Money', description: 'Only calls that cost at least this amount.' }),
  maxCost: t.arg({ type: 'Money', description: 'Only calls that cost at most this amount.' }),
  sentiment: t.arg({ type: CallSentiment, description: shape.sentiment.description }),
  hasRecording: t.arg.boolean({ description: shape.hasRecording.description }),
  disclosureSaid: t.arg({ type: DisclosureSaid, description: shape.disclosureSaid.description }),
})

export interface FilterArgs extends Omit<CallFilter, 'campaignId' | 'agentId' | 'status' | 'direction' | 'sentiment' | 'disclosureSaid'> {
  campaignId?: string | null
  agentId?: string | null
  status?: unknown
  direction?: unknown
  sentiment?: unknown
  disclosureSaid?: unknown
}

export const toFilter = ({ campaignId, agentId, ...others }: FilterArgs) =>
  ({
    ...others,
    campaignId: campaignId == null ? null : parseRowId(campaignId, 'Campaign'),
    agentId: agentId == null ? null : parseRowId(agentId, 'Agent'),
  }) as CallFilter

builder.queryFields((t) => ({
  calls: t.connection({
    type: Call,
    authScopes: { scope: 'calls:read' },
    description: 'List calls, newest first by default. Filters are combined.',
    args: { ...filterArgs(t), order: t.arg({ type: CallOrderEnum, description: 'Order of the calls. Defaults to `newest`.' }) },
    resolve: async (_, { first, after, last: _last, before: _before, order, ...filter }, ctx, info) =>
      connection(
        await calls.list(actorOf(ctx), { first, after }, toFilter(filter), selectedColumns(info, calls.FIELDS), (order as CallOrder | null) ?? undefined),
        after,
      ),
  }),
  callCount: t.int({
    authScopes: { scope: 'calls:read' },
    description: 'Count the calls that match the filters. Counting stops at 10,001.',
    args: filterArgs(t),
    resolve: (_, filter, ctx) => calls.countMatching(actorOf(ctx), toFilter(filter)),
  }),
}))
