import type { UserId } from '../../../kernel/vocabulary/ids.ts'
import { fromNow } from '../../../kernel/lib/clock.ts'
import { verifySignedToken, createSignedToken } from '../signedLinks.ts'

/** How long a device is known after a sign-in. */
export const DEVICE_TTL_MS = 365 * 86_400_000
/** The maximum number of accounts in a device's cookie. */
const MAX_ACCOUNTS = 5

/**
 * Returns the account's mark in a device's cookie, or null if that account did not sign in there. The cookie gives no access: password
 * attempts from the device are only counted separately.
 */
export const findDevice = (cookie: string | null, userId: UserId): string | null => marksIn(cookie).find((mark) => userOf(mark) === userId) ?? null

/** Builds the cookie after a sign-in: a new mark of this account, then those of other accounts. */
export function addAccount(cookie: string | null, userId: UserId): string {
  const others = marksIn(cookie).filter((mark) => ![userId, null].includes(userOf(mark)))
  return [createSignedToken('devices', userId, fromNow(DEVICE_TTL_MS), { userId }), ...others].slice(0, MAX_ACCOUNTS).join('~')
}

const userOf = (mark: string) => verifySignedToken('devices', mark)?.id ?? null
const marksIn = (cookie: string | null) => cookie?.split('~').slice(0, MAX_ACCOUNTS) ?? []
