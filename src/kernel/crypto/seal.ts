import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** One of the installation's keys: the id it is known by, and the two keys that are derived from it. */
interface InstallationKey {
  id: string
  wrap: Uint8Array
  seal: Uint8Array
}

let ring: readonly InstallationKey[] = []
let readMore: () => readonly Uint8Array[] | null = () => null
let root: Uint8Array | null = null

/**
 * Sets the installation's keys, 32 bytes each: the first one seals, the others open what they have sealed. `more` is asked
 * before anything is sealed and when no key fits, since the keys may have changed meanwhile; it answers all there are, or
 * null where it cannot tell at once.
 */
export function useKeys(keys: readonly Uint8Array[], more: typeof readMore = readMore) {
  ring = keys.map(keyOf)
  readMore = more
}

/** Sets the secret that keys for one purpose derive from; it outlives a change of the installation's key. */
export function useRootSecret(secret: Uint8Array) {
  root = secret
}

const derived = (secret: Uint8Array, purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))

function keyOf(bytes: Uint8Array): InstallationKey {
  const wrap = derived(bytes, 'wrap')
  return { id: createHash('sha256').update(wrap).digest('hex').slice(0, 16), wrap, seal: derived(bytes, 'seal') }
}

/** A key for one purpose, so that no two uses share one. */
export function keyFor(purpose: string): Uint8Array<ArrayBuffer> {
  if (!root) throw new Error('The encryption key is not loaded yet')
  return derived(root, purpose)
}

/** The ids of the installation's keys, the one in use first. */
export const keyIds = () => ring.map(({ id }) => id)

/** The installation's key as it wraps others, with the id it is known by; the one of that id when it is asked for. */
export function wrappingKey(wanted?: string): { id: string; key: Uint8Array } {
  const find = () => ring.find(({ id }) => id === wanted)
  const found = wanted === undefined ? keyInUse() : (find() ?? (learnMore() ? find() : undefined))
  if (!found) throw new Error(`The server has no encryption key ${wanted}`)
  return { id: found.id, key: found.wrap }
}

function keyInUse(): InstallationKey {
  learnMore()
  if (!ring[0]) throw new Error('The encryption key is not loaded yet')
  return ring[0]
}

/** Encrypts with AES-256-GCM: 12 bytes IV, 16 bytes tag, then the text. `place` binds it to its row and column. */
export function seal(text: string, place: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyInUse().seal, iv, { authTagLength: 16 }).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), sealed]))
}

/** Opens what `seal` made for the same place. Throws when no key fits, or the place or a bit differs. */
export const unseal = (sealed: Uint8Array, place: string): string => unsealWith(sealed, place).text

/** The same, with the id of the key that fits. */
export function unsealWith(sealed: Uint8Array, place: string): { text: string; keyId: string } {
  const opened = tryAll(sealed, place) ?? (learnMore() ? tryAll(sealed, place) : null)
  if (!opened) throw new Error('None of the encryption keys can decrypt the secret')
  return opened
}

function tryAll(sealed: Uint8Array, place: string) {
  for (const { id, seal: key } of ring) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
    try {
      decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(12, 28))
      return { text: Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8'), keyId: id }
    } catch {
      continue
    }
  }
  return null
}

/** Whether there are keys that were not known. */
function learnMore(): boolean {
  const keys = readMore()
  if (!keys) return false
  const before = keyIds().join()
  useKeys(keys)
  return keyIds().join() !== before
}
