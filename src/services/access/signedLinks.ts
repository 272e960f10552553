import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { nowMs } from '../../kernel/lib/clock.ts'
import { MAX_ID } from '../../kernel/db/rows.ts'
import { deriveKey } from '../../kernel/crypto/keyring.ts'
import type { Holder } from './access.ts'

/** What a token gives access to. Each purpose has its own signing key. */
type Purpose = 'downloads' | 'recordings' | 'devices'

/**
 * Creates the secret part of a URL that works without signing in. Its signed content is the ID, the expiration, and the key or user that
 * it was created for. The caller checks that this key or user still has access, so the URL stops working when the key is revoked.
 */
export function createSignedToken(purpose: Purpose, id: number, until: Date, { keyId, userId }: Pick<Actor, 'keyId' | 'userId'>): string {
  const claim = `${id}.${Math.floor(until.getTime() / 1000)}.${keyId === undefined ? `u${userId}` : `k${keyId}`}`
  return `${claim}.${signatureOf(purpose, claim).toString('base64url')}`
}

/** Returns the ID and the holder in a token, or null if it was not signed for this purpose or has expired. */
export function verifySignedToken(purpose: Purpose, token: string): { id: number; holder: Holder } | null {
  const [, claim, id, until, holderType, holder, signature] = /^((\d{1,10})\.(\d{1,12})\.([ku])(\d{1,10}))\.([\w-]{43})$/.exec(token) ?? []
  if (!claim || !timingSafeEqual(signatureOf(purpose, claim), Buffer.from(signature!, 'base64url'))) return null
  if (Number(until) * 1000 <= nowMs() || Number(id) > MAX_ID) return null
  return { id: Number(id), holder: holderType === 'k' ? { keyId: Number(holder) } : { userId: Number(holder) } }
}

const signatureOf = (purpose: Purpose, claim: string) => createHmac('sha256', deriveKey(purpose)).update(claim).digest()
