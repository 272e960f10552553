import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { nowMs } from '../../kernel/lib/clock.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { isObject } from '../../kernel/json/isObject.ts'
import { field } from '../../kernel/json/untrustedFields.ts'
import { sameSecret } from '../../kernel/crypto/sameSecret.ts'
import { fingerprint } from '../eventBodies.ts'
import { ProviderError } from '../provider.ts'
import type { ProviderEvent } from '../provider.ts'
import { RetellCall, toTranscript, toSnapshot } from './call.ts'

const MAX_SIGNATURE_AGE_MS = 5 * 60_000

/** Verifies a signature `v=<ms>,d=<hex>`, an HMAC of body and time with the API key. Throws `bad_signature` if it is invalid or its time is over five minutes off. */
export function verifySignature(raw: Buffer, headers: IncomingHttpHeaders, apiKey: string): void {
  const [, time, digest] = /^v=(\d{1,15}),d=([0-9a-f]{64})$/.exec(String(headers['x-retell-signature'])) ?? []
  const isForged = !time || !digest || !sameSecret(digest, createHmac('sha256', apiKey).update(raw).update(time).digest('hex'))
  if (isForged) throw new ProviderError('bad_signature', "The signature is not Retell's")
  if (Math.abs(nowMs() - Number(time)) > MAX_SIGNATURE_AGE_MS) throw new ProviderError('bad_signature', 'The signature is too old', { code: 'stale' })
}

const Webhook = z.object({ event: z.string(), call: RetellCall })
const InboundWebhook = z.object({
  event: z.literal('call_inbound'),
  event_timestamp: field.dateTime,
  call_inbound: z.object({ call_id: field.text, from_number: field.text, to_number: z.string().min(1) }),
})

/** Parses a verified webhook. Repetitions of an event have the same key. */
export function parseRetellEvent(body: unknown): ProviderEvent {
  if (isObject(body) && body.event === 'call_inbound') {
    const inbound = InboundWebhook.safeParse(body).data
    if (inbound) return toInboundEvent(inbound)
  }
  const { data } = Webhook.safeParse(body)
  if (data && (data.event === 'call_started' || data.event === 'call_ended' || data.event === 'call_analyzed'))
    return { type: 'call', dedupeKey: `retell:${data.event}:${data.call.call_id}`, call: toSnapshot(data.call, data.event === 'call_analyzed') }
  return (data?.event === 'transcript_updated' ? toTranscriptEvent(data.call) : null) ?? { type: 'ignored', dedupeKey: `retell:ignored:${fingerprint(body)}` }
}

/** Converts an inbound request. The key is the call's ID. Without one, numbers and time distinguish the calls of a caller. */
function toInboundEvent({
  event_timestamp: timestamp,
  call_inbound: { call_id: id, from_number: from, to_number: to },
}: z.output<typeof InboundWebhook>): ProviderEvent {
  const requestKey = id ?? fingerprint([from, to, timestamp?.getTime() ?? null])
  return { type: 'inbound', dedupeKey: `retell:call_inbound:${requestKey}`, providerCallId: id, callerNumber: from && parseE164(from), calledNumber: to }
}

function toTranscriptEvent(call: RetellCall): ProviderEvent | null {
  const lines = toTranscript(call.transcript_with_tool_calls) ?? toTranscript(call.transcript_object)
  if (!lines) return null
  // The last line can grow while the number of lines stays the same.
  const size = `${lines.length}:${lines.reduce((sum, line) => sum + line.text.length, 0)}`
  return {
    type: 'transcript',
    dedupeKey: `retell:transcript_updated:${call.call_id}:${size}`,
    providerCallId: call.call_id,
    ref: call.metadata?.callwright_ref ?? null,
    spoken: { lines, mode: 'replace', start: call.transcript_start ?? 0 },
  }
}
