import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { nowMs } from '../../kernel/lib/clock.ts'
import { MAX_ID } from '../../kernel/db/rows.ts'
import { deriveKey } from '../../kernel/crypto/encryption.ts'
import type { Holder } from './access.ts'

/** What such addresses give access to: each kind is signed with a key of its own. */
type Purpose = 'downloads' | 'recordings' | 'devices'

/**
 * The secret part of an address that whoever has it may use: it says what it is for, until when, and to which key or person it was given,
 * signed. It is good for as long as those may read what it names, so that it ends with a key that is revoked.
 */
export function createSignedToken(purpose: Purpose, id: number, until: Date, { keyId, userId }: Pick<Actor, 'keyId' | 'userId'>): string {
  const claim = `${id}.${Math.floor(until.getTime() / 1000)}.${keyId === undefined ? `u${userId}` : `k${keyId}`}`
  return `${claim}.${signatureOf(purpose, claim).toString('base64url')}`
}

/** What a token names, and to whom it was given; null where we did not sign it for that, or its time is over. */
export function verifySignedToken(purpose: Purpose, token: string): { id: number; holder: Holder } | null {
  const [, claim, id, until, whose, holder, signature] = /^((\d{1,10})\.(\d{1,12})\.([ku])(\d{1,10}))\.([\w-]{43})$/.exec(token) ?? []
  if (!claim || !timingSafeEqual(signatureOf(purpose, claim), Buffer.from(signature!, 'base64url'))) return null
  if (Number(until) * 1000 <= nowMs() || Number(id) > MAX_ID) return null
  return { id: Number(id), holder: whose === 'k' ? { keyId: Number(holder) } : { userId: Number(holder) } }
}

const signatureOf = (purpose: Purpose, claim: string) => createHmac('sha256', deriveKey(purpose)).update(claim).digest()
