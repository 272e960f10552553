import { z } from 'zod'
import { sameSecret } from '../../kernel/crypto/sameSecret.ts'
import { callbackLogin } from './applications.ts'
import type { CarrierErrorKind, WebhookResult, WebhookRequest, SmsEvent, SmsStatus } from '../carrier.ts'
import { parseJson, lookUp } from '../webhooks.ts'
import { basicAuth } from '../http.ts'

/** A callback of a known type. Callbacks of other types are not validated. */
const Callback = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message-received'),
    to: z.string(),
    message: z.object({ id: z.string().min(1), from: z.string(), text: z.string().nullish(), media: z.array(z.string()).nullish() }),
  }),
  z.object({
    type: z.enum(['message-sending', 'message-sent', 'message-delivered', 'message-read', 'message-failed']),
    errorCode: z.union([z.number(), z.string()]).nullish(),
    message: z.object({ id: z.string().min(1), tag: z.string().nullish() }),
  }),
])
const TypedCallback = z.object({ type: z.string() })
const KNOWN_TYPES = new Set<string>(Callback.options.flatMap(({ shape }) => ('value' in shape.type ? [shape.type.value] : shape.type.options)))

/** Verifies and parses a request. Bandwidth signs nothing: the application's user name and password authenticate the request. */
export function parseBandwidthWebhook({ raw, headers }: WebhookRequest, token: string): WebhookResult {
  const { user, password } = callbackLogin(token)
  if (!sameSecret(headers.authorization ?? '', basicAuth(user, password))) return { refused: 'bad_signature' }
  const callbacks = parseCallbacks(raw)
  return callbacks ? { events: callbacks.map(toEvent), reply: { status: 200 } } : { refused: 'malformed' }
}

/** Parses one callback or a list. Returns null if any is malformed. */
function parseCallbacks(raw: Buffer): z.output<typeof Callback>[] | null {
  const { data: entries } = z.array(TypedCallback.loose()).safeParse([parseJson(raw)].flat())
  return z.array(Callback).safeParse(entries?.filter(({ type }) => KNOWN_TYPES.has(type))).data ?? null
}

function toEvent(callback: z.output<typeof Callback>): SmsEvent {
  const { message } = callback
  if (callback.type === 'message-received') {
    const { id: carrierMessageId, from, text, media } = callback.message
    return { type: 'inbound', carrierMessageId, from, to: callback.to, body: text ?? '', media: media ?? [] }
  }
  const errorCode = callback.type === 'message-failed' && callback.errorCode != null ? String(callback.errorCode) : null
  return {
    type: 'status',
    carrierMessageId: message.id,
    ref: ('tag' in message && message.tag) || null,
    status: statusOf(callback.type, errorCode),
    errorCode,
    errorReason: lookUp(REASON_BY_CODE, errorCode) ?? null,
  }
}

function statusOf(type: Exclude<z.output<typeof Callback>['type'], 'message-received'>, errorCode: string | null): SmsStatus {
  if (type === 'message-delivered' || type === 'message-read') return 'delivered'
  if (type !== 'message-failed') return 'sent'
  return isNetworkError(errorCode) ? 'undelivered' : 'failed'
}

/** Whether the recipient's network rejected the message. The other codes are Bandwidth's own. */
const isNetworkError = (errorCode: string | null) => errorCode !== null && /^(47\d\d|5[56]\d\d|99\d\d)$/.test(errorCode)

/** Codes for invalid numbers, senders without SMS, missing registration, blocked senders and countries, spam, and the recipient's STOP. */
const REASON_BY_CODE: Record<string, CarrierErrorKind> = {
  '4302': 'invalid_number',
  '4720': 'invalid_number',
  '4403': 'not_sms_capable',
  '4405': 'not_sms_capable',
  '4432': 'blocked',
  '4476': 'blocked',
  '4481': 'blocked',
  '4482': 'blocked',
  '4770': 'blocked',
  '4795': 'blocked',
  '4775': 'opted_out',
}
