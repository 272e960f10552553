import { z } from 'zod'
import { NumberGetDocument, NumberLinkDocument, NumberListDocument, NumberReleaseDocument, NumberSetInboundDocument } from '../../generated/rest.ts'
import { InboundInput, LinkInput } from '../../inputs/numbers.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { inboundChanges, inboundNumber, linkedNumber, newNumber, phoneNumber } from '../examples/numbers.ts'
import { toCamelKeys, toSnakeKeys } from '../names.ts'
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
    summary: 'List phone numbers',
    about: 'Active numbers, newest first.',
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
    summary: 'Connect a phone number',
    about:
      'Connects a number of a connected carrier account or a SIP trunk. The carrier confirms that the account owns the number. `external_owner_id` selects ' +
      'the account of an end customer. Returns 400 if the account does not own the number or is not connected, or if the carrier is unknown. `sip` is the ' +
      'trunk through which the voice provider reaches the number. It is required for the carrier `sip`, and for others if neither the account nor the ' +
      'carrier defines it. Callwright registers the number at the voice provider and receives its SMS messages. `sms_ready` shows whether it can send SMS ' +
      'messages, and `sms_missing` what is missing. Returns 409 if the number is connected in any workspace, or if the voice provider has it from another ' +
      'source. A number that another workspace connected through a SIP trunk, without proof of ownership, moves to the account that owns it. Returns 502 if ' +
      'the carrier or the voice provider fails. Then nothing is connected.',
    fails: [400, 409, 422, 502],
    body: toSnakeKeys(LinkInput),
    document: NumberLinkDocument,
    variables: ({ body }) => ({ input: toCamelKeys(body) }),
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
    summary: 'Get a phone number',
    about: 'Includes the configuration of inbound calls. A disconnected number has `is_active: false`.',
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
    summary: 'Configure inbound calls to a phone number',
    about:
      'Omitted fields keep their value. `null` clears a field. With an `assistant_request_url`, Callwright asks your server on each call which agent ' +
      'answers. If your server selects none, the agent of `agent_id` answers. The first URL creates a signing secret for these requests. `rotate_secret` ' +
      'replaces it, and the old one stops working immediately. `secret` is returned only when it is created. Returns 400 if inbound calls are enabled ' +
      'with neither an agent nor a URL, and 422 if the agent is not published. Returns 502 if the voice provider cannot be updated. Then nothing changes.',
    fails: [400, 409, 422, 502],
    params: numberId,
    body: toSnakeKeys(InboundInput),
    document: NumberSetInboundDocument,
    variables: ({ params, body }) => ({ id: params.number_id, input: toCamelKeys(body) }),
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
    summary: 'Disconnect a phone number',
    about:
      'No calls are placed from the number, and calls and messages to it are not answered. It can still be read, with `is_active: false`, and connected ' +
      'again. Callwright removes it from the voice provider and the carrier as soon as they can be reached.',
    params: numberId,
    document: NumberReleaseDocument,
    variables: ({ params }) => ({ id: params.number_id }),
    reply: none,
    example: { params: { number_id: 5 } },
  }),
]
