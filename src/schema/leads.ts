import type { Lead as LeadRow } from '../generated/prisma/client.ts'
import { LEAD_STATES, LeadItemsInput, LeadsInput, LeadStatus } from '../inputs/leads.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as leadImports from '../services/leads/imports/leadImports.ts'
import type { RowError } from '../services/leads/imports/leadRows.ts'
import * as leads from '../services/leads/leads.ts'
import { actorOf, builder, LONG_INPUT } from './builder.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'
import { selectedColumns } from './selection.ts'

export const Lead = builder.objectRef<LeadRow>('Lead').implement({
  description: 'Somebody whom a campaign calls',
  fields: (t) => ({
    id: t.exposeID('id'),
    campaignId: t.exposeID('campaignId'),
    externalId: t.exposeString('externalId', { nullable: true, description: 'Your own id of the lead' }),
    phoneNumber: t.exposeString('phoneNumber'),
    name: t.exposeString('name', { nullable: true }),
    data: t.expose('data', { type: 'JSON', description: 'What else is known of the lead' }),
    status: t.exposeString('status', { description: LEAD_STATES.join(', ') }),
    attempts: t.exposeInt('attempts', { description: 'Calls begun' }),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', nullable: true, description: 'Not called before; null means at once' }),
    waitReason: t.exposeString('waitReason', { nullable: true, description: 'Why not before, such as calling_hours or retry_busy' }),
    lastCallId: t.exposeID('lastCallId', { nullable: true }),
    lastOutcome: t.exposeString('lastOutcome', { nullable: true }),
    importId: t.exposeID('importId', { nullable: true, description: 'The import that made it' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

export const LeadRowError = builder.objectRef<RowError>('LeadRowError').implement({
  description: 'Why a row was not taken',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Place of the row among those sent, from 0' }),
    phoneNumber: t.exposeString('phone_number', { nullable: true, description: 'The number as it was sent' }),
    error: t.exposeString('error', { description: 'Such as `duplicate` or `Invalid phone number`' }),
  }),
})

const LeadsTaken = builder.objectRef<leadImports.Import>('LeadsTaken').implement({
  description: 'What became of rows that were sent',
  fields: (t) => ({
    importId: t.exposeID('id', { description: 'Names the import, to undo it' }),
    created: t.exposeInt('created'),
    updated: t.exposeInt('updated'),
    failed: t.exposeInt('failed'),
    total: t.exposeInt('total', { description: 'Rows that were sent' }),
    errors: t.field({ type: [LeadRowError], description: 'One for each row that failed', resolve: ({ errors }) => errors as unknown as RowError[] }),
  }),
})

builder.queryFields((t) => ({
  leads: t.connection({
    type: Lead,
    authScopes: { scope: 'leads:read' },
    args: {
      campaignId: t.arg.id({ required: true }),
      status: t.arg.string({ validate: LeadStatus as never, description: LEAD_STATES.join(', ') }),
      search: t.arg.string({ description: 'Part of the name, the number or the external id' }),
    },
    resolve: async (_, { first, after, campaignId, status, search }, ctx, info) =>
      connection(
        await leads.list(actorOf(ctx), rowId(campaignId, 'Campaign'), { first, after }, { status, search }, selectedColumns(info, leads.FIELDS)),
        after,
      ),
  }),
  lead: t.field({
    type: Lead,
    authScopes: { scope: 'leads:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => leads.get(actorOf(ctx), rowId(id, 'Lead')),
  }),
}))

builder.mutationFields((t) => ({
  addLeads: t.field({
    type: LeadsTaken,
    description: 'Adds leads to a campaign, each row by itself; rows are named as in the REST API',
    authScopes: { scope: 'leads:write' },
    extensions: LONG_INPUT,
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('LeadsInput', LeadsInput), required: true }) },
    resolve: (_, { campaignId, input }, ctx) => leadImports.add(actorOf(ctx), rowId(campaignId, 'Campaign'), input),
  }),
  upsertLeads: t.field({
    type: LeadsTaken,
    description: 'Changes leads whose external id the campaign has, and adds the others',
    authScopes: { scope: 'leads:write' },
    extensions: LONG_INPUT,
    args: { input: t.arg({ type: inputFromZod('LeadItemsInput', LeadItemsInput, ['campaignId']), required: true }) },
    resolve: (_, { input }, ctx) => leadImports.upsert(actorOf(ctx), input),
  }),
  deleteLead: t.id({
    description: 'Takes a lead out of its campaign, unless it is being called; answers its id',
    authScopes: { scope: 'leads:write' },
    args: { campaignId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
    resolve: (_, { campaignId, id }, ctx) => leads.remove(actorOf(ctx), rowId(campaignId, 'Campaign'), rowId(id, 'Lead')),
  }),
}))
