import { createPublicKey, verify } from 'node:crypto'
import { field } from '../../kernel/json/untrustedFields.ts'
import { z } from 'zod'
import type { Credentials } from '../../inputs/carriers.ts'
import type { WebhookResult, WebhookRequest, SmsEvent, SmsStatus } from '../carrier.ts'
import { isStale, parseJson, lookUp } from '../webhooks.ts'
import { kindOfCode } from './errors.ts'

/** Bytes before the 32 bytes of an Ed25519 public key in DER. */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

const STATUSES: Record<string, SmsStatus> = {
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  delivery_failed: 'undelivered',
  delivery_unconfirmed: 'undelivered',
  sending_failed: 'failed',
  expired: 'failed',
}

/** Converts a recipient's status. Returns null if it is unknown. */
export const statusOf = (status: string | null | undefined): SmsStatus | null => lookUp(STATUSES, status) ?? null

const Event = z.object({ data: z.object({ event_type: z.string(), payload: z.unknown() }) })
const Payload = z.object({
  id: z.string().min(1),
  from: z.object({ phone_number: field.text }).nullish().catch(null),
  to: z.array(z.object({ phone_number: field.text, status: field.text })).min(1),
  text: z.string().nullish().catch(null),
  media: z
    .array(z.object({ url: field.text }))
    .nullish()
    .catch(null),
  errors: z
    .array(z.object({ code: z.coerce.string() }))
    .nullish()
    .catch(null),
})
type Payload = z.output<typeof Payload>

/** Verifies and parses a request. The signature is Ed25519 over `timestamp|body`, at most five minutes from our clock. */
export function parseWebhook({ public_key }: Credentials<'telnyx'>, { raw, headers }: WebhookRequest): WebhookResult {
  const timestamp = String(headers['telnyx-timestamp'] ?? '')
  const signature = String(headers['telnyx-signature-ed25519'] ?? '')
  if (public_key === undefined || !isGenuine(public_key, signature, timestamp, raw)) return { refused: 'bad_signature' }
  if (isStale(Number(timestamp))) return { refused: 'stale' }
  const events = parseEvents(raw)
  return events ? { events, reply: { status: 200 } } : { refused: 'malformed' }
}

function isGenuine(publicKey: string, signature: string, timestamp: string, raw: Buffer): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || !/^[A-Za-z0-9+/]{86}==$/.test(signature)) return false
  const key = createPublicKey({ key: Buffer.concat([DER_PREFIX, Buffer.from(publicKey, 'base64')]), format: 'der', type: 'spki' })
  return verify(null, Buffer.concat([Buffer.from(`${timestamp}|`), raw]), key, Buffer.from(signature, 'base64'))
}

/** Parses the body to events: none for other event types, null if it is malformed. */
function parseEvents(raw: Buffer): SmsEvent[] | null {
  const event = Event.safeParse(parseJson(raw)).data?.data
  if (!event) return null
  if (!['message.received', 'message.sent', 'message.finalized'].includes(event.event_type)) return []
  const { data: payload } = Payload.safeParse(event.payload)
  if (!payload) return null
  return event.event_type === 'message.received' ? toInbound(payload) : toReceipt(payload)
}

function toInbound({ id, from, to, text, media }: Payload): SmsEvent[] | null {
  const [sender, receiver] = [from?.phone_number, to[0]!.phone_number]
  if (!sender || !receiver) return null
  const urls = (media ?? []).flatMap(({ url }) => (url === null ? [] : [url]))
  return [{ type: 'inbound', carrierMessageId: id, from: sender, to: receiver, body: text ?? '', media: urls }]
}

function toReceipt({ id, to, errors }: Payload): SmsEvent[] {
  const status = statusOf(to[0]!.status)
  const code = errors?.[0]?.code ?? null
  const errorReason = code === null ? null : (kindOfCode(code) ?? 'rejected')
  return status ? [{ type: 'status', carrierMessageId: id, ref: null, status, errorCode: code, errorReason }] : []
}
