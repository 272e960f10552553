import { createHmac, timingSafeEqual } from 'node:crypto'
import { clock } from '../clock.ts'
import type { Report } from '../generated/prisma/client.ts'
import { MAX_ID } from '../rows.ts'
import { keyFor } from '../seal.ts'
import { settings } from '../settings.ts'

/** How long an address can be used. */
const LINK_MS = 24 * 3_600_000

/** An address that whoever has it may fetch the file from, and until when. It says which report and until when, signed, and nothing else is asked. */
export function linkOf({ id, expiresAt }: Pick<Report, 'id' | 'expiresAt'>): { url: string; expiresAt: Date } {
  const until = Math.floor(Math.min(clock.now().getTime() + LINK_MS, expiresAt?.getTime() ?? Infinity) / 1000)
  const claim = `${id}.${until}`
  return { url: `${settings.publicUrl}/downloads/${claim}.${signatureOf(claim).toString('base64url')}`, expiresAt: new Date(until * 1000) }
}

/** The report that a token names; null where we did not sign it, or its time is over. */
export function reportIdOf(token: string): number | null {
  const [, claim, id, until, signature] = /^((\d{1,10})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? []
  if (!claim || !timingSafeEqual(signatureOf(claim), Buffer.from(signature!, 'base64url'))) return null
  return Number(until) * 1000 > clock.now().getTime() && Number(id) <= MAX_ID ? Number(id) : null
}

const signatureOf = (claim: string) => createHmac('sha256', keyFor('downloads')).update(claim).digest()
