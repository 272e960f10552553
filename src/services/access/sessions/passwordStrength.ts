import { dictionary } from '@zxcvbn-ts/language-common'

/** The commonest passwords of published leaks, some 49,000 in lower case, by zxcvbn. Read at the start, since it takes a while. */
const COMMON = new Set(dictionary['passwords-common'])

/** Why a password is among the first that anybody would try for this account; null where it is not. */
export function findWeakness(password: string, email: string): string | null {
  const plain = password.toLowerCase()
  const trimmed = plain.trim()
  if (COMMON.has(plain) || COMMON.has(trimmed) || new Set(plain).size === 1) return 'this password is too common, choose another one'
  const address = email.toLowerCase()
  return [address, address.split('@')[0]].includes(trimmed) ? 'the password must not be your email address' : null
}
