let common: Promise<ReadonlySet<string>> | null = null

/** The most common passwords of published leaks, about 49,000 in lower case, from zxcvbn. Loaded for the first new password: they take several megabytes. */
const loadCommon = () => (common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'])))

/** Returns why a password is easily guessed for this account, or null. */
export async function findWeakness(password: string, email: string): Promise<string | null> {
  const plain = password.toLowerCase()
  const trimmed = plain.trim()
  const words = await loadCommon()
  if (words.has(plain) || words.has(trimmed) || new Set(plain).size === 1) return 'this password is too common, choose another one'
  const address = email.toLowerCase()
  return [address, address.split('@')[0]].includes(trimmed) ? 'the password must not be your email address' : null
}
