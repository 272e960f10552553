import { createHmac } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import { USER_AGENT } from '../../outbound/userAgent.ts'

export const SIGNATURE_HEADER = 'X-Service-Signature'

/** The signature of a body, as the header has it. */
export const signatureOf = (body: string, secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Returns the headers of a request to a customer's server, with a signature of its bytes if there is a secret (spec: Events, headers). */
export const signedHeaders = (type: string, body: string, secret: string | null): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': USER_AGENT,
  'X-Service-Event': type,
  'X-Service-Timestamp': String(Math.floor(nowMs() / 1000)),
  ...(secret && { [SIGNATURE_HEADER]: signatureOf(body, secret) }),
})
