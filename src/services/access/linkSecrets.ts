import { randomBytes } from 'node:crypto'
import { sha256 } from '../../kernel/crypto/ids.ts'
import { settings } from '../../kernel/config/settings.ts'
import { createAttemptLimiter } from '../rateLimits/attemptLimits.ts'

/** Limits wrong secrets from one address. A correct secret does not count. */
const wrongSecrets = createAttemptLimiter({ most: 30, withinMs: 15 * 60_000 })

/** Creates a one-time secret of 256 bits and its SHA-256 hash; only the hash is stored. */
export function newLinkSecret() {
  const secret = randomBytes(32).toString('base64url')
  return { secret, secretHash: sha256(secret) }
}

/** Builds the URL of a dashboard page with the secret in the fragment. Browsers never send it, so it appears neither in logs nor in a Referer. */
export const linkTo = (page: 'invitation' | 'reset-password', secret: string) => `${settings.publicUrl}/${page}#${secret}`

/** Calls `find` with a secret's hash; null for text in an invalid format. Throws RATE_LIMITED after too many wrong secrets from an address. */
export async function findBySecret<T>(secret: string, address: string, find: (secretHash: Uint8Array<ArrayBuffer>) => Promise<T | null>): Promise<T | null> {
  wrongSecrets.check(address)
  const forgive = wrongSecrets.count(address)
  const result = /^[\w-]{43}$/.test(secret) ? await find(sha256(secret)) : null
  if (result !== null) forgive()
  return result
}
