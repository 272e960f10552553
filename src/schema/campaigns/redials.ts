import { RequeueLeadsInput } from '../../inputs/redials.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as leadRequeues from '../../services/leads/leadRequeues.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { Lead } from '../leads/leads.ts'

builder.mutationFields((t) => ({
  requeueLeads: t.int({
    description:
      'Call leads again whose last call had one of these outcomes, with all their attempts. Returns the number of leads. A completed campaign is paused, ' +
      'and you can start it again.',
    authScopes: { scope: 'campaigns:start' },
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('RequeueLeadsInput', RequeueLeadsInput), required: true }) },
    resolve: (_, { campaignId, input }, ctx) => leadRequeues.requeue(actorOf(ctx), parseRowId(campaignId, 'Campaign'), input),
  }),
  scheduleCallback: t.field({
    type: Lead,
    description: 'Schedule a callback to a lead, whatever the outcome of its last call. Legal calling hours and the do-not-call list still apply.',
    authScopes: { scope: 'leads:write' },
    args: { leadId: t.arg.id({ required: true }), at: t.arg({ type: 'DateTime', required: true, description: 'Time of the callback.' }) },
    resolve: (_, { leadId, at }, ctx) => leadRequeues.scheduleCallback(actorOf(ctx), parseRowId(leadId, 'Lead'), at),
  }),
}))
