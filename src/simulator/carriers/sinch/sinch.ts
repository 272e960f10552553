import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { Refusal, route, type Site } from '../../wire/http.ts'
import { clientIdOf, isValidToken, issueAccessToken } from '../accessTokens.ts'
import { parseBasicAuth } from '../credentials.ts'
import { batchRoutes, createBatchId } from './batches.ts'
import { projectRoutes } from './projects.ts'
import type { CarrierSimulator, CarrierContext, CarrierRequest, SimAccount, SimMessage, MessageStep, MessageProblem } from '../types.ts'

const CODES: Record<MessageProblem, number> = { opted_out: 257, invalid_number: 1, blocked: 60, unreachable: 27, carrier_error: 403 }
const STATUSES: Record<MessageStep['status'], string> = { sent: 'Dispatched', delivered: 'Delivered', undelivered: 'Failed', failed: 'Rejected' }
const DISPATCHED = 401
const REGIONS = ['us', 'eu', 'au', 'br', 'ca']

/** Sinch: tokens, numbers and trunks of a project, and the SMS API of a service plan. */
export const sinch: CarrierSimulator = {
  carrier: 'sinch',
  sites: (context) => [
    tokenSite(context),
    ...['numbers', 'elastic-trunking'].map((api) => projectSite(context, api)),
    ...REGIONS.map((region) => smsSite(context, region)),
  ],
  createAccount() {
    const id = randomUUID()
    const credentials = {
      project_id: id,
      key_id: randomUUID(),
      key_secret: randomBytes(18).toString('base64url'),
      service_plan_id: randomBytes(16).toString('hex'),
      api_token: randomBytes(16).toString('hex'),
      region: 'us',
      webhook_secret: randomBytes(18).toString('base64url'),
      sip_username: 'callwright',
      sip_password: randomBytes(12).toString('base64url'),
    }
    return {
      id,
      credentials,
      keys: {
        callbackUrl: null,
        trunk: { id: `01${randomBytes(12).toString('hex').toUpperCase()}`, hostName: `callwright-${randomBytes(4).toString('hex')}` },
      },
    }
  },
  createNumber: (_account, e164) => ({ id: e164 }),
  createMessageId: createBatchId,
  receipt(_world, account, message, step) {
    const url = message.statusUrl ?? (account.keys.callbackUrl as string | null)
    return url === null || message.more.deliveryReport !== 'per_recipient' ? null : createSignedRequest(account, url, toReport(message, step))
  },
  inbound(_world, account, _line, message) {
    const url = account.keys.callbackUrl as string | null
    return url === null ? null : createSignedRequest(account, url, toInboundBody(message))
  },
  inboundProblem: ({ id, keys }) =>
    keys.callbackUrl
      ? null
      : `Inbound messages are not delivered without a callback URL. Customers set it on Sinch's dashboard, here by PUT /simulator/carriers/sinch/accounts/${id}/callback {"url": "…"}`,
  retryPolicy: { timeoutMs: 10_000, retryDelaysMs: [500, 1_000, 2_000], shouldRetry: (status) => status === 0 || status === 429 || status >= 500 },
}

const WORDING = {
  notFound: (_method: string, path: string) => `Not found: ${path}`,
  malformed: 'The JSON in the request is invalid',
  failed: 'Internal error',
  throttled: 'Too many requests',
}

const tokenSite = (context: CarrierContext): Site => ({
  prefix: '/carriers/auth.sinch.com',
  provider: 'sinch',
  routes: [
    route(
      'POST /oauth2/token',
      ({ headers, body }) => {
        const credentials = parseBasicAuth(headers.authorization)
        const account = credentials && context.accountWith('sinch', 'key_id', credentials.user)
        if (!account || account.credentials.key_secret !== credentials.password)
          throw new Refusal(401, 'Client authentication failed', {}, { error: 'invalid_client' })
        if (body.grant_type !== 'client_credentials') throw new Refusal(400, 'Unknown grant type', {}, { error: 'unsupported_grant_type' })
        return { status: 200, body: issueAccessToken(credentials.user, credentials.password, { ext: { projectId: account.id } }) }
      },
      'verify',
    ),
  ],
  authorize() {},
  refuse: (_status, message, { error = 'server_error' }) => ({ error, error_description: message }),
  wording: WORDING,
})

const ERRORS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
}

const projectSite = (context: CarrierContext, api: string): Site => ({
  prefix: `/carriers/${api}.api.sinch.com`,
  provider: 'sinch',
  routes: projectRoutes(context, api),
  authorize(path, bearer) {
    const account = context.accountWith('sinch', 'key_id', clientIdOf(bearer))
    if (!account || !isValidToken(bearer, account.credentials.key_secret!)) throw new Refusal(401, 'Request had invalid credentials')
    if (path.split('/')[3] !== account.id) throw new Refusal(404, 'The project was not found')
    requireActive(account)
  },
  refuse: (status, message) => ({ error: { code: status, message, status: ERRORS[status] ?? 'INTERNAL', details: [] } }),
  wording: WORDING,
})

/** A service plan exists in its own region only. */
const smsSite = (context: CarrierContext, region: string): Site => ({
  prefix: `/carriers/${region}.sms.api.sinch.com`,
  provider: 'sinch',
  routes: batchRoutes(context),
  authorize(path, bearer) {
    const account = context.accountWith('sinch', 'service_plan_id', path.split('/')[3] ?? '')
    if (account?.credentials.api_token !== bearer || account.credentials.region !== region)
      throw new Refusal(401, 'Authentication failed', {}, { code: 'unauthorized' })
    requireActive(account)
  },
  refuse: (status, message, { code = status === 404 ? 'not_found' : 'internal_error' }) => ({ code, text: message }),
  wording: WORDING,
})

function requireActive({ state }: SimAccount): void {
  if (state === 'suspended') throw new Refusal(403, 'The account is suspended', {}, { code: 'forbidden' })
  if (state === 'forbidden') throw new Refusal(403, 'The caller does not have permission', {}, { code: 'forbidden' })
}

function createSignedRequest(account: SimAccount, url: string, content: JsonObject): CarrierRequest {
  const body = JSON.stringify(content)
  const createHeaders = (secret: string) => (now: number) => {
    const [nonce, timestamp] = [randomUUID(), String(Math.floor(now / 1000))]
    return {
      'content-type': 'application/json',
      'x-sinch-webhook-signature': createHmac('sha256', secret).update(`${body}.${nonce}.${timestamp}`).digest('base64'),
      'x-sinch-webhook-signature-nonce': nonce,
      'x-sinch-webhook-signature-timestamp': timestamp,
      'x-sinch-webhook-signature-algorithm': 'HmacSHA256',
    }
  }
  const secret = account.credentials.webhook_secret!
  return { url, body, headers: createHeaders(secret), forgedHeaders: createHeaders(`not ${secret}`) }
}

/** Sinch writes numbers without a plus sign. */
const toReport = ({ id, to, ref }: SimMessage, { status, trouble, at }: MessageStep): JsonObject => ({
  type: 'recipient_delivery_report_sms',
  batch_id: id,
  recipient: to.slice(1),
  code: trouble ? CODES[trouble] : status === 'sent' ? DISPATCHED : 0,
  status: STATUSES[status],
  at: new Date(at).toISOString(),
  operator_status_at: new Date(at).toISOString(),
  ...(ref !== null && { client_reference: ref }),
})

function toInboundBody({ id, from, to, body, media, createdAt }: SimMessage): JsonObject {
  const common = { id, from: from.replace('+', ''), to: to.slice(1), operator_id: '310260', received_at: new Date(createdAt).toISOString() }
  if (media.length === 0) return { type: 'mo_text', ...common, body }
  const files = media.map((url) => ({ url, content_type: 'image/jpeg', status: 'Uploaded', code: 0 }))
  return { type: 'mo_media', ...common, body: { subject: '', message: body, media: files } }
}
