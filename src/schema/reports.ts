import type { ReportId } from '../kernel/vocabulary/ids.ts'
import { type Events, streamEvents } from '../kernel/events.ts'
import type { Report as ReportRow } from '../generated/prisma/client.ts'
import { ReportInput } from '../inputs/reports.ts'
import { parseRowId } from '../kernel/db/rows.ts'
import * as reportLinks from '../services/reports/reportLinks.ts'
import * as reports from '../services/reports/reports.ts'
import { actorOf, builder } from './base/builder.ts'
import type { Context } from './base/context.ts'
import { inputFromZod } from './base/inputs.ts'
import { connection } from './base/page.ts'
import { ReportFormat, ReportName, ReportStatus } from './enums/workspace.ts'

const ReportFilter = builder.objectRef<reports.StoredFilter>('ReportFilter').implement({
  description: 'Filters of an export.',
  fields: (t) => ({
    from: t.exposeString('from', { nullable: true, description: 'Start of the period. `null` for no start.' }),
    to: t.exposeString('to', { nullable: true, description: 'End of the period, exclusive.' }),
    timezone: t.exposeString('timezone', { description: 'IANA time zone of dates.' }),
    campaignId: t.id({ nullable: true, resolve: ({ campaignId }) => campaignId }),
    status: t.exposeString('status', { nullable: true }),
    outcome: t.exposeString('outcome', { nullable: true }),
    phoneNumber: t.exposeString('phoneNumber', {
      nullable: true,
      description: 'Phone number that a `person` export is about, or `[erased]` after its erasure. `null` for other types.',
    }),
  }),
})

const linkOf = (report: ReportRow, ctx: Context) => (report.status === 'done' ? reportLinks.createLink(actorOf(ctx), report) : null)

export const Report = builder.objectRef<ReportRow>('Report').implement({
  description: 'Export of data from the workspace as a file.',
  fields: (t) => ({
    id: t.exposeID('id'),
    type: t.expose('type', { type: ReportName }),
    format: t.expose('format', { type: ReportFormat }),
    status: t.expose('status', { type: ReportStatus }),
    filter: t.field({ type: ReportFilter, resolve: reports.storedFilterOf }),
    progress: t.int({
      nullable: true,
      description: 'Progress in percent. `null` until the rows are counted.',
      resolve: ({ status, rowsProcessed, rowsTotal }) =>
        status === 'done' ? 100 : rowsTotal === null ? null : Math.min(99, Math.floor((100 * rowsProcessed) / Math.max(rowsTotal, 1))),
    }),
    rowsProcessed: t.exposeInt('rowsProcessed', { description: 'Rows written so far.' }),
    rowsTotal: t.exposeInt('rowsTotal', { nullable: true, description: 'Rows of the export. `null` until they are counted.' }),
    bytes: t.float({
      nullable: true,
      description: 'Size of the file in bytes. `null` until there is a file.',
      resolve: ({ bytes }) => (bytes === null ? null : Number(bytes)),
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why the export failed. `null` if it did not fail.' }),
    downloadUrl: t.string({
      nullable: true,
      description: 'Presigned download URL, which needs no API key. `null` unless the export is done. Each response has a new URL.',
      resolve: (report, _, ctx) => linkOf(report, ctx)?.url,
    }),
    downloadExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the download URL expires.',
      resolve: (report, _, ctx) => linkOf(report, ctx)?.expiresAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the file expires. `null` until there is a file.',
      resolve: ({ status, expiresAt }) => (status === 'done' ? expiresAt : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When the export finished. `null` until then.' }),
  }),
})

const ReportType = builder.objectRef<ReturnType<typeof reports.listKinds>[number]>('ReportType').implement({
  description: 'Type of export, with the filters that it supports in addition to a period.',
  fields: (t) => ({
    name: t.expose('name', { type: ReportName }),
    formats: t.field({ type: [ReportFormat], description: 'Available file formats.', resolve: ({ formats }) => [...formats] }),
    supportsCampaignFilter: t.boolean({
      description: 'Whether the export can be limited to a campaign.',
      resolve: ({ filters: takes }) => takes.includes('campaignId'),
    }),
    supportsOutcomeFilter: t.boolean({
      description: 'Whether the export can be limited to an outcome.',
      resolve: ({ filters: takes }) => takes.includes('outcome'),
    }),
    statuses: t.stringList({
      description: 'Statuses that the export can be limited to. Empty if it has no status filter.',
      resolve: ({ statuses }) => [...(statuses ?? [])],
    }),
    isDataSubjectExport: t.boolean({
      description: 'Whether the export contains all data about one phone number and takes no other filter.',
      resolve: ({ isDataSubjectExport }) => isDataSubjectExport ?? false,
    }),
  }),
})

builder.queryFields((t) => ({
  reportTypes: t.field({
    type: [ReportType],
    description: 'List the types of exports that you can create.',
    authScopes: { scope: 'me:read' },
    resolve: (_, __, ctx) => reports.listKinds(actorOf(ctx)),
  }),
  report: t.field({
    type: Report,
    description: 'Get an export. Requires the scope of the exported data in addition to `me:read`.',
    authScopes: { scope: 'me:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => reports.get(actorOf(ctx), parseRowId(id, 'Report')),
  }),
  reports: t.connection({
    type: Report,
    description: 'List the exports of data that you can read, newest first.',
    authScopes: { scope: 'me:read' },
    resolve: async (_, { first, after }, ctx) => connection(await reports.list(actorOf(ctx), { first, after }), after),
  }),
}))

builder.mutationFields((t) => ({
  exportReport: t.field({
    type: Report,
    description: 'Create an export. Requires the scope of the exported data in addition to `me:read`.',
    authScopes: { scope: 'me:read' },
    args: { input: t.arg({ type: inputFromZod('ReportInput', ReportInput, ['campaignId']), required: true }) },
    resolve: (_, { input }, ctx) => reports.create(actorOf(ctx), input),
  }),
  deleteReport: t.id({
    description: 'Cancel an active export, or delete a finished one with its file. Returns its ID.',
    authScopes: { scope: 'me:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => reports.remove(actorOf(ctx), parseRowId(id, 'Report')),
  }),
}))

type ReportEvent = Events['report.updated']

/** Streams an export, starting with its current data. Throws NOT_FOUND. */
async function watch(ctx: Context, reportId: ReportId) {
  const { workspaceId } = actorOf(ctx)
  await reports.get(actorOf(ctx), reportId)
  const events = streamEvents('report.updated', (event) => event.workspaceId === workspaceId && event.reportId === reportId)
  events.push({ workspaceId, reportId })
  return events
}

// Not shared between subscribers, because each gets its own download URL.
builder.subscriptionFields((t) => ({
  reportUpdated: t.field({
    type: Report,
    description: 'Watch an export. Sends it now and after each change.',
    authScopes: { scope: 'me:read' },
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, ctx) => watch(ctx, parseRowId(id, 'Report')),
    resolve: (event, _, ctx) => reports.get(actorOf(ctx), (event as ReportEvent).reportId),
  }),
}))
