import { z } from 'zod'
import { DncAddDocument, DncCheckDocument, DncListDocument, DncRegisterListDocument, DncRemoveDocument } from '../../generated/rest.ts'
import { DncInput } from '../../inputs/dnc.ts'
import { dncCheck, dncEntry, dncRegister, newDncEntry } from '../examples/dnc.ts'
import { toCamelKeys, toSnakeKeys } from '../names.ts'
import { LONG_PAGE } from '../../kernel/db/rows.ts'
import { pageArgs, paging, phoneQuery } from '../params.ts'
import { none, only, page, wholeList } from '../reply.ts'
import { route } from '../route.ts'

export const dncRoutes = [
  route({
    method: 'GET',
    path: '/dnc',
    scope: 'compliance:read',
    status: 200,
    tool: 'list_dnc_entries',
    command: 'dnc list',
    summary: 'List blocked numbers',
    about: 'The do-not-call list, newest first.',
    query: z.object(paging(LONG_PAGE)),
    document: DncListDocument,
    variables: ({ query }) => pageArgs(query),
    reply: page,
    example: { params: { limit: 50 }, answer: dncEntry },
  }),
  route({
    method: 'POST',
    path: '/dnc',
    scope: 'compliance:write',
    status: 201,
    tool: 'add_dnc_entry',
    command: 'dnc add',
    summary: 'Add a number to the do-not-call list',
    about: 'A call to a blocked number returns 403. A number that is already on the list keeps its entry.',
    fails: [400],
    body: toSnakeKeys(DncInput),
    document: DncAddDocument,
    variables: ({ body }) => ({ input: toCamelKeys(body) }),
    reply: only('entry'),
    example: { body: newDncEntry, answer: dncEntry },
  }),
  route({
    method: 'GET',
    path: '/dnc/check',
    scope: 'compliance:read',
    status: 200,
    tool: 'check_dnc',
    command: 'dnc check',
    summary: 'Check whether a number is on the do-not-call list',
    fails: [400],
    query: z.object({ phone_number: phoneQuery }),
    document: DncCheckDocument,
    variables: ({ query }) => ({ phoneNumber: query.phone_number }),
    reply: only('check'),
    example: { params: { phone_number: '+14155550123' }, answer: dncCheck },
  }),
  route({
    method: 'GET',
    path: '/dnc/registers',
    extension: true,
    scope: 'compliance:read',
    status: 200,
    tool: 'list_dnc_registers',
    notTool: 'registers are loaded and renewed by people',
    command: 'dnc registers',
    summary: 'List do-not-call registers',
    about: 'The registers and suppression lists of the workspace, then those of the server. Always complete.',
    document: DncRegisterListDocument,
    variables: () => ({}),
    reply: wholeList,
    example: { answer: dncRegister },
  }),
  route({
    method: 'DELETE',
    path: '/dnc/{phone_number}',
    scope: 'compliance:write',
    status: 204,
    tool: 'remove_dnc_entry',
    command: 'dnc remove',
    summary: 'Remove a number from the do-not-call list',
    about: 'The plus sign of the number can be omitted.',
    params: z.object({ phone_number: z.string() }),
    document: DncRemoveDocument,
    variables: ({ params }) => ({ phoneNumber: params.phone_number }),
    reply: none,
    example: { params: { phone_number: '+14155550123' } },
  }),
]
