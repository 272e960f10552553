import type { LeadImportId } from '../../kernel/vocabulary/ids.ts'
import { type Events, streamEvents } from '../../kernel/events.ts'
import { LeadFile } from '../../inputs/leadFiles.ts'
import { LeadImportInput, LeadParseOptions } from '../../inputs/leadImports.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as leadErrorFiles from '../../services/leads/imports/leadErrorFiles.ts'
import * as leadImports from '../../services/leads/imports/leadImports.ts'
import * as leadImportRevert from '../../services/leads/imports/leadImportRevert.ts'
import type { RowError } from '../../services/leads/imports/leadRows.ts'
import * as leadUploads from '../../services/leads/imports/leadUploads.ts'
import { actorOf, builder, LONG_INPUT } from '../base/builder.ts'
import type { Context } from '../base/context.ts'
import { inputFromZod } from '../base/inputs.ts'
import { LeadRowError } from './leads.ts'
import { connection } from '../base/page.ts'
import { LeadImportSource, LeadImportStatus, LeadRowAction } from '../enums/leads.ts'

const LeadRowErrors = builder.objectRef<{ rows: RowError[]; hasMore: boolean }>('LeadRowErrors').implement({
  description: 'Page of rows that failed.',
  fields: (t) => ({
    nodes: t.expose('rows', { type: [LeadRowError], description: 'Rows that failed.' }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether there are more rows after the last index.' }),
  }),
})

const LeadImport = builder.objectRef<leadImports.ImportSummary>('LeadImport').implement({
  description: 'Import of leads from a request or a file.',
  fields: (t) => ({
    id: t.exposeID('id'),
    campaignId: t.exposeID('campaignId'),
    source: t.expose('source', { type: LeadImportSource }),
    fileName: t.exposeString('fileName', { nullable: true, description: 'Name of the file. `null` if the leads came from a request.' }),
    status: t.expose('status', { type: LeadImportStatus }),
    isDryRun: t.exposeBoolean('isDryRun', { description: 'Whether the import only validates rows and changes no leads.' }),
    options: t.expose('options', { type: 'JSON', description: 'Options that the file was read with.' }),
    total: t.exposeInt('total', { description: 'Rows of the import.' }),
    processed: t.exposeInt('processed', { description: 'Rows processed so far.' }),
    created: t.exposeInt('created', { description: 'Leads that were created.' }),
    updated: t.exposeInt('updated', { description: 'Leads that were updated.' }),
    failed: t.exposeInt('failed', { description: 'Rows that failed.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why the import failed. `null` if it did not fail.' }),
    errors: t.field({
      type: LeadRowErrors,
      description: 'Rows that failed, by index.',
      args: {
        first: t.arg.int({ description: 'Maximum number of rows, up to 500. Defaults to 50.' }),
        after: t.arg.int({ description: 'Last index of the previous page.' }),
      },
      resolve: ({ id }, page, ctx) => leadImports.listErrors(actorOf(ctx), id, page),
    }),
    errorFile: t.string({
      description: 'Rows that failed in their original form, as CSV with an additional `error` column.',
      resolve: ({ id }, _, ctx) => leadErrorFiles.toCsv(actorOf(ctx), id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When the import finished. `null` until then.' }),
    revertedAt: t.expose('revertedAt', { type: 'DateTime', nullable: true, description: 'When the import was reverted. `null` if it was not.' }),
  }),
})

const LeadPreviewRow = builder.objectRef<leadUploads.PreviewRow>('LeadPreviewRow').implement({
  description: 'Row of a file, with what an import would do with it.',
  fields: (t) => ({
    index: t.exposeInt('index'),
    phoneNumber: t.exposeString('phoneNumber', { nullable: true, description: 'Phone number in E.164 format, or as it is in the file if it is invalid.' }),
    name: t.exposeString('name', { nullable: true }),
    externalId: t.exposeString('externalId', { nullable: true }),
    data: t.expose('data', { type: 'JSON', nullable: true, description: 'Custom fields of the lead.' }),
    action: t.expose('verdict', { type: LeadRowAction }),
    error: t.exposeString('error', { nullable: true, description: 'Why the row would fail. `null` if it would not.' }),
  }),
})

const LeadPreview = builder.objectRef<leadUploads.Preview>('LeadPreview').implement({
  description: 'Columns of a file, with what an import would do with its first 20 rows.',
  fields: (t) => ({
    import: t.expose('leadImport', { type: LeadImport }),
    columns: t.exposeStringList('columns', { description: 'Columns of the file.' }),
    delimiter: t.exposeString('delimiter', { nullable: true, description: 'Delimiter of a CSV file. `null` for JSON.' }),
    mapping: t.expose('mapping', { type: 'JSON', description: 'Mapping of columns to lead fields. Initially based on the column names.' }),
    rows: t.expose('rows', { type: [LeadPreviewRow], description: 'First rows of the file.' }),
  }),
})

const LeadImportRevert = builder.objectRef<Awaited<ReturnType<typeof leadImportRevert.revert>>>('LeadImportRevert').implement({
  description: 'Result of reverting an import.',
  fields: (t) => ({
    import: t.expose('leadImport', { type: LeadImport }),
    deleted: t.exposeInt('deleted', { description: 'Leads that the import created, now deleted because they were never called.' }),
    restored: t.exposeInt('restored', { description: 'Leads that have their earlier values again.' }),
    kept: t.exposeInt('stayed', { description: 'Leads that were kept because they were called or changed after the import.' }),
  }),
})

builder.queryFields((t) => ({
  leadImport: t.field({
    type: LeadImport,
    description: 'Get an import.',
    authScopes: { scope: 'leads:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => leadImports.get(actorOf(ctx), parseRowId(id, 'Lead import')),
  }),
  leadImports: t.connection({
    type: LeadImport,
    description: 'List the imports of a campaign, newest first, including those from requests.',
    authScopes: { scope: 'leads:read' },
    args: { campaignId: t.arg.id({ required: true }) },
    resolve: async (_, { first, after, campaignId }, ctx) =>
      connection(await leadImports.list(actorOf(ctx), parseRowId(campaignId, 'Campaign'), { first, after }), after),
  }),
}))

builder.mutationFields((t) => ({
  uploadLeads: t.field({
    type: LeadPreview,
    description: 'Upload a file of leads and preview it. No leads are imported yet.',
    authScopes: { scope: 'leads:write' },
    extensions: LONG_INPUT,
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('LeadFile', LeadFile), required: true }) },
    resolve: (_, { campaignId, input }, ctx) => leadUploads.upload(actorOf(ctx), parseRowId(campaignId, 'Campaign'), input),
  }),
  previewLeadImport: t.field({
    type: LeadPreview,
    description: 'Preview the first rows of an uploaded file with other options.',
    authScopes: { scope: 'leads:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('LeadParseOptions', LeadParseOptions), required: true }) },
    resolve: (_, { id, input }, ctx) => leadUploads.preview(actorOf(ctx), parseRowId(id, 'Lead import'), input),
  }),
  runLeadImport: t.field({
    type: LeadImport,
    description: 'Start the import of an uploaded file. Watch its progress with `leadImportUpdated`.',
    authScopes: { scope: 'leads:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('LeadImportInput', LeadImportInput), required: true }) },
    resolve: (_, { id, input }, ctx) => leadUploads.run(actorOf(ctx), parseRowId(id, 'Lead import'), input),
  }),
  revertLeadImport: t.field({
    type: LeadImportRevert,
    description: 'Revert an import from a file or a request.',
    authScopes: { scope: 'leads:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => leadImportRevert.revert(actorOf(ctx), parseRowId(id, 'Lead import')),
  }),
}))

type ImportEvent = Events['leadImport.updated']

/** Streams an import, starting with its current data. Throws NOT_FOUND. */
async function watch(ctx: Context, importId: LeadImportId) {
  const { workspaceId } = actorOf(ctx)
  await leadImports.get(actorOf(ctx), importId)
  const events = streamEvents('leadImport.updated', (event) => event.workspaceId === workspaceId && event.importId === importId)
  events.push({ workspaceId, importId })
  return events
}

builder.subscriptionFields((t) => ({
  leadImportUpdated: t.field({
    type: LeadImport,
    description: 'Watch an import. Sends it now and after each change.',
    authScopes: { scope: 'leads:read' },
    extensions: { shared: 'state' },
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, ctx) => watch(ctx, parseRowId(id, 'Lead import')),
    resolve: (event, _, ctx) => leadImports.get(actorOf(ctx), (event as ImportEvent).importId),
  }),
}))
