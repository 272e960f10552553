import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, randomInt, randomUUID, sign } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { Refusal, type Site } from '../../wire/http.ts'
import { asText } from '../../wire/json.ts'
import { profileOf, telnyxRoutes } from './routes.ts'
import { inboundEvent, receiptEvent } from './views.ts'
import { problem, telnyxRefusal, WORDING } from './errors.ts'
import type { CarrierHalf, CarrierWorld, Outgoing, SimAccount } from '../types.ts'

/** Telnyx: numbers, messaging profiles, messages, and webhooks signed with an Ed25519 key of the account's. */
export const telnyx: CarrierHalf = {
  carrier: 'telnyx',
  sites: (context) => [site(context)],
  newAccount() {
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
  newLine: ({ credentials }) => ({
    id: String(BigInt(1e18) + BigInt(randomInt(2 ** 47))),
    more: { profile: credentials.messaging_profile_id ?? null },
  }),
  newTextId: () => randomUUID(),
  receipt(_world, account, text, step) {
    const url = text.statusUrl ?? asText(profileOf(account, text.more.profile)?.webhook_url)
    return url ? event(account, url, receiptEvent(account, text, step)) : null
  },
  inbound(_world, account, line, text) {
    const url = asText(profileOf(account, line.more.profile)?.webhook_url)
    return url ? event(account, url, inboundEvent(account, line, text)) : null
  },
  // Three attempts at an address, two seconds for each.
  patience: { timeoutMs: 2_000, pausesMs: [500, 1_000], asksAgain: () => true },
}

const site = (context: CarrierWorld): Site => ({
  prefix: '/carriers/api.telnyx.com',
  provider: 'telnyx',
  routes: telnyxRoutes(context, (authorization) => callerOf(context, authorization)!),
  authorize: (_path, bearer) => admit(callerOf(context, `Bearer ${bearer}`)),
  refuse: telnyxRefusal,
  wording: WORDING,
})

const callerOf = (context: CarrierWorld, authorization: string | undefined): SimAccount | undefined => {
  const [, key] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? []
  return key === undefined ? undefined : context.accountWith('telnyx', 'api_key', key)
}

function admit(account: SimAccount | undefined): void {
  if (!account) throw new Refusal(401, 'No key found matching the ID with the provided secret.')
  if (account.state === 'suspended') throw problem(403, '20012', 'The account is not active.')
  if (account.state === 'forbidden')
    throw new Refusal(403, 'You do not have permission to perform the requested action on the specified resource or resources.')
}

function event(account: SimAccount, url: string, data: JsonObject): Outgoing {
  const body = JSON.stringify({ data, meta: { attempt: 1, delivered_to: url } })
  const signed = (key: KeyObject, now: number) => {
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
    headers: (now) => signed(createPrivateKey(asText(account.keys.privateKey)), now),
    forgedHeaders: (now) => signed(generateKeyPairSync('ed25519').privateKey, now),
  }
}
