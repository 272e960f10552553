import { randomBytes } from 'node:crypto'
import { sha256 } from '../../kernel/crypto/ids.ts'
import { settings } from '../../kernel/config/settings.ts'
import { guessCounter } from '../rateLimits/attemptLimits.ts'

/** Wrong secrets from one address; a right one is not counted. */
const wrong = guessCounter({ most: 30, withinMs: 15 * 60_000 })

/** A new one-time secret of 256 bits, and the SHA-256 of it, which is all that is kept. */
export function newLinkSecret() {
  const secret = randomBytes(32).toString('base64url')
  return { secret, secretHash: sha256(secret) }
}

/** A page of the dashboard with the secret in the fragment: browsers send it to no server, so that it reaches neither logs nor a Referer. */
export const linkTo = (page: 'invitation' | 'reset-password', secret: string) => `${settings.publicUrl}/${page}#${secret}`

/** What `find` knows by a secret's hash; null for text that is no secret. Throws RATE_LIMITED where an address has tried too many. */
export async function bySecret<T>(secret: string, address: string, find: (secretHash: Uint8Array<ArrayBuffer>) => Promise<T | null>): Promise<T | null> {
  wrong.check(address)
  const forgive = wrong.count(address)
  const found = /^[\w-]{43}$/.test(secret) ? await find(sha256(secret)) : null
  if (found !== null) forgive()
  return found
}
