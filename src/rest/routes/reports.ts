import { z } from 'zod'
import { ReportDeleteDocument, ReportExportDocument, ReportGetDocument, ReportListDocument } from '../../generated/rest.ts'
import { ReportInput } from '../../inputs/reports.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { newReport, queuedReport, report } from '../examples/reports.ts'
import { camelKeys, snake } from '../names.ts'
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
    summary: 'Reports, newest first',
    about: 'Those of what the key may read: a report of calls is shown to a key with `calls:read`.',
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
    summary: 'Has a file made of calls, results, leads, messages, the ledger or daily usage',
    about:
      'A job writes it; ask for the report until its `status` is `done`, then fetch `download_url`. The scope of what it holds is needed as well: `calls:read`, `results:read`, ' +
      '`leads:read`, `sms:write`, `billing:read`; everything about one person (`person`) is for signed-in owners and admins only. A day is one of `timezone`; `to` is the first moment that is not in. A 400 names a filter that the kind does not have. ' +
      'With 20 reports under way it is a 409.',
    fails: [400, 403, 404, 409],
    body: snake(ReportInput),
    document: ReportExportDocument,
    variables: ({ body }) => ({ input: camelKeys(body) }),
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
    summary: 'How far a report is, and where its file can be fetched',
    about:
      '`status` is `queued`, `running`, `done`, `failed`, `expired` or `canceled`; `progress` is in percent. Once it is done `download_url` can be fetched without a key until `expires_at`; ' +
      'each answer has a fresh address. The file is there until `kept_until`.',
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
    summary: 'Cancels a report, or deletes it with its file',
    about: 'One that is under way becomes `canceled`. One that is over is deleted, and its file; addresses that were given out lead nowhere from then on.',
    params: reportId,
    document: ReportDeleteDocument,
    variables: ({ params }) => ({ id: params.report_id }),
    reply: none,
    example: { params: { report_id: 17 } },
  }),
]
