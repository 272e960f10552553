import { dictionary } from '@zxcvbn-ts/language-common'

/** The most common passwords of published leaks, about 49,000 in lower case, from zxcvbn. Built at startup, because that takes time. */
const COMMON = new Set(dictionary['passwords-common'])

/** Returns why a password is easily guessed for this account, or null. */
export function findWeakness(password: string, email: string): string | null {
  const plain = password.toLowerCase()
  const trimmed = plain.trim()
  if (COMMON.has(plain) || COMMON.has(trimmed) || new Set(plain).size === 1) return 'this password is too common, choose another one'
  const address = email.toLowerCase()
  return [address, address.split('@')[0]].includes(trimmed) ? 'the password must not be your email address' : null
}
