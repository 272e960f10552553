import { z } from 'zod'
import { NumberGetDocument, NumberListDocument, NumberSetInboundDocument } from '../generated/rest.ts'
import { InboundInput } from '../inputs/numbers.ts'
import { SHORT_PAGE } from '../rows.ts'
import { inboundChanges, inboundNumber, phoneNumber } from './examples/numbers.ts'
import { camelKeys, snake } from './names.ts'
import { idParam, pageArgs, paging } from './params.ts'
import { only, page } from './reply.ts'
import { route } from './route.ts'

const numberId = idParam('number_id', 'Phone number')

export const numberRoutes = [
  route({
    method: 'GET',
    path: '/phone-numbers',
    scope: 'numbers:read',
    status: 200,
    tool: 'list_phone_numbers',
    summary: "The workspace's active numbers, newest first",
    query: z.object(paging(SHORT_PAGE)),
    document: NumberListDocument,
    variables: ({ query }) => pageArgs(query),
    reply: page,
    example: { params: { limit: 20 }, answer: phoneNumber },
  }),
  route({
    method: 'GET',
    path: '/phone-numbers/{number_id}',
    scope: 'numbers:read',
    status: 200,
    tool: 'get_phone_number',
    summary: 'A number, and who answers calls to it',
    about: 'A released number stays readable with `is_active: false`.',
    params: numberId,
    document: NumberGetDocument,
    variables: ({ params }) => ({ id: params.number_id }),
    reply: only('number'),
    example: { params: { number_id: 5 }, answer: phoneNumber },
  }),
  route({
    method: 'PUT',
    path: '/phone-numbers/{number_id}/inbound',
    scope: 'numbers:write',
    status: 200,
    tool: 'set_phone_number_inbound',
    summary: 'Says who answers calls to a number; `secret` is answered only when one was made',
    about:
      '`enabled`, `agent_id`, `assistant_request_url` and `rotate_secret` may be sent each on its own; null clears. With an address, your server is asked at each call who answers, and the agent stands in when it does not say. The first address brings a secret along that signs these requests; `rotate_secret` makes a new one, and the old one is void at once. Enabled with neither an agent nor an address is a 400; an agent that is not published, a 422. When the voice provider cannot be told, it is a 502 and nothing has changed.',
    fails: [400, 422, 502],
    params: numberId,
    body: snake(InboundInput),
    document: NumberSetInboundDocument,
    variables: ({ params, body }) => ({ id: params.number_id, input: camelKeys(body) }),
    reply: only('number', { absentWhenNull: ['secret'] }),
    example: { params: { number_id: 5 }, body: inboundChanges, answer: inboundNumber },
  }),
]
