import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal, type Site } from '../../wire/http.ts'
import { COMPAT_WORDING, compatError, compatRefusal, compatRequest, compatRoutes, type Dialect, hexId, inboundRequest, receiptFields } from '../compat.ts'
import { basicOf } from '../credentials.ts'
import { twilioAccountRoutes, twilioMessagingRoutes, twilioTrunkRoutes } from './routes.ts'
import type { CarrierHalf, CarrierWorld, SimAccount } from '../types.ts'

const DIALECT: Dialect = {
  carrier: 'twilio',
  base: '/2010-04-01',
  suffix: '.json',
  newTextId: () => hexId('SM'),
  signatureHeader: 'x-twilio-signature',
  signingKey: ({ credentials }) => credentials.auth_token!,
}

/** Twilio: its API, its messaging services, its trunks. */
export const twilio: CarrierHalf = {
  carrier: 'twilio',
  sites: (context) => [
    site(context, 'api.twilio.com', [...twilioAccountRoutes(context), ...compatRoutes(context, DIALECT)]),
    site(context, 'messaging.twilio.com', twilioMessagingRoutes(context, callerOf)),
    site(context, 'trunking.twilio.com', twilioTrunkRoutes(context, callerOf)),
  ],
  newAccount() {
    const id = hexId('AC')
    const credentials = {
      account_sid: id,
      auth_token: randomBytes(16).toString('hex'),
      api_key_sid: hexId('SK'),
      api_key_secret: randomBytes(24).toString('base64url'),
      messaging_service_sid: hexId('MG'),
    }
    return { id, credentials, keys: { trunkSid: hexId('TK'), trunkDomain: `callwright-${randomBytes(4).toString('hex')}.pstn.twilio.com` } }
  },
  newLine: ({ keys }) => ({ id: hexId('PN'), more: { trunkSid: keys.trunkSid } }),
  newTextId: DIALECT.newTextId,
  receipt: (_world, account, text, { status, trouble }) =>
    text.statusUrl === null ? null : compatRequest(account, text.statusUrl, receiptFields(account, text, status, trouble), DIALECT),
  inbound: (_world, account, line, text) => inboundRequest(account, line, text, DIALECT),
  // Asks once more where it could not connect, and never after an answer.
  patience: { timeoutMs: 15_000, pausesMs: [500], asksAgain: (status) => status === 0 },
}

const site = (context: CarrierWorld, host: string, routes: Site['routes']): Site => ({
  prefix: `/carriers/${host}`,
  provider: 'twilio',
  routes,
  authorize: (path, _bearer, headers) => admit(context, path, headers),
  refuse: compatRefusal,
  wording: COMPAT_WORDING,
})

/** Whose credentials a request carries: the auth token's, or an API key's. */
function callerOf(context: CarrierWorld, { authorization }: IncomingHttpHeaders): { account: SimAccount; byKey: boolean } | null {
  const given = basicOf(authorization)
  if (!given) return null
  const byKey = given.user.startsWith('SK')
  const account = byKey ? context.accountWith('twilio', 'api_key_sid', given.user) : context.account('twilio', given.user)
  return account && given.password === account.credentials[byKey ? 'api_key_secret' : 'auth_token'] ? { account, byKey } : null
}

function admit(context: CarrierWorld, path: string, headers: IncomingHttpHeaders): void {
  const caller = callerOf(context, headers)
  const [, wanted, more] = /^\/2010-04-01\/Accounts\/(\w+)(\.json|\/.*)$/.exec(path) ?? []
  if (!caller || (caller.byKey && more === '.json')) throw new Refusal(401, 'Authenticate')
  if (wanted !== undefined && wanted !== caller.account.id) throw compatError(404, 20404, COMPAT_WORDING.notFound('', path))
  if (caller.account.state === 'forbidden') throw compatError(403, 20403, 'Permission denied')
  if (caller.account.state === 'suspended' && more !== '.json') throw compatError(403, 20005, 'Account is not active')
}
