import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, randomInt, randomUUID, sign } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { Refusal, type Site } from '../../wire/http.ts'
import { asText } from '../../wire/json.ts'
import { profileOf, telnyxRoutes } from './routes.ts'
import { toInboundEvent, toReceiptEvent } from './views.ts'
import { createError, toTelnyxRefusal, WORDING } from './errors.ts'
import type { CarrierSimulator, CarrierContext, CarrierRequest, SimAccount } from '../types.ts'

/** Telnyx: numbers, messaging profiles, messages, and webhooks signed with the account's Ed25519 key. */
export const telnyx: CarrierSimulator = {
  carrier: 'telnyx',
  sites: (context) => [site(context)],
  createAccount() {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const profile = randomUUID()
    const credentials = {
      api_key: `KEY${randomBytes(16).toString('hex').toUpperCase()}_${randomBytes(16).toString('base64url').replaceAll(/[-_]/g, 'x')}`,
      public_key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
      messaging_profile_id: profile,
      sip_username: `callwright${randomInt(1e6)}`,
      sip_password: randomBytes(12).toString('hex'),
    }
    const keys = {
      privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }),
      profiles: [{ id: profile, name: 'Texts', enabled: true, webhook_url: null }],
    }
    return { id: randomUUID(), credentials, keys }
  },
  createNumber: ({ credentials }) => ({
    id: String(BigInt(1e18) + BigInt(randomInt(2 ** 47))),
    details: { profile: credentials.messaging_profile_id ?? null },
  }),
  createMessageId: () => randomUUID(),
  receipt(_world, account, message, step) {
    const url = message.statusUrl ?? asText(profileOf(account, message.more.profile)?.webhook_url)
    return url ? createEventRequest(account, url, toReceiptEvent(account, message, step)) : null
  },
  inbound(_world, account, phoneNumber, message) {
    const url = asText(profileOf(account, phoneNumber.more.profile)?.webhook_url)
    return url ? createEventRequest(account, url, toInboundEvent(account, phoneNumber, message)) : null
  },
  // Three attempts, with a timeout of two seconds each.
  retryPolicy: { timeoutMs: 2_000, retryDelaysMs: [500, 1_000], shouldRetry: () => true },
}

const site = (context: CarrierContext): Site => ({
  prefix: '/carriers/api.telnyx.com',
  provider: 'telnyx',
  routes: telnyxRoutes(context, (authorization) => callerOf(context, authorization)!),
  authorize: (_path, bearer) => authorize(callerOf(context, `Bearer ${bearer}`)),
  refuse: toTelnyxRefusal,
  wording: WORDING,
})

const callerOf = (context: CarrierContext, authorization: string | undefined): SimAccount | undefined => {
  const [, key] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? []
  return key === undefined ? undefined : context.accountWith('telnyx', 'api_key', key)
}

function authorize(account: SimAccount | undefined): void {
  if (!account) throw new Refusal(401, 'No key found matching the ID with the provided secret.')
  if (account.state === 'suspended') throw createError(403, '20012', 'The account is not active.')
  if (account.state === 'forbidden')
    throw new Refusal(403, 'You do not have permission to perform the requested action on the specified resource or resources.')
}

function createEventRequest(account: SimAccount, url: string, data: JsonObject): CarrierRequest {
  const body = JSON.stringify({ data, meta: { attempt: 1, delivered_to: url } })
  const createHeaders = (key: KeyObject, now: number) => {
    const timestamp = String(Math.floor(now / 1000))
    return {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'telnyx-webhooks',
      'telnyx-timestamp': timestamp,
      'telnyx-signature-ed25519': sign(null, Buffer.from(`${timestamp}|${body}`), key).toString('base64'),
    }
  }
  return {
    url,
    body,
    headers: (now) => createHeaders(createPrivateKey(asText(account.keys.privateKey)), now),
    forgedHeaders: (now) => createHeaders(generateKeyPairSync('ed25519').privateKey, now),
  }
}
