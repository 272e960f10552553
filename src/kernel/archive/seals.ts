import { createCipheriv, createDecipheriv, createHash, createHmac, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

/** How the chunks of an archive are protected: with a passphrase against everyone, without one against damage only. */
export interface Seal {
  /** Proves the beginning of the archive, and that the passphrase is the right one. 32 bytes. */
  proof: Buffer
  /** Returns a sealed chunk, which is `TAG_BYTES` longer. */
  close(chunk: Uint8Array, place: Buffer): Buffer
  /** Returns the chunk; null if a bit or its place differs. */
  open(sealed: Buffer, place: Buffer): Buffer | null
}

export const TAG_BYTES = 16

const deriveKeys = promisify<string, Uint8Array, number, object, Buffer>(scrypt)
/** 128 MiB and about half a second for each guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

/** Protects chunks with AES-256-GCM, with keys that scrypt derives from the passphrase and the archive's salt. `beginning` is authenticated with each. */
export async function passphraseSeal(passphrase: string, salt: Uint8Array, beginning: Uint8Array): Promise<Seal> {
  const keys = await deriveKeys(passphrase.normalize('NFKC'), salt, 64, SCRYPT)
  const [key, proofKey] = [keys.subarray(0, 32), keys.subarray(32)]
  return {
    proof: createHmac('sha256', proofKey).update(beginning).digest(),
    close(chunk, place) {
      const cipher = createCipheriv('aes-256-gcm', key, place, { authTagLength: TAG_BYTES }).setAAD(beginning)
      return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, place) {
      const end = sealed.length - TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, place, { authTagLength: TAG_BYTES }).setAAD(beginning).setAuthTag(sealed.subarray(end))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

/** Finds damage: a checksum follows each chunk. */
export function checksumSeal(beginning: Uint8Array): Seal {
  const checksumOf = (chunk: Uint8Array, place: Buffer) => createHash('sha256').update(beginning).update(place).update(chunk).digest().subarray(0, TAG_BYTES)
  return {
    proof: createHash('sha256').update(beginning).digest(),
    close: (chunk, place) => Buffer.concat([chunk, checksumOf(chunk, place)]),
    open(sealed, place) {
      const end = sealed.length - TAG_BYTES
      const chunk = sealed.subarray(0, end)
      return checksumOf(chunk, place).equals(sealed.subarray(end)) ? chunk : null
    },
  }
}
