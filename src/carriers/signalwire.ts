import { CREDENTIALS, type Credentials, secretsOf } from '../inputs/carriers.ts'
import type { Account, Carrier } from './carrier.ts'
import { askAccount, type CompatAccount } from './compat/api.ts'
import { parseWebhook } from './compat/hooks.ts'
import { findSms, sendSms } from './compat/messages.ts'
import { hasSmsNumber, findByE164, listNumbers, toOwnedNumber, routeInbound, unrouteInbound } from './compat/numbers.ts'
import { readTrunk, orNullIfForbidden, sipLogin } from './credentials.ts'
import { basic } from './http.ts'
import { isTollFree } from './phoneNumbers.ts'

type Given = Credentials<'signalwire'>

/** SignalWire's compatibility API: Twilio's, with an account for a project and a host for a space. */
export const signalwire: Carrier<'signalwire'> = {
  name: 'signalwire',
  credentials: CREDENTIALS.signalwire,
  handlesKeywords: isTollFree,
  verify,
  async findNumber(given, e164) {
    const line = await findByE164(accountOf(given), e164)
    return line && toOwnedNumber(line)
  },
  listNumbers: (given, cursor) => listNumbers(accountOf(given), cursor),
  async routeInbound(given, { carrierNumberId }, url) {
    await routeInbound(accountOf(given), carrierNumberId, url)
    return true
  },
  unrouteInbound: (given, { carrierNumberId }, url) => unrouteInbound(accountOf(given), carrierNumberId, url),
  sendSms: (given, sms) => sendSms(accountOf(given), sms),
  findSms: (given, sms, isKnown) => findSms(accountOf(given), sms, isKnown),
  parseWebhook: (given, request) => parseWebhook(request, given.signing_key, ['x-signalwire-signature', 'x-twilio-signature']),
  trunk: async (given) => readTrunk(given) ?? { terminationUri: `${given.space}.sip.signalwire.com`, ...sipLogin(given) },
}

const accountOf = (given: Given): CompatAccount => ({
  id: given.project_id,
  host: `${given.space}.signalwire.com`,
  base: '/api/laml/2010-04-01',
  suffix: '',
  authorization: basic(given.project_id, given.api_token),
  secrets: secretsOf('signalwire', given),
})

/** Numbers and messages are rights of their own; without the second one, voice still works. */
async function verify(given: Given): Promise<Account> {
  const account = accountOf(given)
  const forTexts = await hasSmsNumber(account)
  const mayText = await orNullIfForbidden(askAccount(account, { method: 'GET', tail: '/Messages', query: { PageSize: '1' } }))
  return {
    accountId: given.project_id,
    smsMissing: [
      ...(given.signing_key === undefined ? (['signing_key'] as const) : []),
      ...(forTexts ? [] : (['sms_capable_number'] as const)),
      ...(mayText ? [] : (['messaging_permission'] as const)),
    ],
  }
}
