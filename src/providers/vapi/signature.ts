import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { nowMs } from '../../kernel/lib/clock.ts'
import { sameSecret } from '../../kernel/crypto/sameSecret.ts'
import { ProviderError } from '../provider.ts'
import type { VapiWebhooks } from './server.ts'

const MAX_SIGNATURE_AGE_MS = 5 * 60_000
/** Smaller numbers are seconds: as milliseconds, this is a time in 1973. */
const MIN_TIMESTAMP_MS = 100_000_000_000

/**
 * Verifies that a webhook has the secret of its URL and, with a credential, an HMAC of time and body that is at most five minutes old. Throws
 * `bad_signature` otherwise.
 */
export function verifyVapiWebhook(raw: Buffer, headers: IncomingHttpHeaders, secret: string, { webhookCredential }: VapiWebhooks): void {
  if (!sameSecret(String(headers['x-vapi-secret'] ?? ''), secret)) throw new ProviderError('bad_signature', "The secret is not Vapi's")
  if (webhookCredential) verifySignature(raw, headers, webhookCredential.secret)
}

function verifySignature(raw: Buffer, headers: IncomingHttpHeaders, secret: string): void {
  const time = String(headers['x-timestamp'] ?? '')
  const expected = createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex')
  const isSigned = /^\d{1,15}$/.test(time) && sameSecret(String(headers['x-signature'] ?? ''), expected)
  if (!isSigned) throw new ProviderError('bad_signature', "The signature is not Vapi's")
  const timestampMs = Number(time) < MIN_TIMESTAMP_MS ? Number(time) * 1000 : Number(time)
  if (Math.abs(nowMs() - timestampMs) > MAX_SIGNATURE_AGE_MS) throw new ProviderError('bad_signature', 'The signature is too old', { code: 'stale' })
}
