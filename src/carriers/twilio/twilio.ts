import { z } from 'zod'
import { CREDENTIALS, type Credentials, secretsOf } from '../../inputs/carriers.ts'
import { type Account, type Carrier, CarrierError, type OwnedNumber, type Trunk } from '../carrier.ts'
import { type CompatAccount, readRefusal, requireOfAccount, requireSame } from '../compat/api.ts'
import { parseWebhook } from '../compat/hooks.ts'
import { findSms, sendSms } from '../compat/messages.ts'
import { hasSmsNumber, findByE164, findById, listNumbers, toOwnedNumber, routeInbound, unrouteInbound } from '../compat/numbers.ts'
import { readTrunk, orNullIfForbidden, sipLogin } from '../credentials.ts'
import { ask, basic, orNullIfNotFound, parseReply } from '../http.ts'
import { isRegistered, findService } from './registration.ts'

type Given = Credentials<'twilio'>

/** Twilio. An API key asks where there is one; the auth token also proves its requests genuine. */
export const twilio: Carrier<'twilio'> = {
  name: 'twilio',
  credentials: CREDENTIALS.twilio,
  handlesKeywords: () => true,
  verify,
  findNumber,
  listNumbers: (given, cursor) => listNumbers(accountOf(given), cursor),
  async routeInbound(given, { carrierNumberId }, url) {
    await routeInbound(accountOf(given), carrierNumberId, url)
    // A messaging service takes the texts to its numbers itself, unless it was told not to.
    return (await findService(accountOf(given), given, carrierNumberId))?.use_inbound_webhook_on_number !== false
  },
  unrouteInbound: (given, { carrierNumberId }, url) => unrouteInbound(accountOf(given), carrierNumberId, url),
  sendSms: (given, sms) => sendSms(accountOf(given), sms, given.messaging_service_sid),
  findSms: (given, sms, isKnown) => findSms(accountOf(given), sms, isKnown),
  parseWebhook: (given, request) => parseWebhook(request, given.auth_token, ['x-twilio-signature']),
  trunk,
}

function accountOf(given: Given): CompatAccount {
  const { account_sid: id, auth_token, api_key_sid, api_key_secret } = given
  const byKey = api_key_sid !== undefined && api_key_secret !== undefined
  return {
    id,
    host: 'api.twilio.com',
    base: '/2010-04-01',
    suffix: '.json',
    authorization: byKey ? basic(api_key_sid, api_key_secret) : basic(id, auth_token!),
    secrets: secretsOf('twilio', given),
  }
}

const Verified = z.object({ sid: z.string(), status: z.string() })

/** The auth token opens the account itself. An API key may not see that: it shows by listing numbers whose account it is of. */
async function verify(given: Given): Promise<Account> {
  const account = accountOf(given)
  if (given.auth_token !== undefined) {
    const asOwner = { ...account, authorization: basic(given.account_sid, given.auth_token) }
    const { sid, status } = await requireOfAccount(asOwner, Verified, { method: 'GET', tail: '' })
    requireSame(account, sid)
    if (status !== 'active') throw new CarrierError('suspended', `The account is ${status === 'closed' ? 'closed' : 'suspended'}`)
  }
  const forTexts = await hasSmsNumber(account)
  return {
    accountId: given.account_sid,
    smsMissing: [...(given.auth_token === undefined ? (['auth_token'] as const) : []), ...(forTexts ? [] : (['sms_capable_number'] as const))],
  }
}

async function findNumber(given: Given, e164: string): Promise<OwnedNumber | null> {
  const line = await findByE164(accountOf(given), e164)
  if (!line) return null
  const number = toOwnedNumber(line)
  return number.sms && !(await isRegistered(accountOf(given), given, number)) ? { ...number, smsMissing: ['a2p_registration'] } : number
}

/** The trunk that the number is on, unless the credentials name another. */
async function trunk(given: Given, { carrierNumberId }: { carrierNumberId: string }): Promise<Trunk | null> {
  const named = readTrunk(given)
  if (named) return named
  const account = accountOf(given)
  const line = await findById(account, carrierNumberId)
  if (!line?.trunk_sid) return null
  const { authorization, secrets } = account
  const path = `/v1/Trunks/${encodeURIComponent(line.trunk_sid)}`
  const found = await orNullIfForbidden(
    orNullIfNotFound(ask({ method: 'GET', host: 'trunking.twilio.com', path, authorization, secrets, effect: 'safe' }, readRefusal)),
  )
  const domain = found && parseReply(z.object({ domain_name: z.string().nullish() }), found.body).domain_name
  return domain ? { terminationUri: domain, ...sipLogin(given) } : null
}
