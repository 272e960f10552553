import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { countryOf } from '../../../kernel/lib/phones.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { Refusal, type Site } from '../../wire/http.ts'
import { basicOf } from '../credentials.ts'
import type { CarrierHalf, CarrierWorld, Outgoing, SimAccount, SimText, TextStep } from '../types.ts'
import { addressOf, applicationRoutes } from './applications.ts'
import { messageRoutes, numberRoutes } from './routes.ts'
import { errorOf, labelOf, problem, problemOf, WORDING } from './errors.ts'

/** Vonage: numbers, an application, the Messages API, and webhooks signed as JWTs. */
export const vonage: CarrierHalf = {
  carrier: 'vonage',
  sites(context) {
    const by = (authorization: string | undefined) => callerOf(context, authorization)!
    return [
      {
        ...site(context),
        prefix: '/carriers/rest.nexmo.com',
        routes: numberRoutes(context, by),
        refuse: labelOf,
        wording: { ...WORDING, notFound: () => 'not found' },
      },
      {
        ...site(context),
        prefix: '/carriers/api.nexmo.com',
        routes: [...messageRoutes(context, by), ...applicationRoutes(context, by)],
        refuse: problemOf,
        refusalType: 'application/problem+json',
      },
    ]
  },
  newAccount() {
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
  newLine: (_account, e164) => ({ id: e164.slice(1), more: { country: countryOf(e164) ?? 'US' } }),
  newTextId: () => randomUUID(),
  receipt(_world, account, text, step) {
    const url = text.statusUrl ?? addressOf(account, 'status_url')
    return url ? signedRequest(account, url, statusOf(text, step)) : null
  },
  inbound(_world, account, line, text) {
    const url = line.more.app_id === account.credentials.application_id ? addressOf(account, 'inbound_url') : null
    return url ? signedRequest(account, url, messageOf(text)) : null
  },
  // For a day in truth, as long as it is not answered with a success.
  patience: { timeoutMs: 5_000, pausesMs: [500, 2_000, 5_000], asksAgain: () => true },
}

const site = (context: CarrierWorld): Pick<Site, 'provider' | 'authorize' | 'wording'> => ({
  provider: 'vonage',
  authorize: (_path, _bearer, { authorization }) => admit(callerOf(context, authorization)),
  wording: WORDING,
})

function callerOf(context: CarrierWorld, authorization: string | undefined): SimAccount | undefined {
  const given = basicOf(authorization)
  const account = given ? context.account('vonage', given.user) : undefined
  return account?.credentials.api_secret === given?.password ? account : undefined
}

function admit(account: SimAccount | undefined): void {
  if (!account) throw new Refusal(401, 'authentication failed')
  if (account.state === 'suspended') throw problem(403, '#account-suspended', 'Account suspended', 'This account has been suspended')
  if (account.state === 'forbidden') throw new Refusal(403, 'Your account does not have permission to perform this action')
}

const iso = (ms: number) => new Date(ms).toISOString()
/** Vonage leaves the plus sign out. */
const bare = (number: string) => number.replace(/^\+/, '')
const USAGE = { currency: 'EUR', price: '0.0057' }
const STATUSES: Record<TextStep['status'], string> = { sent: 'submitted', delivered: 'delivered', undelivered: 'undeliverable', failed: 'rejected' }

function statusOf({ id, from, to, ref }: SimText, { status, at, trouble }: TextStep): JsonObject {
  const error = errorOf(trouble)
  return {
    message_uuid: id,
    to: bare(to),
    from: bare(from),
    timestamp: iso(at),
    status: STATUSES[status],
    ...(error && { error }),
    ...(ref !== null && { client_ref: ref }),
    channel: 'sms',
    destination: { network_code: '12345' },
    sms: { count_total: '1' },
    usage: USAGE,
  }
}

function messageOf({ id, from, to, body, media, createdAt }: SimText): JsonObject {
  const common = { message_uuid: id, to: bare(to), from: bare(from), timestamp: iso(createdAt) }
  if (media.length > 0) return { ...common, channel: 'mms', message_type: 'image', image: { url: media[0], caption: body } }
  const keyword = body.split(/\s/)[0]!.toUpperCase()
  return { ...common, channel: 'sms', message_type: 'text', text: body, sms: { num_messages: '1', keyword }, usage: USAGE, origin: { network_code: '12345' } }
}

function signedRequest({ id, credentials }: SimAccount, url: string, message: JsonObject): Outgoing {
  const body = JSON.stringify(message)
  const payload_hash = createHash('sha256').update(body).digest('hex')
  const signed = (secret: string, now: number) => {
    const claims = { iat: Math.floor(now / 1000), jti: randomUUID(), iss: 'Vonage', payload_hash, api_key: id, application_id: credentials.application_id }
    const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const signature = createHmac('sha256', secret).update(parts).digest('base64url')
    return { 'content-type': 'application/json', 'user-agent': 'VonageMessages/1.0', authorization: `Bearer ${parts}.${signature}` }
  }
  return {
    url,
    body,
    headers: (now) => signed(credentials.signature_secret!, now),
    forgedHeaders: (now) => signed(`not ${credentials.signature_secret}`, now),
  }
}
