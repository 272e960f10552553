import { expect, test } from 'vitest'
import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import { getCarrier } from '../../src/carriers/registry.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { until } from '../kit/until.ts'
import { withoutDocuments } from '../kit/vendorFolder.ts'
import { against, complaintsBySchema, type Logged } from './documents.ts'
import { complaints, type SchemaName } from './handwrittenSchemas.ts'
import { hookAddress } from './webhookReceiver.ts'
import { startCarriers } from './kit.ts'

const ENDINGS = ['0200', '0201', '0202', '0203', '0208', '0209']

/** All that a client does with a carrier once, and what it was told; answers what went both ways. */
async function everything(name: CarrierName) {
  const carriers = await startCarriers()
  const { id, credentials, numbers } = await carriers.account(name)
  const given = credentials as unknown as Credentials
  const { url, received } = await hookAddress(name)
  const number = { e164: numbers[0]!.phone_number, carrierNumberId: numbers[0]!.id }
  const { verify, findNumber, listNumbers, routeInbound, unrouteInbound, sendSms, findSms, trunk } = getCarrier(name)
  await verify(given)
  await findNumber(given, number.e164)
  await findNumber(given, '+14155559999')
  await listNumbers(given, null)
  await trunk(given, number)
  if (!(await routeInbound(given, number, url))) await carriers.setSinchCallback(id, url)
  for (const ending of ENDINGS) {
    const sms = { from: number.e164, to: `+1415555${ending}`, body: 'hi', ref: `ref-${ending}`, statusUrl: `${url}/ref`, timeoutMs: 2_000 }
    const sent = await sendSms(given, sms).catch(() => null)
    if (sent) await carriers.finished(name, sent.carrierMessageId)
    await findSms?.(given, { ...sms, since: new Date(0) }, async () => false)
  }
  const told = received.length
  await carriers.somebodyTexts({ from: '+14155550142', to: number.e164, body: 'hello' })
  await carriers.somebodyTexts({ from: '+14155550142', to: number.e164, body: 'look', media: ['https://files.example.com/1.jpg'] })
  await until('both texts', () => received[told + 1])
  await unrouteInbound(given, number, url, [])
  const { credentials: suspended } = await carriers.open(name, { state: 'suspended' })
  await verify(suspended as unknown as Credentials).catch(() => {})
  return { requests: (await carriers.requests()) as Logged[], received }
}

type Expected = [method: string, path: RegExp, request: SchemaName | null, answers: Partial<Record<number, SchemaName>>]

const PLIVO: Expected[] = [
  ['GET', /\/Account\/\w+\/$/, null, { 200: 'plivoAccount', 403: 'plivoError' }],
  ['GET', /\/Number\/\d+\/$/, null, { 200: 'plivoNumber', 404: 'plivoError' }],
  ['GET', /\/Number\/\?/, null, { 200: 'plivoNumbers' }],
  ['POST', /\/Number\/\d+\/$/, 'plivoNumberChange', { 202: 'plivoChanged' }],
  ['GET', /\/Application\/\d+\/$/, null, { 200: 'plivoApplication' }],
  ['GET', /\/Application\/\?/, null, { 200: 'plivoApplications' }],
  ['POST', /\/Application\/$/, 'plivoNewApplication', { 201: 'plivoMadeApplication' }],
  ['POST', /\/Message\/$/, 'plivoMessage', { 202: 'plivoPlaced', 400: 'plivoError', 403: 'plivoError' }],
]
const SINCH: Expected[] = [
  ['POST', /auth\.sinch\.com\/oauth2\/token$/, null, { 200: 'sinchToken' }],
  ['GET', /\/activeNumbers\?/, null, { 200: 'sinchNumbers', 403: 'sinchProjectError' }],
  ['GET', /\/activeNumbers\/\+\d+$/, null, { 200: 'sinchNumber', 404: 'sinchProjectError' }],
  ['GET', /\/trunks\/\w+$/, null, { 200: 'sinchTrunk' }],
  ['POST', /\/batches$/, 'sinchBatch', { 201: 'sinchTaken', 400: 'sinchError' }],
  ['GET', /\/batches\?/, null, { 200: 'sinchBatches' }],
]

function wrongIn(requests: Logged[], expected: Expected[]): string[] {
  const isBare = ({ method, status }: Logged) => method === 'DELETE' && status === 204
  return requests
    .filter((request) => !isBare(request))
    .flatMap(({ method, path, body, status, response }) => {
      const found = expected.find(([verb, pattern]) => verb === method && pattern.test(path))
      const answer = found?.[3][status!]
      if (!found || !answer) return [`${method} ${path} ${status} is not described`]
      return [...(found[2] ? complaints(found[2], body) : []), ...complaints(answer, response)]
    })
}

test('what we say to Plivo, and what its simulator answers and tells, is as its own libraries have it', async () => {
  const { requests, received } = await everything('plivo')
  expect(wrongIn(requests, PLIVO)).toEqual([])
  for (const [, pattern] of PLIVO) expect(requests.some(({ path }) => pattern.test(path))).toBe(true)
  const forms = received.map(({ raw }) => Object.fromEntries(new URLSearchParams(raw.toString())))
  expect(forms.flatMap((form) => complaints('Status' in form ? 'plivoReceipt' : 'plivoInbound', form))).toEqual([])
})

test('what we say to Sinch, and what its simulator answers and tells, is as its own libraries have it', async () => {
  const { requests, received } = await everything('sinch')
  expect(wrongIn(requests, SINCH)).toEqual([])
  for (const [, pattern] of SINCH) expect(requests.some(({ path }) => pattern.test(path))).toBe(true)
  const schemas: Record<string, SchemaName> = { mo_text: 'sinchText', mo_media: 'sinchMedia', recipient_delivery_report_sms: 'sinchReport' }
  expect(received.flatMap(({ body }) => complaints(schemas[body.type]!, body))).toEqual([])
})

test.skipIf(withoutDocuments)('what we say to Bandwidth, and what its simulator answers and tells, is as its documents have it', async () => {
  const { requests, received } = await everything('bandwidth')
  const { wrong, met } = against(['bandwidth-messaging', 'bandwidth-numbers'], requests, { 'dashboard.bandwidth.com': 'api.bandwidth.com' })
  // The document of numbers is from 2023; Bandwidth's own command line tool asks with these.
  expect(new Set(wrong)).toEqual(new Set(['GET /tns: unknown query status', 'GET /tns: unknown query size']))
  expect(met).toEqual([
    'GET /accounts/{accountId}/applications/{applicationId}',
    'GET /accounts/{accountId}/applications/{applicationId}/associatedsippeers',
    'GET /accounts/{accountId}/inserviceNumbers/{tn}',
    'GET /tns',
    'GET /tns/{tn}/tndetails',
    'GET /users/{accountId}/messages',
    'POST /users/{accountId}/messages',
  ])
  const told = received.flatMap(({ body }) => body as { type: string }[])
  expect(new Set(told.map(({ type }) => type))).toEqual(new Set(['message-sending', 'message-delivered', 'message-failed', 'message-received']))
  const schemaOf = (type: string) => (type === 'message-received' ? 'inboundCallback' : 'statusCallback')
  expect(told.flatMap((one) => complaintsBySchema('bandwidth-messaging', schemaOf(one.type), one))).toEqual([])
})

test('a text to a number of Sinch whose address nobody has set is refused with a sentence that says how', async () => {
  const carriers = await startCarriers()
  const { id, numbers } = await carriers.account('sinch')
  const text = { from: '+14155550142', to: numbers[0]!.phone_number, body: 'hello' }
  await expect(carriers.somebodyTexts(text)).rejects.toThrow(`PUT /simulator/carriers/sinch/accounts/${id}/callback`)
  await carriers.setSinchCallback(id, 'https://callwright.example/inbound/sinch/t')
  await expect(carriers.somebodyTexts(text)).resolves.toMatchObject({ direction: 'inbound' })
  await carriers.setSinchCallback(id, null)
  await expect(carriers.somebodyTexts(text)).rejects.toThrow('409')
  await expect(carriers.setSinchCallback(id, 'nowhere')).rejects.toThrow('400')
})
