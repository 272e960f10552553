import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { field } from '../../kernel/json/untrustedFields.ts'
import type { Credentials } from '../../inputs/carriers.ts'
import { sameSecret } from '../../kernel/crypto/sameSecret.ts'
import type { WebhookResult, WebhookRequest, SmsEvent, SmsStatus } from '../carrier.ts'
import { isStale, parseJson, lookUp } from '../webhooks.ts'
import { codeOf, kindOfCode, Problem } from './errors.ts'

const STATUSES: Record<string, SmsStatus> = { submitted: 'sent', delivered: 'delivered', undeliverable: 'undelivered', rejected: 'failed' }

const Claims = z.object({ iat: z.number(), payload_hash: z.string(), api_key: z.string().optional(), application_id: z.string().optional() })
type Claims = z.output<typeof Claims>

/**
 * Verifies and parses a request. It carries a JWT (HS256 with the signature secret) whose claims are the time, the account and the
 * body's hash. According to Vonage, its requests lack the JWT if signing fails on its side, and it sends them again after a 5xx
 * status. Only such requests are `unsigned`. No unsigned request is accepted.
 */
export function parseWebhook(credentials: Credentials<'vonage'>, { raw, headers: { authorization } }: WebhookRequest): WebhookResult {
  if (credentials.signature_secret === undefined) return { refused: 'bad_signature' }
  if (authorization === undefined) return { refused: 'unsigned' }
  const claims = verifiedClaims(credentials.signature_secret, authorization)
  if (!claims || !matchesRequest(claims, credentials, raw)) return { refused: 'bad_signature' }
  if (isStale(claims.iat)) return { refused: 'stale' }
  const events = parseEvents(raw)
  return events ? { events, reply: { status: 200 } } : { refused: 'malformed' }
}

function verifiedClaims(secret: string, authorization: string): Claims | null {
  const [, header, payload, signature] = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/i.exec(authorization) ?? []
  if (!header || !payload || !signature) return null
  const isHs256 = z.object({ alg: z.literal('HS256') }).safeParse(parseJson(Buffer.from(header, 'base64url'))).success
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url')
  if (!isHs256 || !sameSecret(signature, expected)) return null
  return Claims.safeParse(parseJson(Buffer.from(payload, 'base64url'))).data ?? null
}

/** Whether the claims are for this body, account and application. */
const matchesRequest = ({ payload_hash, api_key, application_id }: Claims, credentials: Credentials<'vonage'>, raw: Buffer) =>
  payload_hash.toLowerCase() === createHash('sha256').update(raw).digest('hex') &&
  (api_key === undefined || api_key === credentials.api_key) &&
  (application_id === undefined || credentials.application_id === undefined || application_id === credentials.application_id)

const MediaFile = z.object({ url: field.text, caption: field.text }).nullish().catch(null)
const Message = z.object({
  message_uuid: z.string().min(1),
  channel: z.string(),
  from: field.text,
  to: field.text,
  text: field.text,
  image: MediaFile,
  audio: MediaFile,
  video: MediaFile,
  file: MediaFile,
  vcard: MediaFile,
  status: field.text,
  client_ref: field.uuid,
  error: Problem.nullish().catch(null),
})
type Message = z.output<typeof Message>

/** Parses the body to events: none for other channels, null if it is neither a message nor a status. */
function parseEvents(raw: Buffer): SmsEvent[] | null {
  const { data: message } = Message.safeParse(parseJson(raw))
  if (!message) return null
  if (message.channel !== 'sms' && message.channel !== 'mms') return []
  return message.status === null ? toInbound(message) : toReceipt(message, message.status)
}

/** Adds the plus sign that Vonage leaves out. Short codes and names stay unchanged. */
const toE164 = (address: string) => (/^[1-9]\d{6,14}$/.test(address) ? `+${address}` : address)

function toInbound({ message_uuid, from, to, text, ...media }: Message): SmsEvent[] | null {
  if (from === null || to === null) return null
  const files = [media.image, media.audio, media.video, media.file, media.vcard].flatMap((file) => file ?? [])
  const body = text ?? files.find(({ caption }) => caption)?.caption ?? ''
  const urls = files.flatMap(({ url }) => url ?? [])
  return [{ type: 'inbound', carrierMessageId: message_uuid, from: toE164(from), to: toE164(to), body, media: urls }]
}

function toReceipt({ message_uuid, client_ref, error }: Message, status: string): SmsEvent[] {
  const smsStatus = lookUp(STATUSES, status)
  if (!smsStatus) return []
  const code = error ? codeOf(error) : null
  const errorReason = error ? ((code === null ? undefined : kindOfCode(code)) ?? 'rejected') : null
  return [{ type: 'status', carrierMessageId: message_uuid, ref: client_ref, status: smsStatus, errorCode: code, errorReason }]
}
