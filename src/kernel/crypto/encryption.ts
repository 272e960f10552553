import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { getCurrentKey, type ServerKey, tryKeys } from './keyring.ts'
import { perServer } from '../serverState.ts'

/**
 * Encryption at rest. A secret is stored as
 *
 *     0x01 | ID of the server key (8 bytes) | data key under the server key (60 bytes) | text under the data key
 *
 * Both encryptions are AES-256-GCM: 12 bytes IV, 16 bytes tag, ciphertext. `aad` binds them to their row and column. A rotation of the
 * server key replaces everything before the text.
 *
 * Earlier versions stored two other formats: the same without its first nine bytes, with the key's ID in a column (`StoredSecret`), and text
 * that the server key encrypts without a data key. The latter begins with random bytes, so a first byte of 0x01 proves nothing: the format is
 * the one that decrypts. They are written only while servers of an earlier version may have to read them (`useEarlierFormats`).
 */
const VERSION = '01'
const HEADER_BYTES = 9
const IV_BYTES = 12
const TAG_BYTES = 16
const DATA_KEY_BYTES = 32
const TEXT_OFFSET = HEADER_BYTES + IV_BYTES + TAG_BYTES + DATA_KEY_BYTES

type Bytes = Uint8Array<ArrayBuffer>

/** A secret as it is in a row. `keyId` is null, unless it has the earlier format with the ID of the key in a column of its own. */
export interface StoredSecret {
  sealed: Uint8Array
  keyId: string | null
}

/** The key that a secret needs, and whether the secret has the format of an earlier version. */
export interface SecretState {
  keyId: string
  isLegacy: boolean
}

const writesEarlierFormats = perServer(() => false)

/** Sets whether new secrets have the formats of earlier versions. */
export const useEarlierFormats = (areWritten: boolean) => writesEarlierFormats.set(areWritten)

/** Encrypts text or bytes with the current server key, for one column. */
export const encryptSecret = (text: string | Uint8Array, aad: string): Bytes =>
  writesEarlierFormats() ? new Uint8Array(encrypt(Buffer.from(text), getCurrentKey().seal, aad)) : wrapText(Buffer.from(text), aad)

/** The same for a row with a column for the key's ID. */
export function encryptForRow(text: string, aad: string): { sealed: Bytes; keyId: string | null } {
  const secret = wrapText(Buffer.from(text), aad)
  return writesEarlierFormats() ? { sealed: secret.subarray(HEADER_BYTES), keyId: keyIdOf(secret) } : { sealed: secret, keyId: null }
}

/** Decrypts a secret. Throws if none of the keys fits, or if the AAD or a single bit differs. */
export const decryptSecret = (secret: Uint8Array, aad: string): string => decryptBytes(secret, aad).toString()

/** The same for a secret that is not text. */
export const decryptBytes = (secret: Uint8Array, aad: string): Buffer => open(secret, aad).text

/** Returns the secret of a row in one piece. */
export const joinKeyId = ({ sealed, keyId }: StoredSecret): Uint8Array => (keyId === null ? sealed : Buffer.concat([headerOf(keyId), sealed]))

/** Returns the state of a secret; null if `decryptSecret` would throw. */
export function inspectSecret(stored: StoredSecret, aad: string): SecretState | null {
  const secret = tryOpen(joinKeyId(stored), aad)
  return secret && { keyId: secret.keyId, isLegacy: !secret.dataKey || stored.keyId !== null }
}

/** Encrypts the data key of a secret with the current server key, and leaves the text as it is. Converts earlier formats. Throws as `decryptSecret` does. */
export function rewrapSecret(stored: StoredSecret, aad: string): Bytes {
  const secret = joinKeyId(stored)
  const { text, dataKey } = open(secret, aad)
  return dataKey ? wrap(dataKey, secret.subarray(TEXT_OFFSET), aad) : wrapText(text, aad)
}

/** Returns the ID of the key that a secret names. Nothing proves it before the secret is decrypted. */
export const keyIdOf = (secret: Uint8Array): string => Buffer.from(secret.subarray(1, HEADER_BYTES)).toString('hex')

const headerOf = (keyId: string) => Buffer.from(VERSION + keyId, 'hex')

function wrapText(text: Uint8Array, aad: string): Bytes {
  const dataKey = randomBytes(DATA_KEY_BYTES)
  return wrap(dataKey, encrypt(text, dataKey, aad), aad)
}

function wrap(dataKey: Uint8Array, encryptedText: Uint8Array, aad: string): Bytes {
  const key = getCurrentKey()
  return new Uint8Array(Buffer.concat([headerOf(key.id), encrypt(dataKey, key.wrap, aad), encryptedText]))
}

function open(secret: Uint8Array, aad: string) {
  const opened = tryOpen(secret, aad)
  if (!opened) throw new Error('None of the encryption keys can decrypt the secret')
  return opened
}

const tryOpen = (secret: Uint8Array, aad: string) => tryKeys((key) => openWrapped(secret, key, aad) ?? openSealed(secret, key, aad))

function openWrapped(secret: Uint8Array, { id, wrap: key }: ServerKey, aad: string) {
  if (!headerOf(id).equals(secret.subarray(0, HEADER_BYTES))) return null
  const dataKey = decrypt(secret.subarray(HEADER_BYTES, TEXT_OFFSET), key, aad)
  const text = dataKey && decrypt(secret.subarray(TEXT_OFFSET), dataKey, aad)
  return text && { text, keyId: id, dataKey }
}

function openSealed(secret: Uint8Array, { id, seal: key }: ServerKey, aad: string) {
  const text = decrypt(secret, key, aad)
  return text && { text, keyId: id, dataKey: null }
}

function encrypt(bytes: Uint8Array, key: Uint8Array, aad: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(aad))
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
}

function decrypt(bytes: Uint8Array, key: Uint8Array, aad: string): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(aad)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
