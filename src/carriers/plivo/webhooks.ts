import { createHmac } from 'node:crypto'
import { sameSecret } from '../../kernel/crypto/sameSecret.ts'
import type { CarrierErrorKind, WebhookResult, WebhookRequest, SmsEvent, SmsStatus } from '../carrier.ts'
import { parseForm, lookUp } from '../webhooks.ts'
import { withPlus } from '../phoneNumbers.ts'
import type { PlivoCredentials } from './requests.ts'

const xmlReply = (content: string) => ({ status: 200, type: 'application/xml', body: `<Response>${content}</Response>` })

/**
 * Verifies and parses a request. Plivo signs the URL and a nonce but not the body, so the secret part of the URL protects the body.
 * Rejects a call to a number that had no application for calls.
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
  return event ? { events: event === 'ignored' ? [] : [event], reply: xmlReply('') } : { refused: 'malformed' }
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

function toStatus(form: URLSearchParams): SmsEvent | 'ignored' | null {
  const carrierMessageId = form.get('MessageUUID')
  if (!carrierMessageId) return null
  const status = lookUp(STATUSES, form.get('Status')!.toLowerCase())
  if (!status) return 'ignored'
  const code = form.get('ErrorCode')
  const errorCode = code && code !== '000' ? code : null
  return { type: 'status', carrierMessageId, ref: null, status, errorCode, errorReason: lookUp(REASON_BY_CODE, errorCode) ?? null }
}

const STATUSES: Record<string, SmsStatus> = {
  queued: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  rejected: 'failed',
}

/** Codes for spam, an invalid sender, invalid recipients, a network's block, the recipient's STOP, no credit, and a disabled account. */
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
