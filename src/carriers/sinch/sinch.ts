import { z } from 'zod'
import { CREDENTIALS } from '../../inputs/carriers.ts'
import { type Carrier, CarrierError, type OwnedNumber, type SmsMissing } from '../carrier.ts'
import { givenTrunk, ifAllowed, ofAccount, sipLogin } from '../credentials.ts'
import { ifFound, understood } from '../http.ts'
import { newToken } from '../oauth.ts'
import { isTollFree, registrationOf } from '../phoneNumbers.ts'
import { hearSinch } from './hooks.ts'
import { askBatches, askProject, clientOf, type SinchCredentials } from './requests.ts'

const GET = { method: 'GET', effect: 'safe' } as const
const PAGE = '100'
/** Sinch forgets nothing, but lists what is younger than a day unless it is told since when. */
const MARGIN_MS = 60_000

const NumberSeen = z.object({
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
type NumberSeen = z.output<typeof NumberSeen>
const NumbersSeen = z.object({ activeNumbers: z.array(NumberSeen).nullish(), nextPageToken: z.string().nullish() })
const Batch = z.object({ id: z.string().min(1) })
const Batches = z.object({ batches: z.array(Batch.extend({ client_reference: z.string().nullish() })).nullish() })
const TrunkSeen = z.object({ domain: z.string().nullish() })

/** Sinch's SMS API, which belongs to a service plan, and its APIs of numbers and SIP trunks, which belong to a project. */
export const sinch: Carrier<'sinch'> = {
  name: 'sinch',
  credentials: CREDENTIALS.sinch,

  /** Only the network of freephone numbers does. */
  repliesItself: isTollFree,

  async verify(credentials) {
    await newToken(clientOf(credentials))
    await ofAccount(askProject(credentials, 'numbers.api.sinch.com', 'activeNumbers', { ...GET, query: { pageSize: '1' } }))
    return { accountId: credentials.project_id, smsMissing: await accountMissing(credentials) }
  },

  async findNumber(credentials, e164) {
    const seen = await read(credentials, e164)
    return seen?.phoneNumber === e164 && (seen.projectId ?? credentials.project_id) === credentials.project_id ? owned(credentials, seen) : null
  },

  async listNumbers(credentials, cursor) {
    const query = { pageSize: PAGE, pageToken: cursor ?? undefined }
    const { body } = await askProject(credentials, 'numbers.api.sinch.com', 'activeNumbers', { ...GET, query })
    const { activeNumbers, nextPageToken } = understood(NumbersSeen, body)
    return { numbers: (activeNumbers ?? []).map((seen) => owned(credentials, seen)), next: nextPageToken || null }
  },

  /** The address of a service plan is set on its page, or by Sinch itself: there is no API for it. */
  routeInbound: async () => false,
  unrouteInbound: async () => {},

  async sendSms(credentials, { from, to, body: text, ref, statusUrl, timeoutMs }) {
    const json = { to: [to], from, body: text, client_reference: ref, delivery_report: 'per_recipient', callback_url: statusUrl }
    const { body } = await askBatches(credentials, { method: 'POST', json, effect: 'send', timeoutMs })
    return { carrierMessageId: understood(Batch, body, 'send').id, status: 'queued' }
  },

  async findSms(credentials, { ref, since }) {
    const query = { client_reference: ref, start_date: new Date(since.getTime() - MARGIN_MS).toISOString(), page_size: '1' }
    const { body } = await askBatches(credentials, { ...GET, query })
    const batch = understood(Batches, body).batches?.find((one) => one.client_reference === ref)
    return batch ? { carrierMessageId: batch.id, status: 'queued' } : null
  },

  hear: (credentials, request) => hearSinch(credentials, request),

  async trunk(credentials, { e164 }) {
    const given = givenTrunk(credentials)
    const trunkId = given ? null : (await read(credentials, e164))?.voiceConfiguration?.trunkId
    if (!trunkId) return given
    const reply = await ifFound(askProject(credentials, 'elastic-trunking.api.sinch.com', `trunks/${encodeURIComponent(trunkId)}`, GET))
    const domain = reply && understood(TrunkSeen, reply.body).domain
    return domain ? { terminationUri: domain, ...sipLogin(credentials) } : null
  },
}

async function read(credentials: SinchCredentials, e164: string): Promise<NumberSeen | null> {
  const reply = await ifFound(askProject(credentials, 'numbers.api.sinch.com', `activeNumbers/${e164}`, GET))
  return reply && understood(NumberSeen, reply.body)
}

async function accountMissing(credentials: SinchCredentials): Promise<SmsMissing[]> {
  const { service_plan_id: plan, api_token: token } = credentials
  const words: SmsMissing[] = []
  if (plan === undefined) words.push('service_plan_id')
  if (token === undefined) words.push('api_token')
  if (words.length > 0) return words
  const asked = ofAccount(askBatches(credentials, { ...GET, query: { page_size: '1' } }))
  return (await ifAllowed(asked.catch(namingThePlan))) ? [] : ['messaging_permission']
}

function namingThePlan(error: unknown): never {
  if (error instanceof CarrierError && error.kind === 'bad_credentials')
    throw new CarrierError('bad_credentials', 'The service plan rejects the API token in this region', error.info)
  throw error
}

function owned(credentials: SinchCredentials, seen: NumberSeen): OwnedNumber {
  const { phoneNumber: e164, capability, smsConfiguration: configuration } = seen
  const sms = capability?.includes('SMS') ?? false
  const smsMissing: SmsMissing[] = []
  const isAssigned = configuration?.servicePlanId === credentials.service_plan_id && configuration?.scheduledProvisioning?.status !== 'FAILED'
  if (!sms) smsMissing.push('sms_capable_number')
  else if (credentials.service_plan_id !== undefined && !isAssigned) smsMissing.push('service_plan_id')
  else if (registrationOf(e164) === 'campaign' && !configuration?.campaignId) smsMissing.push('a2p_registration')
  return { e164, carrierNumberId: e164, voice: capability?.includes('VOICE') ?? false, sms, smsMissing }
}
