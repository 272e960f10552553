import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { CREDENTIALS } from '../../inputs/carriers.ts'
import { type Carrier, CarrierError, type OwnedNumber, type SmsMissing } from '../carrier.ts'
import { trunkOf, orNullIfForbidden, requireKnownAccount, sipLogin } from '../credentials.ts'
import { parseReply } from '../http.ts'
import { requestToken } from '../oauth.ts'
import { isTollFree, registrationOf } from '../phoneNumbers.ts'
import { parseSinchWebhook } from './webhooks.ts'
import { requestSmsApi, requestProjectApi, clientOf, type SinchCredentials } from './requests.ts'

const GET = { method: 'GET', effect: 'safe' } as const
const PAGE_SIZE = '100'
/** Lets the two clocks differ. Without a start date Sinch lists only the batches of the last day. */
const START_DATE_MARGIN_MS = 60_000

const NumberBody = z.object({
  phoneNumber: z.string(),
  projectId: z.string().nullish(),
  capability: z.array(z.string()).nullish(),
  smsConfiguration: z
    .object({
      servicePlanId: z.string().nullish(),
      campaignId: z.string().nullish(),
      scheduledProvisioning: z.object({ status: z.string().nullish() }).nullish(),
    })
    .nullish(),
  voiceConfiguration: z.object({ trunkId: z.string().nullish() }).nullish(),
})
type NumberBody = z.output<typeof NumberBody>
const NumbersBody = z.object({ activeNumbers: z.array(NumberBody).nullish(), nextPageToken: z.string().nullish() })
const Batch = z.object({ id: z.string().min(1) })
const Batches = z.object({ batches: z.array(Batch.extend({ client_reference: z.string().nullish() })).nullish() })
const TrunkBody = z.object({ domain: z.string().nullish() })

/** Sinch's SMS API, which uses a service plan, and its APIs for numbers and SIP trunks, which use a project. */
export const sinch: Carrier<'sinch'> = {
  name: 'sinch',
  credentials: CREDENTIALS.sinch,

  /** Only the toll-free network handles keywords. */
  handlesKeywords: isTollFree,

  async verify(credentials) {
    await requestToken(clientOf(credentials))
    await requireKnownAccount(requestProjectApi(credentials, 'numbers.api.sinch.com', 'activeNumbers', { ...GET, query: { pageSize: '1' } }))
    return { accountId: credentials.project_id, smsMissing: await listAccountMissing(credentials) }
  },

  async findNumber(credentials, e164) {
    const number = await readNumber(credentials, e164)
    return number?.phoneNumber === e164 && (number.projectId ?? credentials.project_id) === credentials.project_id ? toOwnedNumber(credentials, number) : null
  },

  async listNumbers(credentials, cursor) {
    const query = { pageSize: PAGE_SIZE, pageToken: cursor ?? undefined }
    const { body } = await requestProjectApi(credentials, 'numbers.api.sinch.com', 'activeNumbers', { ...GET, query })
    const { activeNumbers, nextPageToken } = parseReply(NumbersBody, body)
    return { numbers: (activeNumbers ?? []).map((number) => toOwnedNumber(credentials, number)), next: nextPageToken || null }
  },

  /** No API sets a service plan's callback URL. The customer sets it in Sinch's dashboard or asks Sinch to. */
  routeInbound: async () => false,
  unrouteInbound: async () => {},

  async sendSms(credentials, { from, to, body: text, ref, statusUrl, timeoutMs }) {
    const json = { to: [to], from, body: text, client_reference: ref, delivery_report: 'per_recipient', callback_url: statusUrl }
    const { body } = await requestSmsApi(credentials, { method: 'POST', json, effect: 'send', timeoutMs })
    return { carrierMessageId: parseReply(Batch, body, 'send').id, status: 'queued' }
  },

  async findSms(credentials, { ref, since }) {
    const query = { client_reference: ref, start_date: new Date(since.getTime() - START_DATE_MARGIN_MS).toISOString(), page_size: '1' }
    const { body } = await requestSmsApi(credentials, { ...GET, query })
    const batch = parseReply(Batches, body).batches?.find((candidate) => candidate.client_reference === ref)
    return batch ? { carrierMessageId: batch.id, status: 'queued' } : null
  },

  parseWebhook: (credentials, request) => parseSinchWebhook(credentials, request),

  async trunk(credentials, { e164 }) {
    const configured = trunkOf(credentials)
    const trunkId = configured ? null : (await readNumber(credentials, e164))?.voiceConfiguration?.trunkId
    if (!trunkId) return configured
    const reply = await nullIfNotFound(requestProjectApi(credentials, 'elastic-trunking.api.sinch.com', `trunks/${encodeURIComponent(trunkId)}`, GET))
    const domain = reply && parseReply(TrunkBody, reply.body).domain
    return domain ? { terminationUri: domain, ...sipLogin(credentials) } : null
  },
}

async function readNumber(credentials: SinchCredentials, e164: string): Promise<NumberBody | null> {
  const reply = await nullIfNotFound(requestProjectApi(credentials, 'numbers.api.sinch.com', `activeNumbers/${e164}`, GET))
  return reply && parseReply(NumberBody, reply.body)
}

async function listAccountMissing(credentials: SinchCredentials): Promise<SmsMissing[]> {
  const { service_plan_id: plan, api_token: token } = credentials
  const missing: SmsMissing[] = []
  if (plan === undefined) missing.push('service_plan_id')
  if (token === undefined) missing.push('api_token')
  if (missing.length > 0) return missing
  const probe = requireKnownAccount(requestSmsApi(credentials, { ...GET, query: { page_size: '1' } }))
  return (await orNullIfForbidden(probe.catch(rethrowNamingPlan))) ? [] : ['messaging_permission']
}

function rethrowNamingPlan(error: unknown): never {
  if (error instanceof CarrierError && error.kind === 'bad_credentials')
    throw new CarrierError('bad_credentials', 'The service plan rejects the API token in this region', error.info)
  throw error
}

function toOwnedNumber(credentials: SinchCredentials, number: NumberBody): OwnedNumber {
  const { phoneNumber: e164, capability, smsConfiguration: configuration } = number
  const sms = capability?.includes('SMS') ?? false
  const smsMissing: SmsMissing[] = []
  const isAssigned = configuration?.servicePlanId === credentials.service_plan_id && configuration?.scheduledProvisioning?.status !== 'FAILED'
  if (!sms) smsMissing.push('sms_capable_number')
  else if (credentials.service_plan_id !== undefined && !isAssigned) smsMissing.push('service_plan_id')
  else if (registrationOf(e164) === 'campaign' && !configuration?.campaignId) smsMissing.push('a2p_registration')
  return { e164, carrierNumberId: e164, voice: capability?.includes('VOICE') ?? false, sms, smsMissing }
}
