import type { Lead as LeadRow } from '../../generated/prisma/client.ts'
import { LeadChanges, LeadItemsInput, type LeadOrder, LeadsInput } from '../../inputs/leads.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as leadChanges from '../../services/leads/leadChanges.ts'
import * as leadImports from '../../services/leads/imports/leadImports.ts'
import type { RowError } from '../../services/leads/imports/leadRows.ts'
import * as leadLists from '../../services/leads/leadLists.ts'
import * as leads from '../../services/leads/leads.ts'
import { actorOf, builder, LONG_INPUT } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { connection } from '../base/page.ts'
import { selectedColumns } from '../base/selection.ts'
import { DecisionReason, LeadOrderEnum, LeadStatus } from '../enums/leads.ts'
import { fromJson } from '../../services/shared/jsonColumns.ts'

export const Lead = builder.objectRef<LeadRow>('Lead').implement({
  description: 'Contact that a campaign calls.',
  fields: (t) => ({
    id: t.exposeID('id'),
    campaignId: t.exposeID('campaignId'),
    externalId: t.exposeString('externalId', { nullable: true, description: 'Your ID for the lead.' }),
    phoneNumber: t.exposeString('phoneNumber', { description: 'Phone number in E.164 format.' }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the contact.' }),
    data: t.expose('data', { type: 'JSON', description: 'Custom fields of the lead.' }),
    status: t.expose('status', { type: LeadStatus }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time before which the lead is not called. `null` for no limit.',
    }),
    waitReason: t.expose('waitReason', {
      type: DecisionReason,
      nullable: true,
      description: 'Why the lead is not called before that time. `null` if there is no reason.',
    }),
    lastCallId: t.exposeID('lastCallId', { nullable: true, description: 'Most recent call of the lead.' }),
    lastOutcome: t.exposeString('lastOutcome', { nullable: true, description: 'Outcome of the most recent call.' }),
    importId: t.exposeID('importId', { nullable: true, description: 'Import that created the lead.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

export const LeadRowError = builder.objectRef<RowError>('LeadRowError').implement({
  description: 'Row that failed, with the reason.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Position of the row, starting at 0.' }),
    phoneNumber: t.exposeString('phone_number', { nullable: true, description: 'Phone number as it was sent.' }),
    error: t.exposeString('error', { description: 'Reason, such as `duplicate` or `Invalid phone number`.' }),
  }),
})

const AddLeadsResult = builder.objectRef<leadImports.ImportResult>('AddLeadsResult').implement({
  description: 'Result of adding or updating leads.',
  fields: (t) => ({
    importId: t.exposeID('id', { description: 'ID of the import, which you can use to revert it.' }),
    created: t.exposeInt('created', { description: 'Leads that were created.' }),
    updated: t.exposeInt('updated', { description: 'Leads that were updated.' }),
    failed: t.exposeInt('failed', { description: 'Rows that failed.' }),
    total: t.exposeInt('total', { description: 'Rows that were sent.' }),
    errors: t.field({ type: [LeadRowError], description: 'Rows that failed, with the reasons.', resolve: ({ errors }) => fromJson<RowError[]>(errors) }),
  }),
})

/** The arguments that filter a list of leads. */
export const filterArgs = (t: Pick<Parameters<Parameters<typeof builder.queryField>[1]>[0], 'arg'>) => ({
  status: t.arg({ type: LeadStatus, description: 'Only leads with this status.' }),
  search: t.arg.string({ description: 'Part of the name, the phone number or the external ID.' }),
})

builder.queryFields((t) => ({
  leads: t.connection({
    type: Lead,
    description: 'List the leads of a campaign, newest first by default.',
    authScopes: { scope: 'leads:read' },
    args: {
      campaignId: t.arg.id({ required: true }),
      ...filterArgs(t),
      order: t.arg({ type: LeadOrderEnum, description: 'Order of the leads. Defaults to `newest`.' }),
    },
    resolve: async (_, { first, after, campaignId, order, ...filter }, ctx, info) => {
      const by = (order ?? 'newest') as LeadOrder
      const columns = selectedColumns(info, leads.FIELDS)
      const page = await leadLists.list(actorOf(ctx), parseRowId(campaignId, 'Campaign'), { first, after }, filter as leadLists.LeadFilter, columns, by)
      return connection(page, after, (lead) => leadLists.cursorOf(lead, by))
    },
  }),
  leadCount: t.int({
    description: 'Count the leads of a campaign that match the filters. Counting stops at 10,001.',
    authScopes: { scope: 'leads:read' },
    args: { campaignId: t.arg.id({ required: true }), ...filterArgs(t) },
    resolve: (_, { campaignId, ...filter }, ctx) => leadLists.countMatching(actorOf(ctx), parseRowId(campaignId, 'Campaign'), filter as leadLists.LeadFilter),
  }),
  lead: t.field({
    type: Lead,
    description: 'Get a lead.',
    authScopes: { scope: 'leads:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => leads.get(actorOf(ctx), parseRowId(id, 'Lead')),
  }),
}))

builder.mutationFields((t) => ({
  addLeads: t.field({
    type: AddLeadsResult,
    description: 'Add leads to a campaign. Invalid rows do not affect the others. Rows have the field names of the REST API.',
    authScopes: { scope: 'leads:write' },
    extensions: LONG_INPUT,
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('LeadsInput', LeadsInput), required: true }) },
    resolve: (_, { campaignId, input }, ctx) => leadImports.add(actorOf(ctx), parseRowId(campaignId, 'Campaign'), input),
  }),
  upsertLeads: t.field({
    type: AddLeadsResult,
    description: 'Update leads whose external ID is already in the campaign, and add the others.',
    authScopes: { scope: 'leads:write' },
    extensions: LONG_INPUT,
    args: { input: t.arg({ type: inputFromZod('LeadItemsInput', LeadItemsInput, ['campaignId']), required: true }) },
    resolve: (_, { input }, ctx) => leadImports.upsert(actorOf(ctx), input),
  }),
  updateLead: t.field({
    type: Lead,
    description: 'Update a lead, unless it is being called or its campaign is completed. Omitted fields keep their value.',
    authScopes: { scope: 'leads:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('LeadChanges', LeadChanges), required: true }) },
    resolve: (_, { id, input }, ctx) => leadChanges.update(actorOf(ctx), parseRowId(id, 'Lead'), input),
  }),
  deleteLead: t.id({
    description: 'Delete a lead from its campaign, unless it is being called. Returns its ID.',
    authScopes: { scope: 'leads:write' },
    args: { campaignId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
    resolve: (_, { campaignId, id }, ctx) => leads.remove(actorOf(ctx), parseRowId(campaignId, 'Campaign'), parseRowId(id, 'Lead')),
  }),
}))
