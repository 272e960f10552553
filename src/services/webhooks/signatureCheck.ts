import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import { sameSecret } from '../../kernel/crypto/sameSecret.ts'
import { MAX_LONG_ID } from '../../kernel/db/rows.ts'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { SignatureCheckInput } from '../../inputs/webhooks.ts'
import { SIGNATURE_HEADER, signatureOf } from '../shared/signatures.ts'
import { readSigningSecret } from './webhooks.ts'

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
 * Checks a webhook request as a receiver should, with the given secret or the workspace's own, which is never returned. If the signature doesn't
 * match, looks for the reason: a body that was parsed or trimmed on its way, a body that isn't that of the delivery, or another secret.
 */
export async function check({ workspaceId }: Actor, { body, headers, secret }: SignatureCheckInput): Promise<SignatureCheck> {
  const sent = parseHeaders(headers)
  const ageSeconds = ageOf(sent.get('x-service-timestamp'))
  const verdict = async (): Promise<SignatureVerdict> => {
    const signature = sent.get(SIGNATURE_HEADER.toLowerCase())
    if (!signature) return 'signature_missing'
    if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return 'signature_malformed'
    const settings = await db.webhookSettings.findUnique({ where: { workspaceId } })
    const ownSecret = settings && readSigningSecret(settings)
    const usedSecret = secret?.trim() || ownSecret
    if (!usedSecret) return 'secret_missing'
    if (isSignedWith(usedSecret, body, signature))
      return ageSeconds === null ? 'timestamp_missing' : ageSeconds > MAX_AGE_SECONDS ? 'timestamp_too_old' : 'valid'
    const bodies = [body, ...variantsOf(body)]
    if (bodies.some((variant) => isSignedWith(usedSecret, variant, signature))) return 'body_changed'
    if (ownSecret && bodies.some((variant) => isSignedWith(ownSecret, variant, signature))) return 'secret_wrong'
    const delivered = await findBody(sent.get('x-service-delivery'))
    if (delivered === null) return 'no_match'
    return isSignedWith(usedSecret, delivered, signature) ? 'body_changed' : delivered === body ? 'secret_wrong' : 'no_match'
  }
  const findBody = async (id: string | undefined) => {
    if (!id || !/^\d{1,16}$/.test(id) || Number(id) > MAX_LONG_ID) return null
    const delivery = await db.webhookDelivery.findUnique({ where: { workspaceId_id: { workspaceId, id: Number(id) } }, select: { body: true } })
    return delivery?.body ?? null
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
