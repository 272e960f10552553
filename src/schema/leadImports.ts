import { type Events, stream } from '../kernel/events.ts'
import { LeadFile } from '../inputs/leadFiles.ts'
import { LeadImportInput, LeadReadingInput } from '../inputs/leadImports.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as leadErrorFiles from '../services/leads/imports/leadErrorFiles.ts'
import * as leadImports from '../services/leads/imports/leadImports.ts'
import * as leadImportUndo from '../services/leads/imports/leadImportUndo.ts'
import type { RowError } from '../services/leads/imports/leadRows.ts'
import * as leadUploads from '../services/leads/imports/leadUploads.ts'
import { actorOf, builder, LONG_INPUT } from './builder.ts'
import type { Context } from './context.ts'
import { inputFromZod } from './inputs.ts'
import { LeadRowError } from './leads.ts'
import { connection } from './page.ts'

const LeadRowErrors = builder.objectRef<{ rows: RowError[]; hasMore: boolean }>('LeadRowErrors').implement({
  fields: (t) => ({
    nodes: t.expose('rows', { type: [LeadRowError] }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether there are more behind the last index' }),
  }),
})

const LeadImport = builder.objectRef<leadImports.Summary>('LeadImport').implement({
  description: 'Leads taken in at once, by a request or from a file',
  fields: (t) => ({
    id: t.exposeID('id'),
    campaignId: t.exposeID('campaignId'),
    source: t.exposeString('source', { description: 'api, csv or json' }),
    fileName: t.exposeString('fileName', { nullable: true }),
    status: t.exposeString('status', { description: 'uploaded, running, completed, failed or undone' }),
    isDryRun: t.exposeBoolean('isDryRun', { description: 'It only found out what would become of each row' }),
    options: t.expose('options', { type: 'JSON', description: 'How the file was read' }),
    total: t.exposeInt('total', { description: 'Rows' }),
    done: t.exposeInt('done', { description: 'Rows worked on so far' }),
    created: t.exposeInt('created'),
    updated: t.exposeInt('updated'),
    failed: t.exposeInt('failed'),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed as a whole' }),
    errors: t.field({
      type: LeadRowErrors,
      description: 'Rows that failed, by index; 50 unless told otherwise, 500 at most',
      args: { first: t.arg.int(), after: t.arg.int({ description: 'The last index seen' }) },
      resolve: ({ id }, page, ctx) => leadImports.errors(actorOf(ctx), id, page),
    }),
    errorFile: t.string({
      description: 'The rows that failed as they stood in the file, as CSV with a last column `error`',
      resolve: ({ id }, _, ctx) => leadErrorFiles.text(actorOf(ctx), id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
    undoneAt: t.expose('undoneAt', { type: 'DateTime', nullable: true }),
  }),
})

const ForeseenLead = builder.objectRef<leadUploads.ForeseenRow>('ForeseenLead').implement({
  description: 'A row of a file as it would be imported now',
  fields: (t) => ({
    index: t.exposeInt('index'),
    phoneNumber: t.exposeString('phoneNumber', { nullable: true, description: 'E.164; as it stands in the file where it is none' }),
    name: t.exposeString('name', { nullable: true }),
    externalId: t.exposeString('externalId', { nullable: true }),
    data: t.expose('data', { type: 'JSON', nullable: true }),
    verdict: t.exposeString('verdict', { description: 'create, update or error' }),
    error: t.exposeString('error', { nullable: true }),
  }),
})

const LeadPreview = builder.objectRef<leadUploads.Preview>('LeadPreview').implement({
  description: 'What a file holds, and what would become of its first 20 rows',
  fields: (t) => ({
    import: t.expose('leadImport', { type: LeadImport }),
    columns: t.exposeStringList('columns'),
    delimiter: t.exposeString('delimiter', { nullable: true, description: 'Of CSV' }),
    mapping: t.expose('mapping', { type: 'JSON', description: 'Columns by what they hold; at first as their names say' }),
    rows: t.expose('rows', { type: [ForeseenLead] }),
  }),
})

const LeadImportUndone = builder.objectRef<Awaited<ReturnType<typeof leadImportUndo.undo>>>('LeadImportUndone').implement({
  fields: (t) => ({
    import: t.expose('leadImport', { type: LeadImport }),
    deleted: t.exposeInt('deleted', { description: 'Leads that it had made and that were never called' }),
    restored: t.exposeInt('restored', { description: 'Leads that are as before' }),
    stayed: t.exposeInt('stayed', { description: 'Leads left as they are, since they were called or changed meanwhile' }),
  }),
})

builder.queryFields((t) => ({
  leadImport: t.field({
    type: LeadImport,
    authScopes: { scope: 'leads:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => leadImports.get(actorOf(ctx), rowId(id, 'Lead import')),
  }),
  leadImports: t.connection({
    type: LeadImport,
    description: "A campaign's imports, newest first, those of requests among them",
    authScopes: { scope: 'leads:read' },
    args: { campaignId: t.arg.id({ required: true }) },
    resolve: async (_, { first, after, campaignId }, ctx) =>
      connection(await leadImports.list(actorOf(ctx), rowId(campaignId, 'Campaign'), { first, after }), after),
  }),
}))

builder.mutationFields((t) => ({
  uploadLeads: t.field({
    type: LeadPreview,
    description: 'Keeps a file of leads and tells what it seems to hold; nothing is imported yet',
    authScopes: { scope: 'leads:write' },
    extensions: LONG_INPUT,
    args: { campaignId: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('LeadFile', LeadFile), required: true }) },
    resolve: (_, { campaignId, input }, ctx) => leadUploads.upload(actorOf(ctx), rowId(campaignId, 'Campaign'), input),
  }),
  previewLeadImport: t.field({
    type: LeadPreview,
    description: 'The first rows of an uploaded file, read as the input says',
    authScopes: { scope: 'leads:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('LeadReadingInput', LeadReadingInput), required: true }) },
    resolve: (_, { id, input }, ctx) => leadUploads.preview(actorOf(ctx), rowId(id, 'Lead import'), input),
  }),
  runLeadImport: t.field({
    type: LeadImport,
    description: 'Begins to import an uploaded file; `leadImportUpdated` tells how far it is',
    authScopes: { scope: 'leads:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('LeadImportInput', LeadImportInput), required: true }) },
    resolve: (_, { id, input }, ctx) => leadUploads.run(actorOf(ctx), rowId(id, 'Lead import'), input),
  }),
  undoLeadImport: t.field({
    type: LeadImportUndone,
    description: 'Takes an import back, of a file or of a request',
    authScopes: { scope: 'leads:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => leadImportUndo.undo(actorOf(ctx), rowId(id, 'Lead import')),
  }),
}))

type ImportEvent = Events['leadImport.updated']

/** Begins with the import as it is. NOT_FOUND for none. */
async function watch(ctx: Context, importId: number) {
  const { workspaceId } = actorOf(ctx)
  await leadImports.get(actorOf(ctx), importId)
  const events = stream('leadImport.updated', (event) => event.workspaceId === workspaceId && event.importId === importId)
  events.push({ workspaceId, importId })
  return events
}

builder.subscriptionFields((t) => ({
  leadImportUpdated: t.field({
    type: LeadImport,
    description: 'The import now, and again whenever it goes on',
    authScopes: { scope: 'leads:read' },
    extensions: { shared: 'state' },
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, ctx) => watch(ctx, rowId(id, 'Lead import')),
    resolve: (event, _, ctx) => leadImports.get(actorOf(ctx), (event as ImportEvent).importId),
  }),
}))
