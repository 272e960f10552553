import { randomUUID } from 'node:crypto'
import { countryOf } from '../../../kernel/lib/phones.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { errorsOf } from './errors.ts'
import type { SimAccount, SimLine, SimText, TextStep } from '../types.ts'

export const TOLL_FREE = /^\+18(00|33|44|55|66|77|88)/

const iso = (ms: number) => new Date(ms).toISOString()
const countryIn = (e164: string) => countryOf(e164) ?? 'US'

/** A number among those of the account. */
export const numberView = (line: SimLine): JsonObject => ({
  id: line.id,
  record_type: 'phone_number',
  phone_number: line.e164,
  country_iso_alpha2: countryIn(line.e164),
  status: 'active',
  tags: [],
  external_pin: null,
  connection_id: null,
  customer_reference: null,
  messaging_profile_id: line.more.profile ?? null,
  created_at: iso(line.createdAt),
  updated_at: iso(line.createdAt),
  purchased_at: iso(line.createdAt),
  phone_number_type: TOLL_FREE.test(line.e164) ? 'toll_free' : 'local',
  deletion_lock_enabled: false,
})

/** The same number's settings for texts. */
export function messagingView(account: SimAccount, line: SimLine): JsonObject {
  const two = { domestic_two_way: true, international_inbound: true, international_outbound: false }
  return {
    record_type: 'messaging_settings',
    id: line.id,
    phone_number: line.e164,
    messaging_profile_id: line.more.profile ?? null,
    messaging_product: 'A2P',
    country_code: countryIn(line.e164),
    type: TOLL_FREE.test(line.e164) ? 'toll-free' : 'long-code',
    organization_id: account.id,
    eligible_messaging_products: line.sms ? ['A2P'] : [],
    features: { sms: line.sms ? two : null, mms: null },
    created_at: iso(line.createdAt),
    updated_at: iso(line.createdAt),
  }
}

/** A text that was sent, as it stands after a step. */
export function outboundView(account: SimAccount, text: SimText, step: TextStep | null): JsonObject {
  const settled = step && step.status !== 'sent'
  return {
    record_type: 'message',
    direction: 'outbound',
    id: text.id,
    type: 'SMS',
    organization_id: account.id,
    messaging_profile_id: String(text.more.profile),
    from: { phone_number: text.from, carrier: 'Telnyx', line_type: 'Wireless' },
    to: [{ phone_number: text.to, status: statusOf(step), carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' }],
    cc: [],
    text: text.body,
    media: [],
    webhook_url: text.statusUrl,
    webhook_failover_url: null,
    encoding: 'GSM-7',
    parts: 1,
    tags: [],
    cost: { amount: '0.0051', currency: 'USD' },
    received_at: iso(text.createdAt),
    sent_at: step && iso(text.steps[0]!.at),
    completed_at: settled ? iso(step.at) : null,
    valid_until: null,
    errors: errorsOf(step?.trouble ?? null),
  }
}

const STATUSES: Record<TextStep['status'], string> = { sent: 'sent', delivered: 'delivered', undelivered: 'delivery_failed', failed: 'sending_failed' }
const statusOf = (step: TextStep | null) => (step ? STATUSES[step.status] : 'queued')

/** What tells of a step. */
export const receiptEvent = (account: SimAccount, text: SimText, step: TextStep): JsonObject =>
  eventOf(step.status === 'sent' ? 'message.sent' : 'message.finalized', step.at, outboundView(account, text, step))

/** What brings a text. */
export const inboundEvent = (account: SimAccount, line: SimLine, text: SimText): JsonObject =>
  eventOf('message.received', text.createdAt, {
    record_type: 'message',
    direction: 'inbound',
    id: text.id,
    type: text.media.length > 0 ? 'MMS' : 'SMS',
    organization_id: account.id,
    messaging_profile_id: String(line.more.profile),
    from: { phone_number: text.from, carrier: 'T-Mobile USA', line_type: 'Wireless', status: 'received' },
    to: [{ phone_number: text.to, carrier: 'Telnyx', line_type: 'Wireless', status: 'webhook_delivered' }],
    cc: [],
    text: text.body,
    media: text.media.map((url) => ({ url, content_type: 'image/jpeg', size: 1024 })),
    webhook_url: null,
    webhook_failover_url: null,
    encoding: 'GSM-7',
    parts: 1,
    tags: [],
    cost: null,
    received_at: iso(text.createdAt),
    sent_at: null,
    completed_at: null,
    valid_until: null,
    errors: [],
  })

const eventOf = (event_type: string, at: number, payload: JsonObject): JsonObject => ({
  record_type: 'event',
  event_type,
  id: randomUUID(),
  occurred_at: iso(at),
  payload,
})
