import { fromNow } from '../../../kernel/lib/clock.ts'
import { verifySignedToken, createSignedToken } from '../signedLinks.ts'

/** How long a device is known after a sign-in, in milliseconds. */
export const DEVICE_TTL_MS = 365 * 86_400_000
/** Accounts that one device is known to. */
const MAX_ACCOUNTS = 5

/**
 * The device as one of the accounts in its cookie knows it; null where that account was not signed in to on it. Whoever
 * has such a cookie is not let in by it: their guesses are only counted apart from everybody else's.
 */
export const findDevice = (cookie: string | null, userId: number): string | null => marksIn(cookie).find((mark) => userOf(mark) === userId) ?? null

/** What the cookie holds after a sign-in: this account's new mark before those of others. */
export function addAccount(cookie: string | null, userId: number): string {
  const others = marksIn(cookie).filter((mark) => ![userId, null].includes(userOf(mark)))
  return [createSignedToken('devices', userId, fromNow(DEVICE_TTL_MS), { userId }), ...others].slice(0, MAX_ACCOUNTS).join('~')
}

const userOf = (mark: string) => verifySignedToken('devices', mark)?.id ?? null
const marksIn = (cookie: string | null) => cookie?.split('~').slice(0, MAX_ACCOUNTS) ?? []
