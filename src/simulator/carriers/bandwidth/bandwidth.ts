import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { writeXml } from '../../../kernel/lib/xml.ts'
import { Refusal, route, type Site } from '../../wire/http.ts'
import { newBearer } from '../accessTokens.ts'
import { basicOf } from '../credentials.ts'
import { type BandwidthApplication, applicationIn, applicationRoutes } from './applications.ts'
import { admit, newMessageId } from './access.ts'
import { messageRoutes, messageView } from './messages.ts'
import { numberRoutes } from './numbers.ts'
import type { CarrierHalf, CarrierWorld, Outgoing, SimAccount, SimText, TextStep, TextTrouble } from '../types.ts'

const HOST = '/carriers/api.bandwidth.com/api'
const CODES: Record<TextTrouble, number> = { opted_out: 4775, invalid_number: 4720, blocked: 4476, unreachable: 9902, carrier_error: 5106 }
const TYPES: Record<TextStep['status'], string> = {
  sent: 'message-sending',
  delivered: 'message-delivered',
  undelivered: 'message-failed',
  failed: 'message-failed',
}

/** Bandwidth: tokens, numbers and applications in XML, messages in JSON, and callbacks that prove themselves by a password. */
export const bandwidth: CarrierHalf = {
  carrier: 'bandwidth',
  sites: (context) => [tokenSite(context), numbersSite(context), messagingSite(context)],
  newAccount() {
    const id = `99${String(randomInt(100_000)).padStart(5, '0')}`
    const application = {
      AppName: 'Front desk',
      ServiceType: 'Messaging-V2',
      InboundCallbackUrl: 'https://desk.example.com/texts',
      OutboundCallbackUrl: 'https://desk.example.com/receipts',
      types: ['message-delivered', 'message-failed', 'message-sending'],
      creds: null,
    } satisfies BandwidthApplication
    const credentials = {
      account_id: id,
      client_id: `CLI-${randomUUID()}`,
      client_secret: randomBytes(24).toString('base64url'),
      application_id: randomUUID(),
      sip_termination_uri: '199.0.2.10',
      sip_username: 'callwright',
      sip_password: randomBytes(12).toString('base64url'),
    }
    return { id, credentials, keys: { application, peer: String(randomInt(500_000, 900_000)) } }
  },
  newLine: (_account, e164) => ({ id: e164 }),
  newTextId: newMessageId,
  receipt(_world, account, text, step) {
    const { OutboundCallbackUrl: url, types } = applicationIn(account)
    return url && types.includes(TYPES[step.status]) ? callback(account, url, receiptOf(account, text, step)) : null
  },
  inbound: (_world, account, _line, text) => callback(account, applicationIn(account).InboundCallbackUrl, inboundOf(account, text)),
  patience: { timeoutMs: 10_000, pausesMs: [500, 2_000, 5_000], asksAgain: () => true },
}

const WORDING = {
  notFound: () => 'The resource was not found',
  malformed: 'The request body is not readable',
  failed: 'Internal server error',
  throttled: 'Too many requests',
}

const tokenSite = (context: CarrierWorld): Site => ({
  prefix: `${HOST}/v1`,
  provider: 'bandwidth',
  routes: [
    route(
      'POST /oauth2/token',
      ({ headers, body }) => {
        const given = basicOf(headers.authorization)
        const account = given && context.accountWith('bandwidth', 'client_id', given.user)
        if (!account || account.credentials.client_secret !== given.password)
          throw new Refusal(401, 'Client authentication failed', {}, { error: 'invalid_client' })
        if (body.grant_type !== 'client_credentials') throw new Refusal(400, 'Unknown grant type', {}, { error: 'unsupported_grant_type' })
        return { status: 200, body: newBearer(given.user, given.password, { accounts: [account.id], roles: ['HTTP Application Management'] }) }
      },
      'verify',
    ),
  ],
  authorize() {},
  refuse: (_status, message, { error = 'server_error' }) => ({ error, error_description: message }),
  wording: WORDING,
})

const numbersSite = (context: CarrierWorld): Site => ({
  prefix: `${HOST}/v2`,
  provider: 'bandwidth',
  routes: [...numberRoutes(context), ...applicationRoutes(context)],
  authorize: (path, bearer) => admit(context, path, bearer),
  refuse: (status, message, { code = status }) => Buffer.from(writeXml('ErrorResponse', { ResponseStatus: { ErrorCode: String(code), Description: message } })),
  refusalType: 'application/xml',
  wording: WORDING,
})

const messagingSite = (context: CarrierWorld): Site => ({
  prefix: '/carriers/messaging.bandwidth.com/api/v2',
  provider: 'bandwidth',
  routes: messageRoutes(context),
  authorize: (path, bearer) => admit(context, path, bearer),
  refuse: (status, message, detail) => ({ type: ERROR_TYPES[status] ?? 'internal-server-error', description: message, ...detail }),
  wording: WORDING,
})

const ERROR_TYPES: Record<number, string> = {
  400: 'request-validation',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'resource-not-found',
  415: 'invalid-media-type',
  429: 'too-many-requests',
}

/** Callbacks are lists of one; who they are from shows in the name and password that the application was given. */
function callback(account: SimAccount, url: string, content: JsonObject): Outgoing {
  const { creds } = applicationIn(account)
  const login = (password: string): Record<string, string> =>
    creds ? { authorization: `Basic ${Buffer.from(`${creds.UserId}:${password}`).toString('base64')}` } : {}
  const headers = (password: string) => ({ 'content-type': 'application/json; charset=utf-8', 'user-agent': 'BandwidthAPI/v2', ...login(password) })
  return { url, body: JSON.stringify([content]), headers: () => headers(creds?.Password ?? ''), forgedHeaders: () => headers('guessed') }
}

const receiptOf = (account: SimAccount, text: SimText, { status, trouble, at }: TextStep): JsonObject => ({
  time: new Date(at).toISOString(),
  eventTime: new Date(at).toISOString(),
  type: TYPES[status],
  to: text.to,
  description: trouble ? trouble.replace('_', '-') : 'ok',
  ...(trouble && { errorCode: CODES[trouble] }),
  message: messageView(account, text),
})

const inboundOf = (account: SimAccount, text: SimText): JsonObject => ({
  time: new Date(text.createdAt).toISOString(),
  type: 'message-received',
  to: text.to,
  description: 'Incoming message received',
  message: { ...messageView(account, text), text: text.body },
})
