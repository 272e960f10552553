import { z } from 'zod'
import { ResultListDocument } from '../../generated/rest.ts'
import { text } from '../../inputs/common.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { result, resultTable } from '../examples/results.ts'
import { idParam, pageArgs, paging } from '../params.ts'
import { pageWith } from '../reply.ts'
import { route } from '../route.ts'

/** Which results are wanted. */
export const resultFilter = {
  status: text(64).optional().describe('Only calls that ended so'),
  outcome: text(100).optional().describe('Only calls with that outcome'),
}

export const resultRoutes = [
  route({
    method: 'GET',
    path: '/campaigns/{campaign_id}/results',
    scope: 'results:read',
    status: 200,
    tool: 'list_campaign_results',
    command: 'results list',
    summary: "What came of a campaign's calls, newest first",
    about:
      'A page of the finished calls in both published forms. `rows` holds the same calls keyed by the names of `display_columns`: a column is looked for in ' +
      "`structured_data`, then in the lead's data, then among the fields of the item. Answers that do not fit what was asked are in `unfit_data`. " +
      '`recording_url` is absent where there is no recording.',
    params: idParam('campaign_id', 'Campaign'),
    query: z.object({ ...paging(SHORT_PAGE), ...resultFilter }),
    document: ResultListDocument,
    variables: ({ params, query }) => ({ campaignId: params.campaign_id, ...pageArgs(query), status: query.status, outcome: query.outcome }),
    reply: pageWith({ absentWhenNull: ['recording_url'] }),
    example: { params: { campaign_id: 12, limit: 20, outcome: 'success' }, answer: result, beside: resultTable },
  }),
]
