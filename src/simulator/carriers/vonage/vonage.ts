import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { countryOf } from '../../../kernel/lib/phones.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { Refusal, type Site } from '../../wire/http.ts'
import { parseBasicAuth } from '../credentials.ts'
import type { CarrierSimulator, CarrierContext, CarrierRequest, SimAccount, SimMessage, MessageStep } from '../types.ts'
import { webhookUrlOf, applicationRoutes } from './applications.ts'
import { messageRoutes, numberRoutes } from './routes.ts'
import { toError, toLabel, createError, toProblemDocument, WORDING } from './errors.ts'

/** Vonage: numbers, an application, the Messages API, and webhooks signed as JWTs. */
export const vonage: CarrierSimulator = {
  carrier: 'vonage',
  sites(context) {
    const callerFor = (authorization: string | undefined) => callerOf(context, authorization)!
    return [
      {
        ...site(context),
        prefix: '/carriers/rest.nexmo.com',
        routes: numberRoutes(context, callerFor),
        refuse: toLabel,
        wording: { ...WORDING, notFound: () => 'not found' },
      },
      {
        ...site(context),
        prefix: '/carriers/api.nexmo.com',
        routes: [...messageRoutes(context, callerFor), ...applicationRoutes(context, callerFor)],
        refuse: toProblemDocument,
        refusalType: 'application/problem+json',
      },
    ]
  },
  createAccount() {
    const id = randomBytes(4).toString('hex')
    const application = randomUUID()
    const credentials = {
      api_key: id,
      api_secret: randomBytes(12).toString('base64url').replaceAll(/[-_]/g, 'x'),
      signature_secret: randomBytes(32).toString('hex'),
      application_id: application,
    }
    return { id, credentials, keys: { application: { id: application, name: 'Texts', keys: {}, privacy: { improve_ai: false }, capabilities: {} } } }
  },
  createNumber: (_account, e164) => ({ id: e164.slice(1), details: { country: countryOf(e164) ?? 'US' } }),
  createMessageId: () => randomUUID(),
  receipt(_world, account, message, step) {
    const url = message.statusUrl ?? webhookUrlOf(account, 'status_url')
    return url ? signedRequest(account, url, toStatusBody(message, step)) : null
  },
  inbound(_world, account, phoneNumber, message) {
    const url = phoneNumber.more.app_id === account.credentials.application_id ? webhookUrlOf(account, 'inbound_url') : null
    return url ? signedRequest(account, url, toMessageBody(message)) : null
  },
  // The real Vonage retries for a day until a request succeeds.
  retryPolicy: { timeoutMs: 5_000, retryDelaysMs: [500, 2_000, 5_000], shouldRetry: () => true },
}

const site = (context: CarrierContext): Pick<Site, 'provider' | 'authorize' | 'wording'> => ({
  provider: 'vonage',
  authorize: (_path, _bearer, { authorization }) => authorize(callerOf(context, authorization)),
  wording: WORDING,
})

function callerOf(context: CarrierContext, authorization: string | undefined): SimAccount | undefined {
  const credentials = parseBasicAuth(authorization)
  const account = credentials ? context.account('vonage', credentials.user) : undefined
  return account?.credentials.api_secret === credentials?.password ? account : undefined
}

function authorize(account: SimAccount | undefined): void {
  if (!account) throw new Refusal(401, 'authentication failed')
  if (account.state === 'suspended') throw createError(403, '#account-suspended', 'Account suspended', 'This account has been suspended')
  if (account.state === 'forbidden') throw new Refusal(403, 'Your account does not have permission to perform this action')
}

const toIso = (ms: number) => new Date(ms).toISOString()
/** Vonage writes numbers without a plus sign. */
const withoutPlus = (number: string) => number.replace(/^\+/, '')
const USAGE = { currency: 'EUR', price: '0.0057' }
const STATUSES: Record<MessageStep['status'], string> = { sent: 'submitted', delivered: 'delivered', undelivered: 'undeliverable', failed: 'rejected' }

function toStatusBody({ id, from, to, ref }: SimMessage, { status, at, trouble }: MessageStep): JsonObject {
  const error = toError(trouble)
  return {
    message_uuid: id,
    to: withoutPlus(to),
    from: withoutPlus(from),
    timestamp: toIso(at),
    status: STATUSES[status],
    ...(error && { error }),
    ...(ref !== null && { client_ref: ref }),
    channel: 'sms',
    destination: { network_code: '12345' },
    sms: { count_total: '1' },
    usage: USAGE,
  }
}

function toMessageBody({ id, from, to, body, media, createdAt }: SimMessage): JsonObject {
  const common = { message_uuid: id, to: withoutPlus(to), from: withoutPlus(from), timestamp: toIso(createdAt) }
  if (media.length > 0) return { ...common, channel: 'mms', message_type: 'image', image: { url: media[0], caption: body } }
  const keyword = body.split(/\s/)[0]!.toUpperCase()
  return { ...common, channel: 'sms', message_type: 'text', text: body, sms: { num_messages: '1', keyword }, usage: USAGE, origin: { network_code: '12345' } }
}

function signedRequest({ id, credentials }: SimAccount, url: string, message: JsonObject): CarrierRequest {
  const body = JSON.stringify(message)
  const payload_hash = createHash('sha256').update(body).digest('hex')
  const createHeaders = (secret: string, now: number) => {
    const claims = { iat: Math.floor(now / 1000), jti: randomUUID(), iss: 'Vonage', payload_hash, api_key: id, application_id: credentials.application_id }
    const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const signature = createHmac('sha256', secret).update(parts).digest('base64url')
    return { 'content-type': 'application/json', 'user-agent': 'VonageMessages/1.0', authorization: `Bearer ${parts}.${signature}` }
  }
  return {
    url,
    body,
    headers: (now) => createHeaders(credentials.signature_secret!, now),
    forgedHeaders: (now) => createHeaders(`not ${credentials.signature_secret}`, now),
  }
}
