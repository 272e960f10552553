import { z } from 'zod'
import { SmsGetDocument, SmsListDocument, SmsSendDocument } from '../../generated/rest.ts'
import { SmsInput } from '../../inputs/messages.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { deliveredSms, newSms, sentSms } from '../examples/messages.ts'
import { toCamelKeys, toSnakeKeys } from '../names.ts'
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
    summary: 'Send an SMS message',
    about:
      '`to_number` and `body` are required. The sending number must be ready for SMS, and the recipient must not be on the do-not-call list. A 202 means ' +
      'that the carrier accepted the message (`queued`, `sent`), or may have accepted it (`unknown`). Callwright never sends the message twice for one ' +
      'request. A 502 means that no message was sent and nothing was charged. Get the delivery status with `GET /sms/{message_id}`.',
    fails: [400, 402, 403, 404, 422, 502],
    body: toSnakeKeys(SmsInput),
    document: SmsSendDocument,
    variables: ({ body }) => ({ input: toCamelKeys(body) }),
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
    summary: 'List SMS messages',
    about: 'Inbound and outbound, newest first.',
    query: z.object({ ...paging(SHORT_PAGE), conversation_id: idQuery.optional().describe('Only messages of this conversation.') }),
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
    summary: 'Get an SMS message',
    about:
      'An outbound message goes through `queued` and `sent`, and ends as `delivered`, `undelivered` or `failed`. It is `unknown` until the carrier confirms ' +
      'whether it accepted the message. `error_reason` is a code of Callwright, and `error_code` a code of the carrier. An inbound message is `received`.',
    params: idParam('message_id', 'Message'),
    document: SmsGetDocument,
    variables: ({ params }) => ({ id: params.message_id }),
    reply: only('sms'),
    example: { params: { message_id: 91 }, answer: deliveredSms },
  }),
]
