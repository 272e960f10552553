import { z } from 'zod'
import { ReportDeleteDocument, ReportExportDocument, ReportGetDocument, ReportListDocument } from '../../generated/rest.ts'
import { ReportInput } from '../../inputs/reports.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { newReport, queuedReport, report } from '../examples/reports.ts'
import { toCamelKeys, toSnakeKeys } from '../names.ts'
import { idParam, pageArgs, paging } from '../params.ts'
import { none, only, page } from '../reply.ts'
import { route } from '../route.ts'

const reportId = idParam('report_id', 'Report')

export const reportRoutes = [
  route({
    method: 'GET',
    path: '/reports',
    scope: 'me:read',
    status: 200,
    extension: true,
    tool: 'list_reports',
    command: 'reports list',
    summary: 'List exports',
    about: 'Exports (`report` in the API) of data that the key can read, newest first. Exports of calls require `calls:read`, for example.',
    query: z.object(paging(SHORT_PAGE)),
    document: ReportListDocument,
    variables: ({ query }) => pageArgs(query),
    reply: page,
    example: { params: { limit: 20 }, answer: report },
  }),
  route({
    method: 'POST',
    path: '/reports',
    scope: 'me:read',
    status: 202,
    idempotent: true,
    extension: true,
    tool: 'export_report',
    command: 'reports create',
    summary: 'Create an export',
    about:
      'Creates a file of calls, results, leads, messages, the ledger or daily usage. Poll the export until its `status` is `done`, then download ' +
      '`download_url`. The scope of the exported data is required as well: `calls:read`, `results:read`, `leads:read`, `sms:write` or `billing:read`. Only ' +
      'signed-in owners and admins can export the audit log (`audit`) or all data about one person (`person`). Returns 400 for a filter that the type does ' +
      'not support, and 409 if 20 exports are queued or running.',
    fails: [400, 403, 404, 409],
    body: toSnakeKeys(ReportInput),
    document: ReportExportDocument,
    variables: ({ body }) => ({ input: toCamelKeys(body) }),
    reply: only('report'),
    example: { body: newReport, answer: queuedReport },
  }),
  route({
    method: 'GET',
    path: '/reports/{report_id}',
    scope: 'me:read',
    status: 200,
    extension: true,
    tool: 'get_report',
    command: 'reports get',
    summary: 'Get an export',
    about:
      'Once `status` is `done`, you can download `download_url` without an API key until `download_expires_at`. Each response has a new URL. ' +
      'The file is available until `expires_at`. `progress` is in percent.',
    params: reportId,
    document: ReportGetDocument,
    variables: ({ params }) => ({ id: params.report_id }),
    reply: only('report'),
    example: { params: { report_id: 17 }, answer: report },
  }),
  route({
    method: 'DELETE',
    path: '/reports/{report_id}',
    scope: 'me:read',
    status: 204,
    extension: true,
    tool: 'delete_report',
    command: 'reports delete',
    summary: 'Cancel or delete an export',
    about: 'An export that is queued or running becomes `canceled`. A finished export is deleted with its file, and its download URLs stop working.',
    params: reportId,
    document: ReportDeleteDocument,
    variables: ({ params }) => ({ id: params.report_id }),
    reply: none,
    example: { params: { report_id: 17 } },
  }),
]
