import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { wrappingKey } from './seal.ts'

/** A text that only the installation can read, and the id of the installation's key that opens it. */
export interface Envelope {
  sealed: Uint8Array<ArrayBuffer>
  keyId: string
}

const IV = 12
const TAG = 16
const KEY = 32
const WRAPPED = IV + TAG + KEY

/**
 * Encrypts with AES-256-GCM under a key of its own, which is wrapped with the installation's: changing that one means
 * wrapping anew, not encrypting anew. `place` binds both to their row, so that an envelope moved elsewhere stays shut.
 */
export function sealEnvelope(text: string, place: string): Envelope {
  const { id, key } = wrappingKey()
  const dataKey = randomBytes(KEY)
  return { sealed: new Uint8Array(Buffer.concat([encrypt(dataKey, key, place), encrypt(Buffer.from(text, 'utf8'), dataKey, place)])), keyId: id }
}

/** Opens what `sealEnvelope` made for the same place. Throws when the key, the place or a bit differs. */
export function openEnvelope({ sealed, keyId }: { sealed: Uint8Array; keyId: string }, place: string): string {
  const dataKey = decrypt(sealed.subarray(0, WRAPPED), wrappingKey(keyId).key, place)
  return decrypt(sealed.subarray(WRAPPED), dataKey, place).toString('utf8')
}

/** The same text under the installation's key of today; what is encrypted stays as it is. Throws as opening does. */
export function wrapAnew({ sealed, keyId }: { sealed: Uint8Array; keyId: string }, place: string): Envelope {
  const { id, key } = wrappingKey()
  const dataKey = decrypt(sealed.subarray(0, WRAPPED), wrappingKey(keyId).key, place)
  return { sealed: new Uint8Array(Buffer.concat([encrypt(dataKey, key, place), sealed.subarray(WRAPPED)])), keyId: id }
}

function encrypt(bytes: Buffer, key: Uint8Array, place: string): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG }).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

function decrypt(sealed: Uint8Array, key: Uint8Array, place: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(IV, IV + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()])
}
