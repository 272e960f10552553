import { type Events, stream } from '../kernel/events.ts'
import type { Report as ReportRow } from '../generated/prisma/client.ts'
import { REPORT_FORMATS, REPORT_KINDS, ReportInput } from '../inputs/reports.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as reportLinks from '../services/reports/reportLinks.ts'
import * as reports from '../services/reports/reports.ts'
import { actorOf, builder } from './builder.ts'
import type { Context } from './context.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'

const ReportFilter = builder.objectRef<reports.KeptFilter>('ReportFilter').implement({
  description: 'What limits the rows of a report',
  fields: (t) => ({
    from: t.exposeString('from', { nullable: true, description: 'The first moment; null for the beginning' }),
    to: t.exposeString('to', { nullable: true, description: 'The moment before which it ends' }),
    timezone: t.exposeString('timezone', { description: 'IANA time zone whose days were meant' }),
    campaignId: t.id({ nullable: true, resolve: ({ campaignId }) => campaignId }),
    status: t.exposeString('status', { nullable: true }),
    outcome: t.exposeString('outcome', { nullable: true }),
    phoneNumber: t.exposeString('phoneNumber', { nullable: true, description: 'Of person: whom it is about; [erased] once it is erased' }),
  }),
})

const linkOf = (report: ReportRow, ctx: Context) => (report.state === 'done' ? reportLinks.linkOf(actorOf(ctx), report) : null)

const Report = builder.objectRef<ReportRow>('Report').implement({
  description: "A file made of the workspace's rows, to be fetched until it expires",
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.exposeString('kind', { description: REPORT_KINDS.join(', ') }),
    format: t.exposeString('format', { description: REPORT_FORMATS.join(', ') }),
    status: t.exposeString('state', { description: 'queued, running, done, failed, expired or canceled' }),
    filter: t.field({ type: ReportFilter, resolve: ({ filter }) => filter as unknown as reports.KeptFilter }),
    progress: t.int({
      nullable: true,
      description: 'Percent; null until it is known how many rows there are',
      resolve: ({ state, rowsDone, rowsTotal }) =>
        state === 'done' ? 100 : rowsTotal === null ? null : Math.min(99, Math.floor((100 * rowsDone) / Math.max(rowsTotal, 1))),
    }),
    rowsDone: t.exposeInt('rowsDone', { description: 'Rows written so far' }),
    rowsTotal: t.exposeInt('rowsTotal', { nullable: true, description: 'Rows there are; null until they are counted' }),
    bytes: t.float({ nullable: true, description: 'Size of the file', resolve: ({ bytes }) => (bytes === null ? null : Number(bytes)) }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed' }),
    downloadUrl: t.string({
      nullable: true,
      description: 'Where the file can be fetched without a key, once it is done; another address for everybody, each time',
      resolve: (report, _, ctx) => linkOf(report, ctx)?.url,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when that address can be used',
      resolve: (report, _, ctx) => linkOf(report, ctx)?.expiresAt,
    }),
    keptUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when there is a file',
      resolve: ({ state, expiresAt }) => (state === 'done' ? expiresAt : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
})

const ReportKind = builder.objectRef<ReturnType<typeof reports.kinds>[number]>('ReportKind').implement({
  description: 'What a report can hold, and what it can be limited to beside a period',
  fields: (t) => ({
    name: t.exposeString('name', { description: REPORT_KINDS.join(', ') }),
    formats: t.stringList({ resolve: ({ formats }) => [...formats] }),
    takesCampaign: t.boolean({ resolve: ({ takes }) => takes.includes('campaignId') }),
    takesOutcome: t.boolean({ resolve: ({ takes }) => takes.includes('outcome') }),
    statuses: t.stringList({ description: 'Of which one can be chosen; none where it takes no status', resolve: ({ statuses }) => [...(statuses ?? [])] }),
    isPerson: t.boolean({ description: 'It is about one phone number, and takes nothing else', resolve: ({ isPerson }) => isPerson ?? false }),
  }),
})

builder.queryFields((t) => ({
  reportKinds: t.field({
    type: [ReportKind],
    description: 'What the caller may have made',
    authScopes: { scope: 'me:read' },
    resolve: (_, __, ctx) => reports.kinds(actorOf(ctx)),
  }),
  report: t.field({
    type: Report,
    description: 'Needs the scope of what it holds as well',
    authScopes: { scope: 'me:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => reports.get(actorOf(ctx), rowId(id, 'Report')),
  }),
  reports: t.connection({
    type: Report,
    description: 'Reports of what the caller may read, newest first',
    authScopes: { scope: 'me:read' },
    resolve: async (_, { first, after }, ctx) => connection(await reports.list(actorOf(ctx), { first, after }), after),
  }),
}))

builder.mutationFields((t) => ({
  exportReport: t.field({
    type: Report,
    description: 'Has a file made; needs the scope of what it holds as well',
    authScopes: { scope: 'me:read' },
    args: { input: t.arg({ type: inputFromZod('ReportInput', ReportInput, ['campaignId']), required: true }) },
    resolve: (_, { input }, ctx) => reports.create(actorOf(ctx), input),
  }),
  deleteReport: t.id({
    description: 'Cancels a report that is under way; one that is over is deleted with its file',
    authScopes: { scope: 'me:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => reports.remove(actorOf(ctx), rowId(id, 'Report')),
  }),
}))

type ReportEvent = Events['report.updated']

/** Begins with the report as it is. NOT_FOUND for none. */
async function watch(ctx: Context, reportId: number) {
  const { workspaceId } = actorOf(ctx)
  await reports.get(actorOf(ctx), reportId)
  const events = stream('report.updated', (event) => event.workspaceId === workspaceId && event.reportId === reportId)
  events.push({ workspaceId, reportId })
  return events
}

// Each watcher has an answer of their own, since the address in it is theirs.
builder.subscriptionFields((t) => ({
  reportUpdated: t.field({
    type: Report,
    description: 'The report now, and again whenever it goes on',
    authScopes: { scope: 'me:read' },
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, ctx) => watch(ctx, rowId(id, 'Report')),
    resolve: (event, _, ctx) => reports.get(actorOf(ctx), (event as ReportEvent).reportId),
  }),
}))
