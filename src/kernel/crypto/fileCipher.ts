import { createCipheriv, createDecipheriv } from 'node:crypto'

/**
 * Encryption of files that are read as a whole or in parts. A file has a key of its own, and consists of chunks of 64 KiB, the last shorter,
 * each encrypted with AES-256-GCM and followed by its tag. The IV is the number of the chunk and whether it is the last: so no chunk can be
 * moved, left out or cut off unnoticed.
 */
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES

/** Bytes from `start` to `end` inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** Encrypts a file as a stream. Never use a key for two files. */
export async function* encryptFile(source: AsyncIterable<Uint8Array>, key: Uint8Array): AsyncGenerator<Buffer> {
  let index = 0
  let held: Buffer | null = null
  for await (const chunk of inChunks(source, CHUNK_BYTES)) {
    if (held) yield seal(held, key, ivOf(index++, false))
    held = chunk
  }
  yield seal(held ?? Buffer.alloc(0), key, ivOf(index, true))
}

/** Returns the part of the encrypted file that is needed to read a range of the file with this size. */
export const encryptedRange = ({ start, end }: ByteRange, size: number): ByteRange => ({
  start: chunkOf(start) * SEALED_BYTES,
  end: Math.min((chunkOf(end) + 1) * SEALED_BYTES, size + (chunkOf(size - 1) + 1) * TAG_BYTES) - 1,
})

/** Decrypts a range from the part of the file that `encryptedRange` names. Throws if a bit differs, or if bytes are missing. */
export async function* decryptFile(source: AsyncIterable<Uint8Array>, key: Uint8Array, size: number, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let index = chunkOf(start)
  for await (const sealed of inChunks(source, SEALED_BYTES)) {
    const chunk = open(sealed, key, ivOf(index, index === chunkOf(size - 1)))
    const offset = index++ * CHUNK_BYTES
    yield chunk.subarray(Math.max(0, start - offset), end + 1 - offset)
  }
  if (index <= chunkOf(end)) throw new Error('The encrypted file is incomplete')
}

const chunkOf = (offset: number) => Math.floor(offset / CHUNK_BYTES)

function ivOf(index: number, isLast: boolean): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(index, 7)
  iv[11] = isLast ? 1 : 0
  return iv
}

function seal(chunk: Uint8Array, key: Uint8Array, iv: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
}

function open(sealed: Buffer, key: Uint8Array, iv: Uint8Array): Buffer {
  if (sealed.length < TAG_BYTES) throw new Error('The encrypted file is incomplete')
  const end = sealed.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAuthTag(sealed.subarray(end))
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()])
}

/** Splits bytes into chunks of equal size; the last can be shorter. */
async function* inChunks(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const piece of source)
    for (let offset = 0; offset < piece.length;) {
      const part = piece.subarray(offset, offset + size - bytes)
      held.push(part)
      offset += part.length
      bytes += part.length
      if (bytes < size) continue
      yield Buffer.concat(held)
      held = []
      bytes = 0
    }
  if (bytes > 0) yield Buffer.concat(held)
}
