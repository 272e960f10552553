import { expect, test } from 'vitest'
import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import { getCarrier } from '../../src/carriers/registry.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { areDocumentsMissing } from '../kit/runner/vendorFolder.ts'
import { findProblems, schemaProblems, type LoggedRequest } from './documents.ts'
import { handwrittenSchemaProblems, type SchemaName } from './handwrittenSchemas.ts'
import { startWebhookReceiver } from './webhookReceiver.ts'
import { startCarriers } from './kit.ts'

const NUMBER_ENDINGS = ['0200', '0201', '0202', '0203', '0208', '0209']

/** Uses every operation of a client once. Returns the requests with their replies, and the webhooks. */
async function exerciseClient(name: CarrierName) {
  const carriers = await startCarriers()
  const { id, credentials: accountCredentials, numbers } = await carriers.account(name)
  const credentials = accountCredentials as unknown as Credentials
  const { url, received } = await startWebhookReceiver(name)
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  const { verify, findNumber, listNumbers, routeInbound, unrouteInbound, sendSms, findSms, trunk } = getCarrier(name)
  await verify(credentials)
  await findNumber(credentials, number.e164)
  await findNumber(credentials, '+14155559999')
  await listNumbers(credentials, null)
  await trunk(credentials, number)
  if (!(await routeInbound(credentials, number, url))) await carriers.setSinchCallback(id, url)
  for (const ending of NUMBER_ENDINGS) {
    const sms = { from: number.e164, to: `+1415555${ending}`, body: 'hi', ref: `ref-${ending}`, statusUrl: `${url}/ref`, timeoutMs: 2_000 }
    const accepted = await sendSms(credentials, sms).catch(() => null)
    if (accepted) await carriers.waitForFinished(name, accepted.carrierMessageId)
    await findSms?.(credentials, { ...sms, since: new Date(0) }, async () => false)
  }
  const receivedCount = received.length
  await carriers.sendInboundMessage({ from: '+14155550142', to: number.e164, body: 'hello' })
  await carriers.sendInboundMessage({ from: '+14155550142', to: number.e164, body: 'look', media: ['https://files.example.com/1.jpg'] })
  await waitFor('both messages', () => received[receivedCount + 1])
  await unrouteInbound(credentials, number, url, [])
  const { credentials: suspendedCredentials } = await carriers.openAccount(name, { state: 'suspended' })
  await verify(suspendedCredentials as unknown as Credentials).catch(() => {})
  return { requests: (await carriers.requests()) as LoggedRequest[], received }
}

type DocumentedOperation = [method: string, path: RegExp, request: SchemaName | null, replies: Partial<Record<number, SchemaName>>]

const PLIVO_OPERATIONS: DocumentedOperation[] = [
  ['GET', /\/Account\/\w+\/$/, null, { 200: 'plivoAccount', 403: 'plivoError' }],
  ['GET', /\/Number\/\d+\/$/, null, { 200: 'plivoNumber', 404: 'plivoError' }],
  ['GET', /\/Number\/\?/, null, { 200: 'plivoNumbers' }],
  ['POST', /\/Number\/\d+\/$/, 'plivoNumberChange', { 202: 'plivoChanged' }],
  ['GET', /\/Application\/\d+\/$/, null, { 200: 'plivoApplication' }],
  ['GET', /\/Application\/\?/, null, { 200: 'plivoApplications' }],
  ['POST', /\/Application\/$/, 'plivoNewApplication', { 201: 'plivoCreatedApplication' }],
  ['POST', /\/Message\/$/, 'plivoMessage', { 202: 'plivoAccepted', 400: 'plivoError', 403: 'plivoError' }],
]
const SINCH_OPERATIONS: DocumentedOperation[] = [
  ['POST', /auth\.sinch\.com\/oauth2\/token$/, null, { 200: 'sinchToken' }],
  ['GET', /\/activeNumbers\?/, null, { 200: 'sinchNumbers', 403: 'sinchProjectError' }],
  ['GET', /\/activeNumbers\/\+\d+$/, null, { 200: 'sinchNumber', 404: 'sinchProjectError' }],
  ['GET', /\/trunks\/\w+$/, null, { 200: 'sinchTrunk' }],
  ['POST', /\/batches$/, 'sinchBatch', { 201: 'sinchAccepted', 400: 'sinchError' }],
  ['GET', /\/batches\?/, null, { 200: 'sinchBatches' }],
]

function listProblems(requests: LoggedRequest[], documented: DocumentedOperation[]): string[] {
  const isEmptyReply = ({ method, status }: LoggedRequest) => method === 'DELETE' && status === 204
  return requests
    .filter((request) => !isEmptyReply(request))
    .flatMap(({ method, path, body, status, response }) => {
      const operation = documented.find(([operationMethod, pattern]) => operationMethod === method && pattern.test(path))
      const reply = operation?.[3][status!]
      if (!operation || !reply) return [`${method} ${path} ${status} is not described`]
      return [...(operation[2] ? handwrittenSchemaProblems(operation[2], body) : []), ...handwrittenSchemaProblems(reply, response)]
    })
}

test('requests to Plivo, and its simulator’s replies and webhooks, match the types of Plivo’s libraries', async () => {
  const { requests, received } = await exerciseClient('plivo')
  expect(listProblems(requests, PLIVO_OPERATIONS)).toEqual([])
  for (const [, pattern] of PLIVO_OPERATIONS) expect(requests.some(({ path }) => pattern.test(path))).toBe(true)
  const forms = received.map(({ raw }) => Object.fromEntries(new URLSearchParams(raw.toString())))
  expect(forms.flatMap((form) => handwrittenSchemaProblems('Status' in form ? 'plivoReceipt' : 'plivoInbound', form))).toEqual([])
})

test('requests to Sinch, and its simulator’s replies and webhooks, match the types of Sinch’s libraries', async () => {
  const { requests, received } = await exerciseClient('sinch')
  expect(listProblems(requests, SINCH_OPERATIONS)).toEqual([])
  for (const [, pattern] of SINCH_OPERATIONS) expect(requests.some(({ path }) => pattern.test(path))).toBe(true)
  const schemas: Record<string, SchemaName> = { mo_text: 'sinchText', mo_media: 'sinchMedia', recipient_delivery_report_sms: 'sinchReport' }
  expect(received.flatMap(({ body }) => handwrittenSchemaProblems(schemas[body.type]!, body))).toEqual([])
})

test.skipIf(areDocumentsMissing)('requests to Bandwidth, and its simulator’s replies and webhooks, match its documents', async () => {
  const { requests, received } = await exerciseClient('bandwidth')
  const { problems, operations } = findProblems(['bandwidth-messaging', 'bandwidth-numbers'], requests, { 'dashboard.bandwidth.com': 'api.bandwidth.com' })
  // The document for numbers is from 2023. Bandwidth's own command-line tool uses these parameters.
  expect(new Set(problems)).toEqual(new Set(['GET /tns: unknown query status', 'GET /tns: unknown query size']))
  expect(operations).toEqual([
    'GET /accounts/{accountId}/applications/{applicationId}',
    'GET /accounts/{accountId}/applications/{applicationId}/associatedsippeers',
    'GET /accounts/{accountId}/inserviceNumbers/{tn}',
    'GET /tns',
    'GET /tns/{tn}/tndetails',
    'GET /users/{accountId}/messages',
    'POST /users/{accountId}/messages',
  ])
  const callbacks = received.flatMap(({ body }) => body as { type: string }[])
  expect(new Set(callbacks.map(({ type }) => type))).toEqual(new Set(['message-sending', 'message-delivered', 'message-failed', 'message-received']))
  const schemaOf = (type: string) => (type === 'message-received' ? 'inboundCallback' : 'statusCallback')
  expect(callbacks.flatMap((callback) => schemaProblems('bandwidth-messaging', schemaOf(callback.type), callback))).toEqual([])
})

test('the simulator rejects an inbound message without a Sinch callback URL and says how to set one', async () => {
  const carriers = await startCarriers()
  const { id, numbers } = await carriers.account('sinch')
  const sms = { from: '+14155550142', to: numbers[0]!.phone_number, body: 'hello' }
  await expect(carriers.sendInboundMessage(sms)).rejects.toThrow(`PUT /simulator/carriers/sinch/accounts/${id}/callback`)
  await carriers.setSinchCallback(id, 'https://callwright.example/inbound/sinch/t')
  await expect(carriers.sendInboundMessage(sms)).resolves.toMatchObject({ direction: 'inbound' })
  await carriers.setSinchCallback(id, null)
  await expect(carriers.sendInboundMessage(sms)).rejects.toThrow('409')
  await expect(carriers.setSinchCallback(id, 'nowhere')).rejects.toThrow('400')
})
