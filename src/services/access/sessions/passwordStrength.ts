/** Returns why a password is easily guessed for this account, or null. */
export async function findWeakness(password: string, email: string): Promise<string | null> {
  const plain = password.toLowerCase()
  const trimmed = plain.trim()
  const { COMMON } = await import('./commonPasswords.ts')
  if (COMMON.has(plain) || COMMON.has(trimmed) || new Set(plain).size === 1) return 'this password is too common, choose another one'
  const address = email.toLowerCase()
  return [address, address.split('@')[0]].includes(trimmed) ? 'the password must not be your email address' : null
}
