import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Actor } from '../actor.ts'
import { clock } from '../clock.ts'
import type { Report } from '../generated/prisma/client.ts'
import { MAX_ID } from '../rows.ts'
import { keyFor } from '../seal.ts'
import { settings } from '../settings.ts'
import type { Holder } from './access.ts'

/** How long an address can be used. */
const LINK_MS = 24 * 3_600_000

/**
 * An address that whoever has it may fetch the file from, and until when. It says which report, until when, and to which key or person
 * it was given, signed: it is good for as long as those may read the report, so that it ends with a key that is revoked.
 */
export function linkOf({ keyId, userId }: Actor, { id, expiresAt }: Pick<Report, 'id' | 'expiresAt'>): { url: string; expiresAt: Date } {
  const until = Math.floor(Math.min(clock.now().getTime() + LINK_MS, expiresAt?.getTime() ?? Infinity) / 1000)
  const claim = `${id}.${until}.${keyId === undefined ? `u${userId}` : `k${keyId}`}`
  return { url: `${settings.publicUrl}/downloads/${claim}.${signatureOf(claim).toString('base64url')}`, expiresAt: new Date(until * 1000) }
}

/** The report that a token names, and to whom it was given; null where we did not sign it, or its time is over. */
export function grantOf(token: string): { reportId: number; holder: Holder } | null {
  const [, claim, id, until, whose, holder, signature] = /^((\d{1,10})\.(\d{1,12})\.([ku])(\d{1,10}))\.([\w-]{43})$/.exec(token) ?? []
  if (!claim || !timingSafeEqual(signatureOf(claim), Buffer.from(signature!, 'base64url'))) return null
  if (Number(until) * 1000 <= clock.now().getTime() || Number(id) > MAX_ID) return null
  return { reportId: Number(id), holder: whose === 'k' ? { keyId: Number(holder) } : { userId: Number(holder) } }
}

const signatureOf = (claim: string) => createHmac('sha256', keyFor('downloads')).update(claim).digest()
