/** Returns why a password is easily guessed for this account, or null. */
export async function findWeakness(password: string, email: string) {
  const plain = password.toLowerCase()
  const trimmed = plain.trim()
  const { COMMON } = await import('./commonPasswords.ts')
  if (COMMON.has(plain) || COMMON.has(trimmed) || new Set(plain).size === 1) return 'password_too_common'
  const address = email.toLowerCase()
  return [address, address.split('@')[0]].includes(trimmed) ? 'password_is_email' : null
}
