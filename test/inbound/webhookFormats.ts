import { createHash, createHmac, generateKeyPairSync, randomUUID, sign as signEd25519 } from 'node:crypto'
import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import { callbackLogin } from '../../src/carriers/bandwidth/applications.ts'
import { basicAuth } from '../../src/carriers/http.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'

export interface InboundSms {
  id: string
  from: string
  to: string
  body: string
}
export interface DeliveryReceipt {
  id: string
  to: string
  status: 'sent' | 'delivered' | 'undelivered'
}
type Headers = Record<string, string>

/** A carrier's webhooks, built from its documentation, so that this tests the client and the simulator independently. */
export interface WebhookFormat {
  credentials: Credentials & Record<string, string>
  /** Credentials of another account at the same carrier. */
  otherCredentials: Credentials & Record<string, string>
  type: 'application/json' | 'application/x-www-form-urlencoded'
  smsBody(text: InboundSms): string
  receiptBody(receipt: DeliveryReceipt): string
  /** Returns the headers that authenticate a request signed at a time, in milliseconds. */
  sign(credentials: Record<string, string>, raw: string, url: string, at?: number): Headers
  /** The parts that the signature covers. Only the secret URL protects the others. */
  covers: { body: boolean; url: boolean; time: boolean; key: boolean }
}

const hexOf = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length)
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const uuidOf = (text: string) => hexOf(text, 32).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
const seconds = (at: number) => String(Math.floor(at / 1000))
const withoutPlus = (number: string) => number.replace('+', '')

const lamlFormat = (header: string, key: string): Pick<WebhookFormat, 'type' | 'smsBody' | 'receiptBody' | 'sign' | 'covers'> => ({
  type: 'application/x-www-form-urlencoded',
  smsBody: ({ id, from, to, body }) =>
    form({ MessageSid: id, SmsSid: id, AccountSid: `AC${hexOf('account', 32)}`, From: from, To: to, Body: body, NumMedia: '0', NumSegments: '1' }),
  receiptBody: ({ id, to, status }) =>
    form({ MessageSid: id, SmsSid: id, MessageStatus: status, SmsStatus: status, To: to, From: '+14155550142', AccountSid: `AC${hexOf('account', 32)}` }),
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
const telnyxCredentials = (keys: (typeof telnyxKeys)[number], name: string) => ({ api_key: `KEY-${name}`, public_key: keys.public })

const jwtOf = (secret: string, claims: object) => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
const VONAGE_STATUSES = { sent: 'submitted', delivered: 'delivered', undelivered: 'undeliverable' }

export const WEBHOOK_FORMATS: Record<CarrierName, WebhookFormat> = {
  twilio: {
    ...lamlFormat('X-Twilio-Signature', 'auth_token'),
    credentials: { account_sid: `AC${hexOf('account', 32)}`, auth_token: hexOf('token', 32) },
    otherCredentials: { account_sid: `AC${hexOf('other', 32)}`, auth_token: hexOf('other token', 32) },
  },
  signalwire: {
    ...lamlFormat('X-SignalWire-Signature', 'signing_key'),
    credentials: { space: 'acme', project_id: uuidOf('project'), api_token: `PT${hexOf('token', 40)}`, signing_key: `PSK_${hexOf('key', 24)}` },
    otherCredentials: { space: 'other', project_id: uuidOf('other'), api_token: `PT${hexOf('other token', 40)}`, signing_key: `PSK_${hexOf('other key', 24)}` },
  },
  telnyx: {
    credentials: telnyxCredentials(telnyxKeys[0], 'ours'),
    otherCredentials: telnyxCredentials(telnyxKeys[1], 'others'),
    type: 'application/json',
    smsBody: ({ id, from, to, body }) =>
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
    receiptBody: ({ id, to, status }) =>
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
    credentials: { api_key: 'abcd1234', api_secret: 'secret', signature_secret: hexOf('signature', 40), application_id: uuidOf('application') },
    otherCredentials: {
      api_key: 'wxyz1234',
      api_secret: 'secret',
      signature_secret: hexOf('other signature', 40),
      application_id: uuidOf('other application'),
    },
    type: 'application/json',
    smsBody: ({ id, from, to, body }) =>
      JSON.stringify({
        channel: 'sms',
        message_uuid: uuidOf(id),
        from: withoutPlus(from),
        to: withoutPlus(to),
        text: body,
        timestamp: '2026-11-20T10:00:00Z',
        message_type: 'text',
        sms: { num_messages: '1' },
      }),
    receiptBody: ({ id, to, status }) =>
      JSON.stringify({
        channel: 'sms',
        message_uuid: id,
        to: withoutPlus(to),
        from: '14155550142',
        timestamp: '2026-11-20T10:00:00Z',
        status: VONAGE_STATUSES[status],
      }),
    sign(credentials, raw, _url, at = Date.now()) {
      const account = { api_key: credentials.api_key, application_id: credentials.application_id }
      const claims = { iat: Number(seconds(at)), jti: randomUUID(), iss: 'Vonage', ...account, payload_hash: createHash('sha256').update(raw).digest('hex') }
      return { Authorization: `Bearer ${jwtOf(credentials.signature_secret!, claims)}` }
    },
    covers: { body: true, url: false, time: true, key: true },
  },
  plivo: {
    credentials: { auth_id: 'MAXXXXXXXXXXXXXXXXXX', auth_token: hexOf('plivo', 40) },
    otherCredentials: { auth_id: 'MAYYYYYYYYYYYYYYYYYY', auth_token: hexOf('other plivo', 40) },
    type: 'application/x-www-form-urlencoded',
    smsBody: ({ id, from, to, body }) => form({ From: withoutPlus(from), To: withoutPlus(to), Type: 'sms', Text: body, MessageUUID: uuidOf(id), Units: '1' }),
    receiptBody: ({ id, to, status }) => form({ MessageUUID: id, To: withoutPlus(to), From: '14155550142', Status: status, ErrorCode: '000' }),
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
    otherCredentials: { account_id: '9900779', client_id: 'client-others', client_secret: 'secret', application_id: uuidOf('other bandwidth') },
    type: 'application/json',
    smsBody: ({ id, from, to, body }) =>
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
    receiptBody: ({ id, to, status }) =>
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
      return { Authorization: basicAuth(user, password) }
    },
    covers: { body: false, url: false, time: false, key: false },
  },
  sinch: {
    credentials: {
      project_id: uuidOf('sinch'),
      key_id: uuidOf('key'),
      key_secret: 'secret',
      service_plan_id: hexOf('plan', 32),
      api_token: hexOf('api', 32),
      webhook_secret: hexOf('hook', 32),
    },
    otherCredentials: { project_id: uuidOf('other sinch'), key_id: uuidOf('other key'), key_secret: 'secret', webhook_secret: hexOf('other hook', 32) },
    type: 'application/json',
    smsBody: ({ id, from, to, body }) =>
      JSON.stringify({ type: 'mo_text', id, from: withoutPlus(from), to: withoutPlus(to), body, received_at: '2026-11-20T10:00:00Z' }),
    receiptBody: ({ id, to, status }) =>
      JSON.stringify({
        type: 'recipient_delivery_report_sms',
        batch_id: id,
        recipient: withoutPlus(to),
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
