import { SmsSendDocument } from '../generated/rest.ts'
import { SmsInput } from '../inputs/messages.ts'
import { newSms, sentSms } from './examples/messages.ts'
import { camelKeys, snake } from './names.ts'
import { only } from './reply.ts'
import { route } from './route.ts'

export const messageRoutes = [
  route({
    method: 'POST',
    path: '/sms',
    scope: 'sms:write',
    status: 202,
    idempotent: true,
    tool: 'send_sms',
    summary: 'Sends one text now',
    about:
      '`to_number` and `body` are needed; the number it goes out from is ready for texts, and the other is not on the do-not-call list. A 202 means that the carrier has it (`queued`, `sent`), ' +
      'or may have it (`unknown`): it is never sent twice, whatever happens meanwhile. A 502 means that nothing was sent and nothing was charged. ' +
      'What became of it is told in GraphQL: `message(id)`.',
    fails: [400, 402, 403, 404, 422, 502],
    body: snake(SmsInput),
    document: SmsSendDocument,
    variables: ({ body }) => ({ input: camelKeys(body) }),
    reply: only('sms'),
    example: { body: newSms, answer: sentSms },
  }),
]
