import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { CREDENTIALS, type Credentials, secretsOf } from '../../inputs/carriers.ts'
import { type Account, type Carrier, CarrierError, type OwnedNumber, type Trunk } from '../carrier.ts'
import { type CompatAccount, parseError, requestAccountData, requireSameAccount } from '../compat/api.ts'
import { parseWebhook } from '../compat/webhooks.ts'
import { findSms, sendSms } from '../compat/messages.ts'
import { hasSmsNumber, findByE164, findById, listNumbers, toOwnedNumber, routeInbound, unrouteInbound } from '../compat/numbers.ts'
import { trunkOf, orNullIfForbidden, sipLogin } from '../credentials.ts'
import { sendRequest, basicAuth, parseReply } from '../http.ts'
import { isRegistered, findService } from './registration.ts'

type TwilioCredentials = Credentials<'twilio'>

/** Twilio. Requests use the API key if there is one. The auth token also verifies webhooks. */
export const twilio: Carrier<'twilio'> = {
  name: 'twilio',
  credentials: CREDENTIALS.twilio,
  handlesKeywords: () => true,
  verify,
  findNumber,
  listNumbers: (credentials, cursor) => listNumbers(accountOf(credentials), cursor),
  async routeInbound(credentials, { carrierNumberId }, url) {
    await routeInbound(accountOf(credentials), carrierNumberId, url)
    // A messaging service receives its numbers' SMS itself, unless it is set to use the number's URL.
    return (await findService(accountOf(credentials), credentials, carrierNumberId))?.use_inbound_webhook_on_number !== false
  },
  unrouteInbound: (credentials, { carrierNumberId }, url) => unrouteInbound(accountOf(credentials), carrierNumberId, url),
  sendSms: (credentials, sms) => sendSms(accountOf(credentials), sms, credentials.messaging_service_sid),
  findSms: (credentials, sms, isKnown) => findSms(accountOf(credentials), sms, isKnown),
  parseWebhook: (credentials, request) => parseWebhook(request, credentials.auth_token, ['x-twilio-signature']),
  trunk,
}

function accountOf(credentials: TwilioCredentials): CompatAccount {
  const { account_sid: id, auth_token, api_key_sid, api_key_secret } = credentials
  const hasApiKey = api_key_sid !== undefined && api_key_secret !== undefined
  return {
    id,
    host: 'api.twilio.com',
    base: '/2010-04-01',
    suffix: '.json',
    authorization: hasApiKey ? basicAuth(api_key_sid, api_key_secret) : basicAuth(id, auth_token!),
    secrets: secretsOf('twilio', credentials),
  }
}

const AccountBody = z.object({ sid: z.string(), status: z.string() })

/** Verifies the credentials. An API key cannot read the account, so listing numbers shows which account it belongs to. */
async function verify(credentials: TwilioCredentials): Promise<Account> {
  const account = accountOf(credentials)
  if (credentials.auth_token !== undefined) {
    const asAccountOwner = { ...account, authorization: basicAuth(credentials.account_sid, credentials.auth_token) }
    const { sid, status } = await requestAccountData(asAccountOwner, AccountBody, { method: 'GET', subpath: '' })
    requireSameAccount(account, sid)
    if (status !== 'active') throw new CarrierError('suspended', `The account is ${status === 'closed' ? 'closed' : 'suspended'}`)
  }
  const hasSmsNumbers = await hasSmsNumber(account)
  return {
    accountId: credentials.account_sid,
    smsMissing: [...(credentials.auth_token === undefined ? (['auth_token'] as const) : []), ...(hasSmsNumbers ? [] : (['sms_capable_number'] as const))],
  }
}

async function findNumber(credentials: TwilioCredentials, e164: string): Promise<OwnedNumber | null> {
  const body = await findByE164(accountOf(credentials), e164)
  if (!body) return null
  const number = toOwnedNumber(body)
  return number.sms && !(await isRegistered(accountOf(credentials), credentials, number)) ? { ...number, smsMissing: ['a2p_registration'] } : number
}

/** Returns the trunk in the credentials, or the one the number is on. */
async function trunk(credentials: TwilioCredentials, { carrierNumberId }: { carrierNumberId: string }): Promise<Trunk | null> {
  const configured = trunkOf(credentials)
  if (configured) return configured
  const account = accountOf(credentials)
  const body = await findById(account, carrierNumberId)
  if (!body?.trunk_sid) return null
  const { authorization, secrets } = account
  const path = `/v1/Trunks/${encodeURIComponent(body.trunk_sid)}`
  const reply = await orNullIfForbidden(
    nullIfNotFound(sendRequest({ method: 'GET', host: 'trunking.twilio.com', path, authorization, secrets, effect: 'safe' }, parseError)),
  )
  const domain = reply && parseReply(z.object({ domain_name: z.string().nullish() }), reply.body).domain_name
  return domain ? { terminationUri: domain, ...sipLogin(credentials) } : null
}
