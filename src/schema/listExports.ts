import type { CallOrder } from '../inputs/calls.ts'
import type { LeadOrder } from '../inputs/leads.ts'
import { CallColumns, LeadColumns, type ListColumn } from '../inputs/listExports.ts'
import type { ReportFormat as Format } from '../inputs/reports.ts'
import { parseRowId } from '../kernel/db/rows.ts'
import type { LeadFilter } from '../services/leads/leadLists.ts'
import * as listExports from '../services/reports/lists/listExports.ts'
import { actorOf, builder } from './base/builder.ts'
import * as callArgs from './calls/callLists.ts'
import { CallOrderEnum } from './enums/calls.ts'
import { LeadOrderEnum } from './enums/leads.ts'
import { ReportFormat } from './enums/workspace.ts'
import * as leadArgs from './leads/leads.ts'
import { Report } from './reports.ts'

const ListWordInput = builder.inputType('ListWordInput', {
  description: 'Word for a value, in the language of the file.',
  fields: (t) => ({
    value: t.string({ required: true, description: 'Value, such as `no_answer`.' }),
    label: t.string({ required: true, description: 'What the file shows for it.' }),
  }),
})

const ListColumnInput = builder.inputType('ListColumnInput', {
  description: 'Column of an exported list.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description:
        'Name of the column, such as `name`, `number`, `answers`, `status` or `outcome`, `data.city` for a custom field, or `answer.day` for one answer.',
    }),
    title: t.string({ required: true, description: 'Title in the header row.' }),
    words: t.field({ type: [ListWordInput], description: 'Words for values of the column. Other values are shown as they are. JSON files are not affected.' }),
  }),
})
const COLUMNS = 'Columns of the file, in order. In a campaign, `answers` becomes a column for each question.'
const FORMAT = 'File format. Defaults to `csv`.'

builder.mutationFields((t) => ({
  exportCalls: t.field({
    type: Report,
    description: 'Export the calls that match the filters, with the columns that you list. Columns with data of leads, agents or campaigns need their scopes.',
    authScopes: { scope: 'calls:read' },
    args: {
      columns: t.arg({ type: [ListColumnInput], required: true, description: COLUMNS, validate: CallColumns as never }),
      format: t.arg({ type: ReportFormat, description: FORMAT }),
      order: t.arg({ type: CallOrderEnum, description: 'Order of the rows. Defaults to `newest`.' }),
      ...callArgs.filterArgs(t),
    },
    resolve: (_, { columns, format, order, ...filter }, ctx) =>
      listExports.exportCalls(actorOf(ctx), columns as ListColumn[], (format ?? 'csv') as Format, callArgs.toFilter(filter), (order ?? 'newest') as CallOrder),
  }),
  exportLeads: t.field({
    type: Report,
    description: 'Export the leads of a campaign that match the filters, with the columns that you list. `answers` are those of the most recent call.',
    authScopes: { scope: 'leads:read' },
    args: {
      campaignId: t.arg.id({ required: true }),
      columns: t.arg({ type: [ListColumnInput], required: true, description: COLUMNS, validate: LeadColumns as never }),
      format: t.arg({ type: ReportFormat, description: FORMAT }),
      order: t.arg({ type: LeadOrderEnum, description: 'Order of the rows. Defaults to `newest`.' }),
      ...leadArgs.filterArgs(t),
    },
    resolve: (_, { campaignId, columns, format, order, ...filter }, ctx) =>
      listExports.exportLeads(
        actorOf(ctx),
        parseRowId(campaignId, 'Campaign'),
        columns as ListColumn[],
        (format ?? 'csv') as Format,
        filter as LeadFilter,
        (order ?? 'newest') as LeadOrder,
      ),
  }),
}))
