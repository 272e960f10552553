import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { CREDENTIALS } from '../../inputs/carriers.ts'
import { countryOf } from '../../kernel/lib/phones.ts'
import { type Carrier, CarrierError, type OwnedNumber, type SmsMissing } from '../carrier.ts'
import { trunkOf, requireKnownAccount } from '../credentials.ts'
import { parseReply } from '../http.ts'
import { isTollFree, registrationOf, withoutPlus, withPlus } from '../phoneNumbers.ts'
import { routeToApplication, unrouteFromApplication } from './applications.ts'
import { parsePlivoWebhook } from './webhooks.ts'
import { requestPlivo, parseSendError } from './requests.ts'

const PAGE_SIZE = 20

const AccountBody = z.object({ auth_id: z.string(), enabled: z.boolean().nullish() })

const NumberBody = z.object({
  number: z.string(),
  sms_enabled: z.boolean().nullish(),
  voice_enabled: z.boolean().nullish(),
  tendlc_registration_status: z.string().nullish(),
  toll_free_sms_verification: z.string().nullish(),
})
const NumbersBody = z.object({ meta: z.object({ next: z.string().nullish() }), objects: z.array(NumberBody) })

const SentBody = z.object({ message_uuid: z.array(z.string().min(1)).optional(), invalid_number: z.array(z.unknown()).optional() })

/** Plivo's REST API and message callbacks. */
export const plivo: Carrier<'plivo'> = {
  name: 'plivo',
  credentials: CREDENTIALS.plivo,

  /** Plivo answers STOP and HELP for US and Canadian numbers. */
  handlesKeywords: (e164) => isTollFree(e164) || ['US', 'CA'].includes(countryOf(e164) ?? ''),

  async verify(credentials) {
    const { body } = await requireKnownAccount(requestPlivo(credentials, '', { method: 'GET', effect: 'safe' }))
    const { auth_id: accountId, enabled } = parseReply(AccountBody, body)
    if (accountId !== credentials.auth_id) throw new CarrierError('bad_credentials', 'The credentials belong to another account')
    if (enabled === false) throw new CarrierError('suspended', 'The subaccount is disabled')
    return { accountId, smsMissing: [] }
  },

  async findNumber(credentials, e164) {
    const reply = await nullIfNotFound(requestPlivo(credentials, `Number/${withoutPlus(e164)}/`, { method: 'GET', effect: 'safe' }))
    if (!reply) return null
    const number = toOwnedNumber(parseReply(NumberBody, reply.body))
    return number.e164 === e164 ? number : null
  },

  async listNumbers(credentials, cursor) {
    const offset = Number(cursor ?? 0)
    const query = { limit: String(PAGE_SIZE), offset: String(offset) }
    const { body } = await requestPlivo(credentials, 'Number/', { method: 'GET', query, effect: 'safe' })
    const { meta, objects } = parseReply(NumbersBody, body)
    return { numbers: objects.map(toOwnedNumber), next: meta.next ? String(offset + PAGE_SIZE) : null }
  },

  routeInbound: (credentials, { e164 }, url) => routeToApplication(credentials, { e164, url }),

  unrouteInbound: (credentials, { e164 }, url) => unrouteFromApplication(credentials, { e164, url }),

  async sendSms(credentials, { from, to, body: text, statusUrl, timeoutMs }) {
    const json = { src: from, dst: to, text, url: statusUrl, method: 'POST' }
    const { body } = await requestPlivo(credentials, 'Message/', { method: 'POST', json, effect: 'send', timeoutMs }, parseSendError)
    const { message_uuid: ids = [], invalid_number: invalidNumbers = [] } = parseReply(SentBody, body, 'send')
    if (ids[0] !== undefined) return { carrierMessageId: ids[0], status: 'queued' }
    if (invalidNumbers.length > 0) throw new CarrierError('invalid_number', 'The recipient cannot receive SMS')
    throw new CarrierError('unknown_outcome', 'The carrier accepted the message but returned no ID')
  },

  parseWebhook: (credentials, request) => parsePlivoWebhook(credentials, request),

  trunk: async (credentials) => trunkOf(credentials),
}

function toOwnedNumber(body: z.output<typeof NumberBody>): OwnedNumber {
  const e164 = withPlus(body.number)
  const sms = body.sms_enabled === true
  const smsMissing: SmsMissing[] = []
  if (!sms) smsMissing.push('sms_capable_number')
  else if (!isRegistered(e164, body)) smsMissing.push('a2p_registration')
  return { e164, carrierNumberId: body.number, voice: body.voice_enabled === true, sms, smsMissing }
}

function isRegistered(e164: string, { tendlc_registration_status: campaign, toll_free_sms_verification: verification }: z.output<typeof NumberBody>): boolean {
  const registration = registrationOf(e164)
  if (registration === 'toll_free') return /^(verified|completed)$/i.test(verification ?? '')
  return registration === null || /^(completed|registered)$/i.test(campaign ?? '')
}
