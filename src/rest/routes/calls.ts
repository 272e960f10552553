import { z } from 'zod'
import { CallGetDocument, CallListDocument, CallPlaceDocument, CallProofGetDocument } from '../../generated/rest.ts'
import { CallInput, CallStatus } from '../../inputs/calls.ts'
import { callProof } from '../examples/callProofs.ts'
import { call as endedCall, newCall, placedCall } from '../examples/calls.ts'
import { toCamelKeys, toSnakeKeys } from '../names.ts'
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
    summary: 'List calls',
    about: 'Newest first.',
    query: z.object({
      ...paging(SHORT_PAGE),
      campaign_id: idQuery.optional().describe('Only calls of this campaign.'),
      status: CallStatus.optional().describe('Only calls with this status.'),
    }),
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
    summary: 'Place a call',
    about:
      '`to_number` and `agent_id` are required. The agent must be published, and the number must not be on the do-not-call list. A 202 means that the voice ' +
      'provider accepted the call, or may have accepted it. `timing_advisory` says why the call is not permitted, by time or consent. Poll the call or receive ' +
      'the `call.completed` webhook event for the result. Callwright never dials the number twice for one request. `empty_variables` lists the variables of the ' +
      'agent that have neither a value nor a default: it speaks a gap for each. A 502 means that no call was placed and nothing was charged.',
    fails: [400, 402, 403, 404, 502],
    body: toSnakeKeys(CallInput),
    document: CallPlaceDocument,
    variables: ({ body }) => ({ input: toCamelKeys(body) }),
    reply: call,
    example: { body: newCall, answer: { ...placedCall, empty_variables: [] } },
  }),
  route({
    method: 'GET',
    path: '/calls/{call_id}',
    scope: 'calls:read',
    status: 200,
    tool: 'get_call',
    command: 'calls get',
    summary: 'Get a call',
    about:
      'Includes the transcript, the analysis and the recording. `status` goes through `queued`, `dialing`, `ringing` and `in_progress` to `completed`, ' +
      'or ends as `no_answer`, `busy`, `voicemail`, `failed` or `canceled`. It never goes back. `recording_url` is absent if there is no recording.',
    params: idParam('call_id', 'Call'),
    document: CallGetDocument,
    variables: ({ params }) => ({ id: params.call_id }),
    reply: call,
    example: { params: { call_id: 42 }, answer: endedCall },
  }),
  route({
    method: 'GET',
    path: '/calls/{call_id}/proof',
    extension: true,
    scope: 'compliance:read',
    status: 200,
    tool: 'get_call_proof',
    notTool: 'a proof is kept as a file, and its signature would pass through a model',
    command: 'calls proof',
    summary: 'Get the proof of a call',
    about:
      'What was known and decided when the call was placed, with a digest and a signature of this server. Also of a call whose data was erased, then ' +
      'without the contact.',
    params: idParam('call_id', 'Call'),
    document: CallProofGetDocument,
    variables: ({ params }) => ({ id: params.call_id }),
    reply: only('proof'),
    example: { params: { call_id: 42 }, answer: callProof },
  }),
]
