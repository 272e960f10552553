import { z } from 'zod'
import { ConsentListDocument, ConsentRecordDocument, ConsentRevokeDocument } from '../../generated/rest.ts'
import { ConsentInput } from '../../inputs/consents.ts'
import { LONG_PAGE } from '../../kernel/db/rows.ts'
import { consent, newConsent, revokedConsent } from '../examples/consents.ts'
import { toCamelKeys, toSnakeKeys } from '../names.ts'
import { idParam, pageArgs, paging, phoneQuery } from '../params.ts'
import { only, page } from '../reply.ts'
import { route } from '../route.ts'

const notTool = 'a consent is evidence, which people record and revoke'

export const consentRoutes = [
  route({
    method: 'GET',
    path: '/consents',
    extension: true,
    scope: 'compliance:read',
    status: 200,
    tool: 'list_consents',
    notTool,
    command: 'consents list',
    summary: 'List the consents of a number',
    about: 'All consents of a phone number, newest first, including expired and revoked ones.',
    fails: [400],
    query: z.object({ phone_number: phoneQuery, ...paging(LONG_PAGE) }),
    document: ConsentListDocument,
    variables: ({ query }) => ({ phoneNumber: query.phone_number, ...pageArgs(query) }),
    reply: page,
    example: { params: { phone_number: '+14155550126', limit: 50 }, answer: consent },
  }),
  route({
    method: 'POST',
    path: '/consents',
    extension: true,
    scope: 'compliance:write',
    status: 201,
    tool: 'record_consent',
    notTool,
    command: 'consents record',
    summary: 'Record a consent',
    about: 'Records what permits calls to a phone number. A consent that states the same as an earlier one is stored once, and the earlier one is returned.',
    fails: [400, 409],
    body: toSnakeKeys(ConsentInput),
    document: ConsentRecordDocument,
    variables: ({ body: { given_at, expires_at, ...body } }) => ({
      input: { ...toCamelKeys(body), givenAt: given_at?.toISOString(), expiresAt: expires_at?.toISOString() },
    }),
    reply: only('consent'),
    example: { body: newConsent, answer: consent },
  }),
  route({
    method: 'POST',
    path: '/consents/{consent_id}/revoke',
    extension: true,
    scope: 'compliance:write',
    status: 200,
    tool: 'revoke_consent',
    notTool,
    command: 'consents revoke',
    summary: 'Revoke a consent',
    about: 'The consent stays in the list as revoked. A consent that was revoked before keeps its time. It applies to the next call.',
    params: idParam('consent_id', 'Consent'),
    document: ConsentRevokeDocument,
    variables: ({ params }) => ({ id: params.consent_id }),
    reply: only('consent'),
    example: { params: { consent_id: 9 }, answer: revokedConsent },
  }),
]
