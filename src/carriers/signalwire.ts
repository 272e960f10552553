import { CREDENTIALS, type Credentials, secretsOf } from '../inputs/carriers.ts'
import type { Account, Carrier } from './carrier.ts'
import { requestAccountApi, type CompatAccount } from './compat/api.ts'
import { parseWebhook } from './compat/webhooks.ts'
import { findSms, sendSms } from './compat/messages.ts'
import { hasSmsNumber, findByE164, listNumbers, toOwnedNumber, routeInbound, unrouteInbound } from './compat/numbers.ts'
import { trunkOf, orNullIfForbidden, sipLogin } from './credentials.ts'
import { basicAuth } from './http.ts'
import { isTollFree } from './phoneNumbers.ts'

type SignalwireCredentials = Credentials<'signalwire'>

/** SignalWire's compatibility API, which is Twilio's: an account is a project, and each space has its own host. */
export const signalwire: Carrier<'signalwire'> = {
  name: 'signalwire',
  credentials: CREDENTIALS.signalwire,
  handlesKeywords: isTollFree,
  verify,
  async findNumber(credentials, e164) {
    const number = await findByE164(accountOf(credentials), e164)
    return number && toOwnedNumber(number)
  },
  listNumbers: (credentials, cursor) => listNumbers(accountOf(credentials), cursor),
  async routeInbound(credentials, { carrierNumberId }, url) {
    await routeInbound(accountOf(credentials), carrierNumberId, url)
    return true
  },
  unrouteInbound: (credentials, { carrierNumberId }, url) => unrouteInbound(accountOf(credentials), carrierNumberId, url),
  sendSms: (credentials, sms) => sendSms(accountOf(credentials), sms),
  findSms: (credentials, sms, isKnown) => findSms(accountOf(credentials), sms, isKnown),
  parseWebhook: (credentials, request) => parseWebhook(request, credentials.signing_key, ['x-signalwire-signature', 'x-twilio-signature']),
  trunk: async (credentials) => trunkOf(credentials) ?? { terminationUri: `${credentials.space}.sip.signalwire.com`, ...sipLogin(credentials) },
}

const accountOf = (credentials: SignalwireCredentials): CompatAccount => ({
  id: credentials.project_id,
  host: `${credentials.space}.signalwire.com`,
  base: '/api/laml/2010-04-01',
  suffix: '',
  authorization: basicAuth(credentials.project_id, credentials.api_token),
  secrets: secretsOf('signalwire', credentials),
})

/** Verifies the token. Numbers and messages have separate permissions, and voice works without the one for messages. */
async function verify(credentials: SignalwireCredentials): Promise<Account> {
  const account = accountOf(credentials)
  const hasSmsNumbers = await hasSmsNumber(account)
  const canReadMessages = await orNullIfForbidden(requestAccountApi(account, { method: 'GET', subpath: '/Messages', query: { PageSize: '1' } }))
  return {
    accountId: credentials.project_id,
    smsMissing: [
      ...(credentials.signing_key === undefined ? (['signing_key'] as const) : []),
      ...(hasSmsNumbers ? [] : (['sms_capable_number'] as const)),
      ...(canReadMessages ? [] : (['messaging_permission'] as const)),
    ],
  }
}
