import { randomUUID } from 'node:crypto'
import { countryOf } from '../../../kernel/lib/phones.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { errorsOf } from './errors.ts'
import type { SimAccount, SimNumber, SimMessage, MessageStep } from '../types.ts'

export const TOLL_FREE = /^\+18(00|33|44|55|66|77|88)/

const toIso = (ms: number) => new Date(ms).toISOString()
const countryOfNumber = (e164: string) => countryOf(e164) ?? 'US'

/** A number in the account's list. */
export const toNumberView = (phoneNumber: SimNumber): JsonObject => ({
  id: phoneNumber.id,
  record_type: 'phone_number',
  phone_number: phoneNumber.e164,
  country_iso_alpha2: countryOfNumber(phoneNumber.e164),
  status: 'active',
  tags: [],
  external_pin: null,
  connection_id: null,
  customer_reference: null,
  messaging_profile_id: phoneNumber.more.profile ?? null,
  created_at: toIso(phoneNumber.createdAt),
  updated_at: toIso(phoneNumber.createdAt),
  purchased_at: toIso(phoneNumber.createdAt),
  phone_number_type: TOLL_FREE.test(phoneNumber.e164) ? 'toll_free' : 'local',
  deletion_lock_enabled: false,
})

/** The messaging settings of a number. */
export function toMessagingView(account: SimAccount, phoneNumber: SimNumber): JsonObject {
  const features = { domestic_two_way: true, international_inbound: true, international_outbound: false }
  return {
    record_type: 'messaging_settings',
    id: phoneNumber.id,
    phone_number: phoneNumber.e164,
    messaging_profile_id: phoneNumber.more.profile ?? null,
    messaging_product: 'A2P',
    country_code: countryOfNumber(phoneNumber.e164),
    type: TOLL_FREE.test(phoneNumber.e164) ? 'toll-free' : 'long-code',
    organization_id: account.id,
    eligible_messaging_products: phoneNumber.sms ? ['A2P'] : [],
    features: { sms: phoneNumber.sms ? features : null, mms: null },
    created_at: toIso(phoneNumber.createdAt),
    updated_at: toIso(phoneNumber.createdAt),
  }
}

/** An outbound message after a step. */
export function toOutboundView(account: SimAccount, message: SimMessage, step: MessageStep | null): JsonObject {
  const isFinal = step && step.status !== 'sent'
  return {
    record_type: 'message',
    direction: 'outbound',
    id: message.id,
    type: 'SMS',
    organization_id: account.id,
    messaging_profile_id: String(message.more.profile),
    from: { phone_number: message.from, carrier: 'Telnyx', line_type: 'Wireless' },
    to: [{ phone_number: message.to, status: statusOf(step), carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' }],
    cc: [],
    text: message.body,
    media: [],
    webhook_url: message.statusUrl,
    webhook_failover_url: null,
    encoding: 'GSM-7',
    parts: 1,
    tags: [],
    cost: { amount: '0.0051', currency: 'USD' },
    received_at: toIso(message.createdAt),
    sent_at: step && toIso(message.steps[0]!.at),
    completed_at: isFinal ? toIso(step.at) : null,
    valid_until: null,
    errors: errorsOf(step?.trouble ?? null),
  }
}

const STATUSES: Record<MessageStep['status'], string> = { sent: 'sent', delivered: 'delivered', undelivered: 'delivery_failed', failed: 'sending_failed' }
const statusOf = (step: MessageStep | null) => (step ? STATUSES[step.status] : 'queued')

/** The webhook event for a step. */
export const toReceiptEvent = (account: SimAccount, message: SimMessage, step: MessageStep): JsonObject =>
  toEvent(step.status === 'sent' ? 'message.sent' : 'message.finalized', step.at, toOutboundView(account, message, step))

/** The webhook event for an inbound message. */
export const toInboundEvent = (account: SimAccount, phoneNumber: SimNumber, message: SimMessage): JsonObject =>
  toEvent('message.received', message.createdAt, {
    record_type: 'message',
    direction: 'inbound',
    id: message.id,
    type: message.media.length > 0 ? 'MMS' : 'SMS',
    organization_id: account.id,
    messaging_profile_id: String(phoneNumber.more.profile),
    from: { phone_number: message.from, carrier: 'T-Mobile USA', line_type: 'Wireless', status: 'received' },
    to: [{ phone_number: message.to, carrier: 'Telnyx', line_type: 'Wireless', status: 'webhook_delivered' }],
    cc: [],
    text: message.body,
    media: message.media.map((url) => ({ url, content_type: 'image/jpeg', size: 1024 })),
    webhook_url: null,
    webhook_failover_url: null,
    encoding: 'GSM-7',
    parts: 1,
    tags: [],
    cost: null,
    received_at: toIso(message.createdAt),
    sent_at: null,
    completed_at: null,
    valid_until: null,
    errors: [],
  })

const toEvent = (event_type: string, at: number, payload: JsonObject): JsonObject => ({
  record_type: 'event',
  event_type,
  id: randomUUID(),
  occurred_at: toIso(at),
  payload,
})
