import { z } from 'zod'
import { CallGetDocument, CallListDocument, CallPlaceDocument } from '../../generated/rest.ts'
import { CallInput, CallStatus } from '../../inputs/calls.ts'
import { call as endedCall, newCall, placedCall } from '../examples/calls.ts'
import { camelKeys, snake } from '../names.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { idParam, idQuery, pageArgs, paging } from '../params.ts'
import { only, page } from '../reply.ts'
import { route } from '../route.ts'

const call = only('call', { absentWhenNull: ['recording_url'] })

export const callRoutes = [
  route({
    method: 'GET',
    path: '/calls',
    scope: 'calls:read',
    status: 200,
    tool: 'list_calls',
    command: 'calls list',
    summary: 'Calls, newest first',
    query: z.object({ ...paging(SHORT_PAGE), campaign_id: idQuery.optional(), status: CallStatus.optional() }),
    document: CallListDocument,
    variables: ({ query }) => ({ ...pageArgs(query), campaignId: query.campaign_id, status: query.status }),
    reply: page,
    example: { params: { limit: 20, status: 'completed' }, answer: endedCall },
  }),
  route({
    method: 'POST',
    path: '/calls',
    scope: 'calls:write',
    status: 202,
    idempotent: true,
    tool: 'place_call',
    command: 'calls place',
    hints: { destructive: true, openWorld: true },
    summary: 'Places one call now',
    about:
      '`to_number` and `agent_id` are needed; the agent is published and the number not on the do-not-call list. A 202 means that the provider has the call, or may have it: ' +
      'follow it by its id, or have `call.completed` sent to you. It is never dialled twice, whatever happens meanwhile; a 502 means that nobody was called and nothing was charged.',
    fails: [400, 402, 403, 404, 502],
    body: snake(CallInput),
    document: CallPlaceDocument,
    variables: ({ body }) => ({ input: camelKeys(body) }),
    reply: call,
    example: { body: newCall, answer: placedCall },
  }),
  route({
    method: 'GET',
    path: '/calls/{call_id}',
    scope: 'calls:read',
    status: 200,
    tool: 'get_call',
    command: 'calls get',
    summary: 'A call with transcript, analysis and recording',
    about:
      'A call goes `queued`, `dialing`, `ringing`, `in_progress`, `completed`; or ends `no_answer`, `busy`, `voicemail`, `failed` or `canceled`. It never goes back. `recording_url` is absent where there is no recording.',
    params: idParam('call_id', 'Call'),
    document: CallGetDocument,
    variables: ({ params }) => ({ id: params.call_id }),
    reply: call,
    example: { params: { call_id: 42 }, answer: endedCall },
  }),
]
