import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { sameSecret } from '../../kernel/crypto/sameSecret.ts'
import { MAX_LONG_ID } from '../../kernel/db/rows.ts'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { SignatureCheckInput } from '../../inputs/webhooks.ts'
import { SIGNATURE_HEADER, signatureOf } from '../shared/signatures.ts'
import { readSigningSecret } from './endpointSecrets.ts'

/** What is wrong with a received request; `valid` if nothing is. */
export const SIGNATURE_VERDICTS = [
  'valid',
  'timestamp_missing',
  'timestamp_too_old',
  'signature_missing',
  'signature_malformed',
  'secret_missing',
  'secret_wrong',
  'body_changed',
  'no_match',
] as const
export type SignatureVerdict = (typeof SIGNATURE_VERDICTS)[number]

export interface SignatureCheck {
  verdict: SignatureVerdict
  /** Age of the timestamp in seconds, `null` without one. */
  ageSeconds: number | null
}

/** Receivers should refuse older requests, so that nobody can send a recorded one again. */
const MAX_AGE_SECONDS = 300

/**
 * Checks a webhook request as a receiver should, with the given secret or the endpoint's own, which is never returned. If the signature doesn't
 * match, looks for the reason: a body that was parsed or trimmed on its way, a body that isn't that of the delivery, or another secret.
 */
export async function check({ workspaceId }: Actor, { endpointId, body, headers, secret }: SignatureCheckInput): Promise<SignatureCheck> {
  const sent = parseHeaders(headers)
  const ageSeconds = ageOf(sent.get('x-service-timestamp'))
  const verdict = async (): Promise<SignatureVerdict> => {
    const signature = sent.get(SIGNATURE_HEADER.toLowerCase())
    if (!signature) return 'signature_missing'
    if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return 'signature_malformed'
    const delivery = await findDelivery(sent.get('x-service-delivery'))
    const endpoints = await db.webhookEndpoint.findMany({ where: { workspaceId }, orderBy: { isFirst: 'desc' } })
    const endpoint = endpoints.find(({ id }) => String(id) === (endpointId ?? String(delivery?.endpointId))) ?? (endpointId ? null : endpoints[0])
    if (endpointId && !endpoint) throw notFound('Webhook endpoint')
    const usedSecret = secret?.trim() || (endpoint && readSigningSecret(endpoint))
    if (!usedSecret) return 'secret_missing'
    if (isSignedWith(usedSecret, body, signature))
      return ageSeconds === null ? 'timestamp_missing' : ageSeconds > MAX_AGE_SECONDS ? 'timestamp_too_old' : 'valid'
    const bodies = [body, ...variantsOf(body)]
    if (bodies.some((variant) => isSignedWith(usedSecret, variant, signature))) return 'body_changed'
    const ownSecrets = endpoints.map(readSigningSecret).filter((own) => own !== null)
    if (ownSecrets.some((own) => bodies.some((variant) => isSignedWith(own, variant, signature)))) return 'secret_wrong'
    if (!delivery) return 'no_match'
    return isSignedWith(usedSecret, delivery.body, signature) ? 'body_changed' : delivery.body === body ? 'secret_wrong' : 'no_match'
  }
  const findDelivery = async (id: string | undefined) => {
    if (!id || !/^\d{1,16}$/.test(id) || Number(id) > MAX_LONG_ID) return null
    return db.webhookDelivery.findUnique({ where: { workspaceId_id: { workspaceId, id: Number(id) } }, select: { body: true, endpointId: true } })
  }
  return { verdict: await verdict(), ageSeconds }
}

/** Reads `Name: value` lines, as tools show headers. Quotation marks, commas and `-H` of copied commands are ignored. */
function parseHeaders(text: string): Map<string, string> {
  const lines = text.split(/\r\n|\r|\n/).map((line) => /^(?:-H\s*)?["']?([A-Za-z0-9-]{1,100})["']?\s*[:=]\s*["']?([^"',]*)/.exec(line.trim()))
  return new Map(lines.flatMap((match) => (match ? [[match[1]!.toLowerCase(), match[2]!.trim()] as const] : [])))
}

function ageOf(timestamp: string | undefined): number | null {
  return timestamp && /^\d{1,12}$/.test(timestamp) ? Math.floor(nowMs() / 1000) - Number(timestamp) : null
}

const isSignedWith = (secret: string, body: string, signature: string) => sameSecret(signatureOf(body, secret), signature)

/** How a body looks before it was pasted with line breaks, indented, or parsed and written again. */
function variantsOf(body: string): string[] {
  const parse = () => {
    try {
      return [JSON.stringify(JSON.parse(body))]
    } catch {
      return []
    }
  }
  return [body.trim(), body.replace(/\r\n/g, '\n'), ...parse()].filter((variant) => variant !== body)
}
