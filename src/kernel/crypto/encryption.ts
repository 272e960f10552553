import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** One of the server's keys: its ID and the two keys derived from it. */
interface ServerKey {
  id: string
  wrap: Uint8Array
  seal: Uint8Array
}

let keyring: readonly ServerKey[] = []
let readMoreKeys: () => readonly Uint8Array[] | null = () => null
let rootSecret: Uint8Array | null = null

/**
 * Sets the server's keys, 32 bytes each: the first one encrypts, the others decrypt older secrets. `more` is called before each
 * encryption and when no key fits, since the keys may have changed meanwhile. It returns all keys, or null if it cannot
 * synchronously.
 */
export function setKeys(keys: readonly Uint8Array[], more: typeof readMoreKeys = readMoreKeys) {
  keyring = keys.map(createServerKey)
  readMoreKeys = more
}

/** Sets the secret that single-purpose keys derive from. It survives a rotation of the server key. */
export function setRootSecret(secret: Uint8Array) {
  rootSecret = secret
}

const hkdf = (secret: Uint8Array, purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))

function createServerKey(bytes: Uint8Array): ServerKey {
  const wrap = hkdf(bytes, 'wrap')
  return { id: createHash('sha256').update(wrap).digest('hex').slice(0, 16), wrap, seal: hkdf(bytes, 'seal') }
}

/** Derives a key for one purpose, so that no two uses share a key. */
export function deriveKey(purpose: string): Uint8Array<ArrayBuffer> {
  if (!rootSecret) throw new Error('The encryption key is not loaded yet')
  return hkdf(rootSecret, purpose)
}

/** Returns the IDs of the server's keys, the current one first. */
export const keyIds = () => keyring.map(({ id }) => id)

/** Returns the key that wraps data keys, with its ID: the current one, or the one with the given ID. */
export function getWrappingKey(wanted?: string): { id: string; key: Uint8Array } {
  const find = () => keyring.find(({ id }) => id === wanted)
  const match = wanted === undefined ? getCurrentKey() : (find() ?? (reloadKeys() ? find() : undefined))
  if (!match) throw new Error(`The server has no encryption key ${wanted}`)
  return { id: match.id, key: match.wrap }
}

function getCurrentKey(): ServerKey {
  reloadKeys()
  if (!keyring[0]) throw new Error('The encryption key is not loaded yet')
  return keyring[0]
}

/** Encrypts with AES-256-GCM: 12 bytes IV, 16 bytes tag, then the ciphertext. `aad` binds it to its row and column. */
export function encryptSecret(text: string, aad: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', getCurrentKey().seal, iv, { authTagLength: 16 }).setAAD(Buffer.from(aad))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), sealed]))
}

/** Decrypts what `encryptSecret` returned for the same AAD. Throws if no key fits, or if the AAD or a single bit differs. */
export const decryptSecret = (sealed: Uint8Array, aad: string): string => decryptSecretWithKeyId(sealed, aad).text

/** Decrypts a secret and returns the ID of the key that fits. */
export function decryptSecretWithKeyId(sealed: Uint8Array, aad: string): { text: string; keyId: string } {
  const decrypted = tryKeys(sealed, aad) ?? (reloadKeys() ? tryKeys(sealed, aad) : null)
  if (!decrypted) throw new Error('None of the encryption keys can decrypt the secret')
  return decrypted
}

function tryKeys(sealed: Uint8Array, aad: string) {
  for (const { id, seal: key } of keyring) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
    try {
      decipher.setAAD(Buffer.from(aad)).setAuthTag(sealed.subarray(12, 28))
      return { text: Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8'), keyId: id }
    } catch {
      continue
    }
  }
  return null
}

/** Reads the keys again; returns whether they have changed. */
function reloadKeys(): boolean {
  const keys = readMoreKeys()
  if (!keys) return false
  const before = keyIds().join()
  setKeys(keys)
  return keyIds().join() !== before
}
