import { createHmac } from 'node:crypto'
import { sameSecret } from '../../kernel/crypto/sameSecret.ts'
import type { CarrierErrorKind, WebhookResult, WebhookRequest, SmsEvent, SmsStatus } from '../carrier.ts'
import { parseForm, lookUp } from '../webhooks.ts'
import { withPlus } from '../phoneNumbers.ts'
import type { PlivoCredentials } from './requests.ts'

const xmlReply = (content: string) => ({ status: 200, type: 'application/xml', body: `<Response>${content}</Response>` })

/**
 * Plivo signs the address and a nonce, not the body: that a body is genuine follows from the address's unguessable part,
 * which nobody else knows. A call to a number that nothing else answers is declined.
 */
export function parsePlivoWebhook(credentials: PlivoCredentials, { raw, headers, url }: WebhookRequest): WebhookResult {
  const nonce = headers['x-plivo-signature-v2-nonce']
  const isSignedBy = (token: string | undefined, signature: unknown) =>
    token !== undefined && typeof nonce === 'string' && typeof signature === 'string' && sameSecret(signature, sign(token, url, nonce))
  const isGenuine =
    isSignedBy(credentials.auth_token, headers['x-plivo-signature-v2']) ||
    isSignedBy(credentials.main_auth_token ?? credentials.auth_token, headers['x-plivo-signature-ma-v2'])
  if (!isGenuine) return { refused: 'bad_signature' }
  const form = parseForm(raw)
  if (!form) return { refused: 'malformed' }
  if (form.has('CallUUID')) return { events: [], reply: xmlReply('<Hangup reason="rejected"/>') }
  const event = form.has('Status') ? toStatus(form) : toInbound(form)
  return event ? { events: event === 'nothing' ? [] : [event], reply: xmlReply('') } : { refused: 'malformed' }
}

const sign = (token: string, url: string, nonce: string) =>
  createHmac('sha256', token)
    .update(url.split('?')[0]! + nonce)
    .digest('base64')

function toInbound(form: URLSearchParams): SmsEvent | null {
  const [carrierMessageId, from, to] = [form.get('MessageUUID'), form.get('From'), form.get('To')]
  if (!carrierMessageId || !from || !to) return null
  const media = [...form].filter(([name, value]) => /^Media\d+$/.test(name) && value !== '').map(([, value]) => value)
  return { type: 'inbound', carrierMessageId, from: withPlus(from), to: withPlus(to), body: form.get('Text') ?? form.get('Body') ?? '', media }
}

function toStatus(form: URLSearchParams): SmsEvent | 'nothing' | null {
  const carrierMessageId = form.get('MessageUUID')
  if (!carrierMessageId) return null
  const status = lookUp(STATUS_BY_NAME, form.get('Status')!.toLowerCase())
  if (!status) return 'nothing'
  const code = form.get('ErrorCode')
  const errorCode = code && code !== '000' ? code : null
  return { type: 'status', carrierMessageId, ref: null, status, errorCode, errorReason: lookUp(REASON_BY_CODE, errorCode) ?? null }
}

const STATUS_BY_NAME: Record<string, SmsStatus> = {
  queued: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  rejected: 'failed',
}

/** Spam; wrong sender; wrong recipients; forbidden by the network; the recipient's STOP; no credit; account disabled. */
const REASON_BY_CODE: Record<string, CarrierErrorKind> = {
  '30': 'blocked',
  '40': 'not_sms_capable',
  '50': 'invalid_number',
  '70': 'invalid_number',
  '100': 'blocked',
  '200': 'opted_out',
  '900': 'insufficient_funds',
  '910': 'suspended',
}
