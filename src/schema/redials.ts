import { RedialInput } from '../inputs/redials.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as redials from '../services/leads/redials.ts'
import { actorOf, builder } from './builder.ts'
import { inputFromZod } from './inputs.ts'
import { Lead } from './leads.ts'

builder.mutationFields((t) => ({
  redialLeads: t.int({
    description: 'Has the leads whose last call came to one of these outcomes called again; answers how many. A campaign that was over is to be started again',
    authScopes: { scope: 'campaigns:start' },
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('RedialInput', RedialInput), required: true }) },
    resolve: (_, { campaignId, input }, ctx) => redials.redial(actorOf(ctx), rowId(campaignId, 'Campaign'), input),
  }),
  callLeadBack: t.field({
    type: Lead,
    description: 'Has a lead called at a moment, whatever its last call came to; legal hours and the do-not-call list still hold',
    authScopes: { scope: 'leads:write' },
    args: { leadId: t.arg.id({ required: true }), at: t.arg({ type: 'DateTime', required: true }) },
    resolve: (_, { leadId, at }, ctx) => redials.callBack(actorOf(ctx), rowId(leadId, 'Lead'), at),
  }),
}))
