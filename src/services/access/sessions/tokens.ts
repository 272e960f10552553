import { jwtVerify, SignJWT } from 'jose'
import type { UserId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { deriveKey } from '../../../kernel/crypto/keyring.ts'

const LIFETIME_MS = 10 * 60_000
const ISSUER_AND_AUDIENCE = { issuer: 'callwright', audience: 'callwright' }

export interface Claims {
  userId: UserId
  sessionId: string
  workspaceId: WorkspaceId
}

/** Issues an access token for a user in a workspace: a JWT signed with HS256, valid for 10 minutes. */
export async function issue({ userId, sessionId, workspaceId }: Claims): Promise<{ accessToken: string; expiresAt: Date }> {
  // A JWT counts whole seconds.
  const expiresAt = new Date(Math.floor(fromNow(LIFETIME_MS).getTime() / 1000) * 1000)
  const accessToken = await new SignJWT({ sid: sessionId, wid: workspaceId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(userId))
    .setIssuer(ISSUER_AND_AUDIENCE.issuer)
    .setAudience(ISSUER_AND_AUDIENCE.audience)
    .setIssuedAt(clock.now())
    .setExpirationTime(expiresAt)
    .sign(deriveKey('session'))
  return { accessToken, expiresAt }
}

/** Returns the claims of an access token and its expiration, or null if it is expired, forged, or has another algorithm or audience. */
export async function verify(accessToken: string): Promise<(Claims & { expiresAt: Date }) | null> {
  const key = deriveKey('session')
  const rules = { ...ISSUER_AND_AUDIENCE, algorithms: ['HS256'], requiredClaims: ['exp', 'sub'], currentDate: clock.now() }
  const verified = await jwtVerify(accessToken, key, rules).catch(() => null)
  if (!verified) return null
  const { sub, sid, wid, exp } = verified.payload
  if (typeof sid !== 'string' || typeof wid !== 'number') return null
  return { userId: Number(sub), sessionId: sid, workspaceId: wid, expiresAt: new Date(exp! * 1000) }
}
