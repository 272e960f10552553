import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { sameSecret } from '../../kernel/crypto/sameSecret.ts'
import type { CarrierErrorKind, WebhookResult, WebhookRequest, SmsEvent, SmsStatus } from '../carrier.ts'
import { isStale, parseJson, lookUp } from '../webhooks.ts'
import { withPlus } from '../phoneNumbers.ts'
import type { SinchCredentials } from './requests.ts'

const inboundFields = { id: z.string().min(1), from: z.string().min(1), to: z.string().min(1) }
const reportFields = { batch_id: z.string().min(1), client_reference: z.string().nullish() }
const statusFields = { status: z.string(), code: z.number().nullish() }

/** A callback of a known type. Callbacks of other types are not validated. */
const Callback = z.discriminatedUnion('type', [
  z.object({ type: z.literal('mo_text'), ...inboundFields, body: z.string() }),
  z.object({ type: z.literal('mo_binary'), ...inboundFields }),
  z.object({
    type: z.literal('mo_media'),
    ...inboundFields,
    body: z.object({ message: z.string().nullish(), media: z.array(z.object({ url: z.string().nullish() })).nullish() }),
  }),
  z.object({ type: z.literal('recipient_delivery_report_sms'), ...reportFields, ...statusFields }),
  z.object({ type: z.literal('delivery_report_sms'), ...reportFields, statuses: z.array(z.object(statusFields)) }),
])
type Callback = z.output<typeof Callback>
const KNOWN_TYPES = new Set<string>(Callback.options.map(({ shape }) => shape.type.value))

/** Verifies and parses a request. Sinch signs only if a secret was agreed on. Without one, only the secret URL protects requests. */
export function parseSinchWebhook({ webhook_secret: secret }: SinchCredentials, { raw, headers }: WebhookRequest): WebhookResult {
  if (secret !== undefined) {
    const signatureValues = ['x-sinch-webhook-signature', 'x-sinch-webhook-signature-nonce', 'x-sinch-webhook-signature-timestamp'].map((name) => headers[name])
    if (!signatureValues.every((header) => typeof header === 'string')) return { refused: 'bad_signature' }
    const [signature, nonce, timestamp] = signatureValues as [string, string, string]
    const expected = createHmac('sha256', secret).update(raw).update(`.${nonce}.${timestamp}`).digest('base64')
    if (!sameSecret(signature, expected)) return { refused: 'bad_signature' }
    if (isStale(Number(timestamp))) return { refused: 'stale' }
  }
  const events = parseEvents(raw)
  return events ? { events, reply: { status: 200 } } : { refused: 'malformed' }
}

function parseEvents(raw: Buffer): SmsEvent[] | null {
  const body = z.looseObject({ type: z.string() }).safeParse(parseJson(raw)).data
  if (body && !KNOWN_TYPES.has(body.type)) return []
  const { data } = Callback.safeParse(body)
  return data ? toEvents(data) : null
}

function toEvents(callback: Callback): SmsEvent[] {
  if (callback.type === 'recipient_delivery_report_sms') return toStatusEvents(callback, callback)
  if (callback.type === 'delivery_report_sms') return callback.statuses.flatMap((recipientStatus) => toStatusEvents(callback, recipientStatus))
  const { id: carrierMessageId, from, to } = callback
  const base = { type: 'inbound' as const, carrierMessageId, from: withPlus(from), to: withPlus(to) }
  if (callback.type === 'mo_text') return [{ ...base, body: callback.body, media: [] }]
  if (callback.type === 'mo_binary') return [{ ...base, body: '', media: [] }]
  const media = (callback.body.media ?? []).flatMap(({ url }) => (url ? [url] : []))
  return [{ ...base, body: callback.body.message ?? '', media }]
}

function toStatusEvents(
  report: { batch_id: string; client_reference?: string | null | undefined },
  { status: rawStatus, code }: { status: string; code?: number | null | undefined },
): SmsEvent[] {
  const status = lookUp(STATUSES, rawStatus)
  if (!status) return []
  const errorCode = (status === 'undelivered' || status === 'failed') && code ? String(code) : null
  const errorReason = lookUp(REASON_BY_CODE, errorCode) ?? null
  return [{ type: 'status', carrierMessageId: report.batch_id, ref: report.client_reference || null, status, errorCode, errorReason }]
}

const STATUSES: Record<string, SmsStatus> = {
  Queued: 'queued',
  Dispatched: 'sent',
  Delivered: 'delivered',
  Failed: 'undelivered',
  Expired: 'undelivered',
  Aborted: 'failed',
  Cancelled: 'failed',
  Rejected: 'failed',
  Deleted: 'failed',
}

/** Codes for missing US registration, a blocked account, and the recipient's STOP. */
const REASON_BY_CODE: Record<string, CarrierErrorKind> = { '60': 'blocked', '64': 'blocked', '413': 'suspended', '257': 'opted_out' }
