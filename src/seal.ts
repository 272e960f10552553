import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

let master: Buffer | null = null

/** Sets the installation's key, 32 bytes. Called once at start, before anything is sealed or signed. */
export function useMasterKey(key: Buffer) {
  master = key
}

/** A key for one purpose, derived from the installation's, so that no two uses share one. */
export function keyFor(purpose: string): Uint8Array<ArrayBuffer> {
  if (!master) throw new Error('The installation key is not loaded yet')
  return new Uint8Array(hkdfSync('sha256', master, '', purpose, 32))
}

/** The installation's key as it wraps others, with the id it is known by; the one of that id when it is asked for. */
export function wrappingKey(wanted?: string): { id: string; key: Uint8Array } {
  const key = keyFor('wrap')
  const id = createHash('sha256').update(key).digest('hex').slice(0, 16)
  if (wanted !== undefined && wanted !== id) throw new Error(`The installation has no key ${wanted}`)
  return { id, key }
}

/** Encrypts with AES-256-GCM: 12 bytes IV, 16 bytes tag, then the text. `place` binds it to its row and column. */
export function seal(text: string, place: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor('seal'), iv, { authTagLength: 16 }).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), sealed]))
}

/** Opens what `seal` made for the same place. Throws when the key, the place or a bit differs. */
export function unseal(sealed: Uint8Array, place: string): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFor('seal'), sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}
