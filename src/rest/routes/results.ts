import { z } from 'zod'
import { ResultListDocument } from '../../generated/rest.ts'
import { CallStatus } from '../../inputs/calls.ts'
import { text } from '../../inputs/common.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { result, resultTable } from '../examples/results.ts'
import { idParam, pageArgs, paging } from '../params.ts'
import { pageWith } from '../reply.ts'
import { route } from '../route.ts'

/** The filters of results. */
export const resultFilter = {
  status: CallStatus.optional().describe('Only calls with this status.'),
  outcome: text(100).optional().describe('Only calls with this outcome.'),
}

export const resultRoutes = [
  route({
    method: 'GET',
    path: '/campaigns/{campaign_id}/results',
    scope: 'results:read',
    status: 200,
    tool: 'list_campaign_results',
    command: 'results list',
    summary: 'List campaign results',
    about:
      'Finished calls, newest first. `rows` has the same calls with the names of `display_columns` as keys. The value of a column comes from ' +
      "`structured_data`, otherwise from the lead's custom fields, otherwise from the fields of the result. `validation_errors` has the invalid answers. " +
      '`recording_url` is absent if there is no recording.',
    params: idParam('campaign_id', 'Campaign'),
    query: z.object({ ...paging(SHORT_PAGE), ...resultFilter }),
    document: ResultListDocument,
    variables: ({ params, query }) => ({ campaignId: params.campaign_id, ...pageArgs(query), status: query.status, outcome: query.outcome }),
    reply: pageWith({ absentWhenNull: ['recording_url'] }),
    example: { params: { campaign_id: 12, limit: 20, outcome: 'success' }, answer: result, pageFields: resultTable },
  }),
]
