import { z } from 'zod'
import { NumberGetDocument, NumberLinkDocument, NumberListDocument, NumberReleaseDocument, NumberSetInboundDocument } from '../../generated/rest.ts'
import { InboundInput, LinkInput } from '../../inputs/numbers.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { inboundChanges, inboundNumber, linkedNumber, newNumber, phoneNumber } from '../examples/numbers.ts'
import { camelKeys, snake } from '../names.ts'
import { idParam, pageArgs, paging } from '../params.ts'
import { none, only, page } from '../reply.ts'
import { route } from '../route.ts'

const numberId = idParam('number_id', 'Phone number')

export const numberRoutes = [
  route({
    method: 'GET',
    path: '/phone-numbers',
    scope: 'numbers:read',
    status: 200,
    tool: 'list_phone_numbers',
    command: 'numbers list',
    summary: "The workspace's active numbers, newest first",
    query: z.object(paging(SHORT_PAGE)),
    document: NumberListDocument,
    variables: ({ query }) => pageArgs(query),
    reply: page,
    example: { params: { limit: 20 }, answer: phoneNumber },
  }),
  route({
    method: 'POST',
    path: '/phone-numbers/link',
    scope: 'numbers:write',
    status: 201,
    idempotent: true,
    tool: 'link_phone_number',
    command: 'numbers link',
    hints: { openWorld: true },
    summary: 'Links a number of your own, from a connected carrier or on a SIP trunk',
    about:
      'The carrier is asked whether the connected account (of `external_owner_id`, where it is given) owns the number: not owned, an unknown carrier and an account that is not connected are a 400. `sip` says by which trunk the voice provider reaches the number; the carrier `sip` needs it, the others where neither the account nor the carrier tells. The voice provider gets to know the number at once, and texts to it come to us: `sms_ready` tells whether texts can be sent, `sms_missing` what is missing. A number can be linked once, over all workspaces: 409, as for one that the voice provider has already by other hands. One that another workspace linked on a SIP trunk, which proves nothing, goes to the account that owns it. When carrier or voice provider fail it is a 502 and nothing is linked.',
    fails: [400, 409, 422, 502],
    body: snake(LinkInput),
    document: NumberLinkDocument,
    variables: ({ body }) => ({ input: camelKeys(body) }),
    reply: only('number'),
    example: { body: newNumber, answer: linkedNumber },
  }),
  route({
    method: 'GET',
    path: '/phone-numbers/{number_id}',
    scope: 'numbers:read',
    status: 200,
    tool: 'get_phone_number',
    command: 'numbers get',
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
    command: 'numbers inbound',
    hints: { openWorld: true },
    summary: 'Says who answers calls to a number; `secret` is answered only when one was made',
    about:
      '`enabled`, `agent_id`, `assistant_request_url` and `rotate_secret` may be sent each on its own; null clears. With an address, your server is asked at each call who answers, and the agent stands in when it does not say. The first address brings a secret along that signs these requests; `rotate_secret` makes a new one, and the old one is void at once. Enabled with neither an agent nor an address is a 400; an agent that is not published, a 422. When the voice provider cannot be told, it is a 502 and nothing has changed.',
    fails: [400, 409, 422, 502],
    params: numberId,
    body: snake(InboundInput),
    document: NumberSetInboundDocument,
    variables: ({ params, body }) => ({ id: params.number_id, input: camelKeys(body) }),
    reply: only('number', { absentWhenNull: ['secret'] }),
    example: { params: { number_id: 5 }, body: inboundChanges, answer: inboundNumber },
  }),
  route({
    method: 'DELETE',
    path: '/phone-numbers/{number_id}',
    scope: 'numbers:write',
    status: 204,
    tool: 'release_phone_number',
    command: 'numbers release',
    hints: { openWorld: true },
    summary: 'Releases a number; it stays readable with `is_active: false`',
    about:
      'Nobody calls from it any more, and calls and texts to it are not answered. Voice provider and carrier hear of it at once, or as soon as they can be reached. It can be linked again.',
    params: numberId,
    document: NumberReleaseDocument,
    variables: ({ params }) => ({ id: params.number_id }),
    reply: none,
    example: { params: { number_id: 5 } },
  }),
]
