import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { getWrappingKey } from './encryption.ts'

/** Encrypted text and the ID of the server key that decrypts it. */
export interface Envelope {
  sealed: Uint8Array<ArrayBuffer>
  keyId: string
}

const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const WRAPPED_KEY_BYTES = IV_BYTES + TAG_BYTES + KEY_BYTES

/**
 * Encrypts with AES-256-GCM under a data key, which is wrapped with the server key: rotating the server key rewraps the data key
 * and leaves the ciphertext unchanged. `aad` binds both to their row, so that an envelope cannot be decrypted elsewhere.
 */
export function encryptEnvelope(text: string, aad: string): Envelope {
  const { id, key } = getWrappingKey()
  const dataKey = randomBytes(KEY_BYTES)
  return { sealed: new Uint8Array(Buffer.concat([encrypt(dataKey, key, aad), encrypt(Buffer.from(text, 'utf8'), dataKey, aad)])), keyId: id }
}

/** Decrypts an envelope. Throws if the key, the AAD or a single bit differs. */
export function decryptEnvelope({ sealed, keyId }: { sealed: Uint8Array; keyId: string }, aad: string): string {
  const dataKey = decrypt(sealed.subarray(0, WRAPPED_KEY_BYTES), getWrappingKey(keyId).key, aad)
  return decrypt(sealed.subarray(WRAPPED_KEY_BYTES), dataKey, aad).toString('utf8')
}

/** Rewraps the data key with the current server key; the ciphertext is unchanged. Throws as `decryptEnvelope` does. */
export function rewrapEnvelope({ sealed, keyId }: { sealed: Uint8Array; keyId: string }, aad: string): Envelope {
  const { id, key } = getWrappingKey()
  const dataKey = decrypt(sealed.subarray(0, WRAPPED_KEY_BYTES), getWrappingKey(keyId).key, aad)
  return { sealed: new Uint8Array(Buffer.concat([encrypt(dataKey, key, aad), sealed.subarray(WRAPPED_KEY_BYTES)])), keyId: id }
}

function encrypt(bytes: Buffer, key: Uint8Array, aad: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(aad))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

function decrypt(sealed: Uint8Array, key: Uint8Array, aad: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(aad)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
