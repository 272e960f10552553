import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal, type Site } from '../../wire/http.ts'
import {
  COMPAT_WORDING,
  createCompatError,
  toCompatRefusal,
  createCompatRequest,
  compatRoutes,
  type Dialect,
  createHexId,
  createInboundRequest,
  toReceiptFields,
} from '../compat.ts'
import { parseBasicAuth } from '../credentials.ts'
import { twilioAccountRoutes, twilioMessagingRoutes, twilioTrunkRoutes } from './routes.ts'
import type { CarrierSimulator, CarrierContext, SimAccount } from '../types.ts'

const DIALECT: Dialect = {
  carrier: 'twilio',
  base: '/2010-04-01',
  suffix: '.json',
  createMessageId: () => createHexId('SM'),
  signatureHeader: 'x-twilio-signature',
  signingKey: ({ credentials }) => credentials.auth_token!,
}

/** Twilio: its API, messaging services and trunks. */
export const twilio: CarrierSimulator = {
  carrier: 'twilio',
  sites: (context) => [
    site(context, 'api.twilio.com', [...twilioAccountRoutes(context), ...compatRoutes(context, DIALECT)]),
    site(context, 'messaging.twilio.com', twilioMessagingRoutes(context, callerOf)),
    site(context, 'trunking.twilio.com', twilioTrunkRoutes(context, callerOf)),
  ],
  createAccount() {
    const id = createHexId('AC')
    const credentials = {
      account_sid: id,
      auth_token: randomBytes(16).toString('hex'),
      api_key_sid: createHexId('SK'),
      api_key_secret: randomBytes(24).toString('base64url'),
      messaging_service_sid: createHexId('MG'),
    }
    return { id, credentials, keys: { trunkSid: createHexId('TK'), trunkDomain: `callwright-${randomBytes(4).toString('hex')}.pstn.twilio.com` } }
  },
  createNumber: ({ keys }) => ({ id: createHexId('PN'), details: { trunkSid: keys.trunkSid } }),
  createMessageId: DIALECT.createMessageId,
  receipt: (_world, account, message, { status, trouble }) =>
    message.statusUrl === null ? null : createCompatRequest(account, message.statusUrl, toReceiptFields(account, message, status, trouble), DIALECT),
  inbound: (_world, account, phoneNumber, message) => createInboundRequest(account, phoneNumber, message, DIALECT),
  // Retries once if the connection failed, and never after a response.
  retryPolicy: { timeoutMs: 15_000, retryDelaysMs: [500], shouldRetry: (status) => status === 0 },
}

const site = (context: CarrierContext, host: string, routes: Site['routes']): Site => ({
  prefix: `/carriers/${host}`,
  provider: 'twilio',
  routes,
  authorize: (path, _bearer, headers) => authorize(context, path, headers),
  refuse: toCompatRefusal,
  wording: COMPAT_WORDING,
})

/** The account of a request's credentials, an auth token or an API key. */
function callerOf(context: CarrierContext, { authorization }: IncomingHttpHeaders): { account: SimAccount; usesApiKey: boolean } | null {
  const credentials = parseBasicAuth(authorization)
  if (!credentials) return null
  const usesApiKey = credentials.user.startsWith('SK')
  const account = usesApiKey ? context.accountWith('twilio', 'api_key_sid', credentials.user) : context.account('twilio', credentials.user)
  return account && credentials.password === account.credentials[usesApiKey ? 'api_key_secret' : 'auth_token'] ? { account, usesApiKey } : null
}

function authorize(context: CarrierContext, path: string, headers: IncomingHttpHeaders): void {
  const caller = callerOf(context, headers)
  const [, requestedId, rest] = /^\/2010-04-01\/Accounts\/(\w+)(\.json|\/.*)$/.exec(path) ?? []
  if (!caller || (caller.usesApiKey && rest === '.json')) throw new Refusal(401, 'Authenticate')
  if (requestedId !== undefined && requestedId !== caller.account.id) throw createCompatError(404, 20404, COMPAT_WORDING.notFound('', path))
  if (caller.account.state === 'forbidden') throw createCompatError(403, 20403, 'Permission denied')
  if (caller.account.state === 'suspended' && rest !== '.json') throw createCompatError(403, 20005, 'Account is not active')
}
