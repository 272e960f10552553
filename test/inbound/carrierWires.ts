import { createHash, createHmac, generateKeyPairSync, randomUUID, sign as signEd25519 } from 'node:crypto'
import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import { callbackLogin } from '../../src/carriers/bandwidth/applications.ts'
import { basic } from '../../src/carriers/http.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'

export interface Text {
  id: string
  from: string
  to: string
  body: string
}
export interface Receipt {
  id: string
  to: string
  status: 'sent' | 'delivered' | 'undelivered'
}
type Headers = Record<string, string>

/** What a carrier sends, made here anew from its documentation, so that client and simulator are not judged by each other. */
export interface Wire {
  credentials: Credentials & Record<string, string>
  /** Credentials of somebody else's account at the same carrier. */
  others: Credentials & Record<string, string>
  type: 'application/json' | 'application/x-www-form-urlencoded'
  text(text: Text): string
  receipt(receipt: Receipt): string
  /** The headers that prove it genuine; `at` in milliseconds. */
  sign(credentials: Record<string, string>, raw: string, url: string, at?: number): Headers
  /** What the signature covers; whatever it does not is protected by the unguessable address alone. */
  covers: { body: boolean; url: boolean; time: boolean; key: boolean }
}

const hex = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length)
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const uuidOf = (text: string) => hex(text, 32).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
const seconds = (at: number) => String(Math.floor(at / 1000))
const noPlus = (number: string) => number.replace('+', '')

const laml = (header: string, key: string): Pick<Wire, 'type' | 'text' | 'receipt' | 'sign' | 'covers'> => ({
  type: 'application/x-www-form-urlencoded',
  text: ({ id, from, to, body }) =>
    form({ MessageSid: id, SmsSid: id, AccountSid: `AC${hex('account', 32)}`, From: from, To: to, Body: body, NumMedia: '0', NumSegments: '1' }),
  receipt: ({ id, to, status }) =>
    form({ MessageSid: id, SmsSid: id, MessageStatus: status, SmsStatus: status, To: to, From: '+14155550142', AccountSid: `AC${hex('account', 32)}` }),
  sign(credentials, raw, url) {
    const fields = [...new URLSearchParams(raw)].sort(([a], [b]) => (a < b ? -1 : 1))
    const base = url + fields.map(([name, value]) => name + value).join('')
    return { [header]: createHmac('sha1', credentials[key]!).update(base).digest('base64') }
  },
  covers: { body: true, url: true, time: false, key: true },
})

const ed25519 = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { public: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'), private: privateKey }
}
const telnyxKeys = [ed25519(), ed25519()] as const
const telnyx = (keys: (typeof telnyxKeys)[number], name: string) => ({ api_key: `KEY-${name}`, public_key: keys.public })

const token = (secret: string, claims: object) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
const vonageStatus = { sent: 'submitted', delivered: 'delivered', undelivered: 'undeliverable' }

export const WIRES: Record<CarrierName, Wire> = {
  twilio: {
    ...laml('X-Twilio-Signature', 'auth_token'),
    credentials: { account_sid: `AC${hex('account', 32)}`, auth_token: hex('token', 32) },
    others: { account_sid: `AC${hex('other', 32)}`, auth_token: hex('other token', 32) },
  },
  signalwire: {
    ...laml('X-SignalWire-Signature', 'signing_key'),
    credentials: { space: 'acme', project_id: uuidOf('project'), api_token: `PT${hex('token', 40)}`, signing_key: `PSK_${hex('key', 24)}` },
    others: { space: 'other', project_id: uuidOf('other'), api_token: `PT${hex('other token', 40)}`, signing_key: `PSK_${hex('other key', 24)}` },
  },
  telnyx: {
    credentials: telnyx(telnyxKeys[0], 'ours'),
    others: telnyx(telnyxKeys[1], 'others'),
    type: 'application/json',
    text: ({ id, from, to, body }) =>
      JSON.stringify({
        data: {
          event_type: 'message.received',
          id: randomUUID(),
          record_type: 'event',
          payload: {
            id,
            direction: 'inbound',
            from: { phone_number: from },
            to: [{ phone_number: to, status: 'webhook_delivered' }],
            text: body,
            media: [],
            errors: [],
            type: 'SMS',
          },
        },
      }),
    receipt: ({ id, to, status }) =>
      JSON.stringify({
        data: {
          event_type: status === 'sent' ? 'message.sent' : 'message.finalized',
          id: randomUUID(),
          record_type: 'event',
          payload: { id, direction: 'outbound', to: [{ phone_number: to, status: status === 'undelivered' ? 'delivery_failed' : status }], errors: [] },
        },
      }),
    sign(credentials, raw, _url, at = Date.now()) {
      const keys = telnyxKeys.find((pair) => pair.public === credentials.public_key)!
      const signature = signEd25519(null, Buffer.from(`${seconds(at)}|${raw}`), keys.private).toString('base64')
      return { 'telnyx-signature-ed25519': signature, 'telnyx-timestamp': seconds(at) }
    },
    covers: { body: true, url: false, time: true, key: true },
  },
  vonage: {
    credentials: { api_key: 'abcd1234', api_secret: 'secret', signature_secret: hex('signature', 40), application_id: uuidOf('application') },
    others: { api_key: 'wxyz1234', api_secret: 'secret', signature_secret: hex('other signature', 40), application_id: uuidOf('other application') },
    type: 'application/json',
    text: ({ id, from, to, body }) =>
      JSON.stringify({
        channel: 'sms',
        message_uuid: uuidOf(id),
        from: noPlus(from),
        to: noPlus(to),
        text: body,
        timestamp: '2026-11-20T10:00:00Z',
        message_type: 'text',
        sms: { num_messages: '1' },
      }),
    receipt: ({ id, to, status }) =>
      JSON.stringify({
        channel: 'sms',
        message_uuid: id,
        to: noPlus(to),
        from: '14155550142',
        timestamp: '2026-11-20T10:00:00Z',
        status: vonageStatus[status],
      }),
    sign(credentials, raw, _url, at = Date.now()) {
      const about = { api_key: credentials.api_key, application_id: credentials.application_id }
      const claims = { iat: Number(seconds(at)), jti: randomUUID(), iss: 'Vonage', ...about, payload_hash: createHash('sha256').update(raw).digest('hex') }
      return { Authorization: `Bearer ${token(credentials.signature_secret!, claims)}` }
    },
    covers: { body: true, url: false, time: true, key: true },
  },
  plivo: {
    credentials: { auth_id: 'MAXXXXXXXXXXXXXXXXXX', auth_token: hex('plivo', 40) },
    others: { auth_id: 'MAYYYYYYYYYYYYYYYYYY', auth_token: hex('other plivo', 40) },
    type: 'application/x-www-form-urlencoded',
    text: ({ id, from, to, body }) => form({ From: noPlus(from), To: noPlus(to), Type: 'sms', Text: body, MessageUUID: uuidOf(id), Units: '1' }),
    receipt: ({ id, to, status }) => form({ MessageUUID: id, To: noPlus(to), From: '14155550142', Status: status, ErrorCode: '000' }),
    sign(credentials, _raw, url) {
      const nonce = randomUUID()
      const signature = createHmac('sha256', credentials.auth_token!)
        .update(url.split('?')[0]! + nonce)
        .digest('base64')
      return { 'X-Plivo-Signature-V2': signature, 'X-Plivo-Signature-V2-Nonce': nonce }
    },
    covers: { body: false, url: true, time: false, key: true },
  },
  bandwidth: {
    credentials: { account_id: '9900778', client_id: 'client-ours', client_secret: 'secret', application_id: uuidOf('bandwidth') },
    others: { account_id: '9900779', client_id: 'client-others', client_secret: 'secret', application_id: uuidOf('other bandwidth') },
    type: 'application/json',
    text: ({ id, from, to, body }) =>
      JSON.stringify([
        {
          type: 'message-received',
          time: '2026-11-20T10:00:00Z',
          description: 'Incoming message received',
          to,
          message: {
            id,
            owner: to,
            applicationId: uuidOf('bandwidth'),
            time: '2026-11-20T10:00:00Z',
            segmentCount: 1,
            direction: 'in',
            to: [to],
            from,
            text: body,
          },
        },
      ]),
    receipt: ({ id, to, status }) =>
      JSON.stringify([
        {
          type: { sent: 'message-sending', delivered: 'message-delivered', undelivered: 'message-failed' }[status],
          to,
          ...(status === 'undelivered' && { errorCode: 4701 }),
          message: { id, owner: '+14155550142', direction: 'out', to: [to], from: '+14155550142', text: '' },
        },
      ]),
    sign(_credentials, _raw, url) {
      const { user, password } = callbackLogin(new URL(url).pathname.split('/')[3]!)
      return { Authorization: basic(user, password) }
    },
    covers: { body: false, url: false, time: false, key: false },
  },
  sinch: {
    credentials: {
      project_id: uuidOf('sinch'),
      key_id: uuidOf('key'),
      key_secret: 'secret',
      service_plan_id: hex('plan', 32),
      api_token: hex('api', 32),
      webhook_secret: hex('hook', 32),
    },
    others: { project_id: uuidOf('other sinch'), key_id: uuidOf('other key'), key_secret: 'secret', webhook_secret: hex('other hook', 32) },
    type: 'application/json',
    text: ({ id, from, to, body }) => JSON.stringify({ type: 'mo_text', id, from: noPlus(from), to: noPlus(to), body, received_at: '2026-11-20T10:00:00Z' }),
    receipt: ({ id, to, status }) =>
      JSON.stringify({
        type: 'recipient_delivery_report_sms',
        batch_id: id,
        recipient: noPlus(to),
        code: status === 'delivered' ? 0 : 400,
        status: { sent: 'Dispatched', delivered: 'Delivered', undelivered: 'Failed' }[status],
        at: '2026-11-20T10:00:00Z',
      }),
    sign(credentials, raw, _url, at = Date.now()) {
      const nonce = randomUUID()
      const signature = createHmac('sha256', credentials.webhook_secret!)
        .update(`${raw}.${nonce}.${seconds(at)}`)
        .digest('base64')
      const prefix = 'x-sinch-webhook-signature'
      return { [prefix]: signature, [`${prefix}-nonce`]: nonce, [`${prefix}-timestamp`]: seconds(at), [`${prefix}-algorithm`]: 'HmacSHA256' }
    },
    covers: { body: true, url: false, time: true, key: true },
  },
}
