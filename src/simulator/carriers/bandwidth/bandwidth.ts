import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { writeXml } from '../../../kernel/lib/xml.ts'
import { Refusal, route, type Site } from '../../wire/http.ts'
import { issueAccessToken } from '../accessTokens.ts'
import { parseBasicAuth } from '../credentials.ts'
import { type BandwidthApplication, applicationOf, applicationRoutes } from './applications.ts'
import { authorize, createMessageId } from './access.ts'
import { messageRoutes, toMessageView } from './messages.ts'
import { numberRoutes } from './numbers.ts'
import type { CarrierSimulator, CarrierContext, CarrierRequest, SimAccount, SimMessage, MessageStep, MessageProblem } from '../types.ts'

const HOST = '/carriers/api.bandwidth.com/api'
const CODES: Record<MessageProblem, number> = { opted_out: 4775, invalid_number: 4720, blocked: 4476, unreachable: 9902, carrier_error: 5106 }
const TYPES: Record<MessageStep['status'], string> = {
  sent: 'message-sending',
  delivered: 'message-delivered',
  undelivered: 'message-failed',
  failed: 'message-failed',
}

/** Bandwidth: tokens, numbers and applications in XML, messages in JSON, and callbacks authenticated by a password. */
export const bandwidth: CarrierSimulator = {
  carrier: 'bandwidth',
  sites: (context) => [tokenSite(context), numbersSite(context), messagingSite(context)],
  createAccount() {
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
  createNumber: (_account, e164) => ({ id: e164 }),
  createMessageId: createMessageId,
  receipt(_world, account, message, step) {
    const { OutboundCallbackUrl: url, types } = applicationOf(account)
    return url && types.includes(TYPES[step.status]) ? createCallback(account, url, receiptOf(account, message, step)) : null
  },
  inbound: (_world, account, _line, message) => createCallback(account, applicationOf(account).InboundCallbackUrl, inboundOf(account, message)),
  retryPolicy: { timeoutMs: 10_000, retryDelaysMs: [500, 2_000, 5_000], shouldRetry: () => true },
}

const WORDING = {
  notFound: () => 'The resource was not found',
  malformed: 'The request body is not readable',
  failed: 'Internal server error',
  throttled: 'Too many requests',
}

const tokenSite = (context: CarrierContext): Site => ({
  prefix: `${HOST}/v1`,
  provider: 'bandwidth',
  routes: [
    route(
      'POST /oauth2/token',
      ({ headers, body }) => {
        const credentials = parseBasicAuth(headers.authorization)
        const account = credentials && context.accountWith('bandwidth', 'client_id', credentials.user)
        if (!account || account.credentials.client_secret !== credentials.password)
          throw new Refusal(401, 'Client authentication failed', {}, { error: 'invalid_client' })
        if (body.grant_type !== 'client_credentials') throw new Refusal(400, 'Unknown grant type', {}, { error: 'unsupported_grant_type' })
        return {
          status: 200,
          body: issueAccessToken(credentials.user, credentials.password, { accounts: [account.id], roles: ['HTTP Application Management'] }),
        }
      },
      'verify',
    ),
  ],
  authorize() {},
  refuse: (_status, message, { error = 'server_error' }) => ({ error, error_description: message }),
  wording: WORDING,
})

const numbersSite = (context: CarrierContext): Site => ({
  prefix: `${HOST}/v2`,
  provider: 'bandwidth',
  routes: [...numberRoutes(context), ...applicationRoutes(context)],
  authorize: (path, bearer) => authorize(context, path, bearer),
  refuse: (status, message, { code = status }) => Buffer.from(writeXml('ErrorResponse', { ResponseStatus: { ErrorCode: String(code), Description: message } })),
  refusalType: 'application/xml',
  wording: WORDING,
})

const messagingSite = (context: CarrierContext): Site => ({
  prefix: '/carriers/messaging.bandwidth.com/api/v2',
  provider: 'bandwidth',
  routes: messageRoutes(context),
  authorize: (path, bearer) => authorize(context, path, bearer),
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

/** A callback is a list of one event, authenticated with the application's user name and password. */
function createCallback(account: SimAccount, url: string, content: JsonObject): CarrierRequest {
  const { creds } = applicationOf(account)
  const toAuthorization = (password: string): Record<string, string> =>
    creds ? { authorization: `Basic ${Buffer.from(`${creds.UserId}:${password}`).toString('base64')}` } : {}
  const createHeaders = (password: string) => ({
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'BandwidthAPI/v2',
    ...toAuthorization(password),
  })
  return { url, body: JSON.stringify([content]), headers: () => createHeaders(creds?.Password ?? ''), forgedHeaders: () => createHeaders('guessed') }
}

const receiptOf = (account: SimAccount, message: SimMessage, { status, trouble, at }: MessageStep): JsonObject => ({
  time: new Date(at).toISOString(),
  eventTime: new Date(at).toISOString(),
  type: TYPES[status],
  to: message.to,
  description: trouble ? trouble.replace('_', '-') : 'ok',
  ...(trouble && { errorCode: CODES[trouble] }),
  message: toMessageView(account, message),
})

const inboundOf = (account: SimAccount, message: SimMessage): JsonObject => ({
  time: new Date(message.createdAt).toISOString(),
  type: 'message-received',
  to: message.to,
  description: 'Incoming message received',
  message: { ...toMessageView(account, message), text: message.body },
})
