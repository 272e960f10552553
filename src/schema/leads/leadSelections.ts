import { LeadSelection } from '../../inputs/leads.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as leadSelections from '../../services/leads/leadSelections.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { LeadStatus } from '../enums/leads.ts'

const RefusedLeads = builder.objectRef<leadSelections.SelectionResult['refused'][number]>('RefusedLeads').implement({
  description: 'Selected leads that an action left unchanged, for one reason.',
  fields: (t) => ({
    status: t.expose('status', {
      type: LeadStatus,
      nullable: true,
      description: 'Status of the leads, which prevents the action. `null` for leads that the campaign does not have.',
    }),
    count: t.exposeInt('count', { description: 'Number of leads.' }),
  }),
})

const LeadSelectionResult = builder.objectRef<leadSelections.SelectionResult>('LeadSelectionResult').implement({
  description: 'Result of an action on selected leads.',
  fields: (t) => ({
    processed: t.exposeInt('processed', { description: 'Number of leads that were changed.' }),
    refused: t.expose('refused', { type: [RefusedLeads], description: 'Leads that were not changed.' }),
  }),
})

const Selection = inputFromZod('LeadSelection', LeadSelection, ['ids'])

builder.mutationFields((t) => ({
  deleteLeads: t.field({
    type: LeadSelectionResult,
    description: 'Delete up to 1,000 leads from their campaign. Leads that are being called stay.',
    authScopes: { scope: 'leads:write' },
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: Selection, required: true }) },
    resolve: (_, { campaignId, input }, ctx) => leadSelections.remove(actorOf(ctx), parseRowId(campaignId, 'Campaign'), input),
  }),
  requeueSelectedLeads: t.field({
    type: LeadSelectionResult,
    description: 'Call up to 1,000 completed or failed leads again, with all their attempts. A completed campaign is paused, and you can start it again.',
    authScopes: { scope: 'campaigns:start' },
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: Selection, required: true }) },
    resolve: (_, { campaignId, input }, ctx) => leadSelections.requeue(actorOf(ctx), parseRowId(campaignId, 'Campaign'), input),
  }),
}))
