import { z } from 'zod'
import { SmsGetDocument, SmsListDocument, SmsSendDocument } from '../../generated/rest.ts'
import { SmsInput } from '../../inputs/messages.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { deliveredSms, newSms, sentSms } from '../examples/messages.ts'
import { camelKeys, snake } from '../names.ts'
import { idParam, idQuery, pageArgs, paging } from '../params.ts'
import { only, page } from '../reply.ts'
import { route } from '../route.ts'

export const messageRoutes = [
  route({
    method: 'POST',
    path: '/sms',
    scope: 'sms:write',
    status: 202,
    idempotent: true,
    tool: 'send_sms',
    command: 'sms send',
    hints: { destructive: true, openWorld: true },
    summary: 'Sends one text now',
    about:
      '`to_number` and `body` are needed; the number it goes out from is ready for texts, and the other is not on the do-not-call list. A 202 means that the carrier has it (`queued`, `sent`), ' +
      'or may have it (`unknown`): it is never sent twice, whatever happens meanwhile. A 502 means that nothing was sent and nothing was charged. ' +
      'What became of it is told by `GET /sms/{message_id}`.',
    fails: [400, 402, 403, 404, 422, 502],
    body: snake(SmsInput),
    document: SmsSendDocument,
    variables: ({ body }) => ({ input: camelKeys(body) }),
    reply: only('sms'),
    example: { body: newSms, answer: sentSms },
  }),
  route({
    method: 'GET',
    path: '/sms',
    scope: 'sms:write',
    status: 200,
    extension: true,
    tool: 'list_sms',
    command: 'sms list',
    summary: 'Texts in and out, newest first',
    query: z.object({ ...paging(SHORT_PAGE), conversation_id: idQuery.optional().describe('Only those of one conversation') }),
    document: SmsListDocument,
    variables: ({ query }) => ({ ...pageArgs(query), conversationId: query.conversation_id }),
    reply: page,
    example: { params: { limit: 20, conversation_id: 12 }, answer: deliveredSms },
  }),
  route({
    method: 'GET',
    path: '/sms/{message_id}',
    scope: 'sms:write',
    status: 200,
    extension: true,
    tool: 'get_sms',
    command: 'sms get',
    summary: 'A text, and what became of it',
    about:
      'One that was sent goes `queued`, `sent`, and ends `delivered`, `undelivered` or `failed`; it is `unknown` while nobody can say whether the carrier took it. `error_reason` says why in stable words, `error_code` in the carrier’s. One that came in is `received`.',
    params: idParam('message_id', 'Message'),
    document: SmsGetDocument,
    variables: ({ params }) => ({ id: params.message_id }),
    reply: only('sms'),
    example: { params: { message_id: 91 }, answer: deliveredSms },
  }),
]
