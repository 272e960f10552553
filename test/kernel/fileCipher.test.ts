import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { type ByteRange, decryptFile, encryptedRange, encryptFile } from '../../src/kernel/crypto/fileCipher.ts'

const CHUNK = 64 * 1024
const DAMAGED = /authenticate|incomplete/
const key = randomBytes(32)
async function* inPieces(bytes: Buffer, size = 10_007) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const encrypt = (plain: Buffer) => buffer(encryptFile(inPieces(plain), key))
const decrypt = (file: Buffer, size: number, range: ByteRange) => {
  const part = encryptedRange(range, size)
  return buffer(decryptFile(inPieces(file.subarray(part.start, part.end + 1)), key, size, range))
}

describe.each([1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5])('an encrypted file of %i bytes', (size) => {
  const plain = randomBytes(size)
  test('is decrypted as a whole and in every kind of range', async () => {
    const file = await encrypt(plain)
    const ends = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, size - 1].filter((end) => end < size)
    for (const start of ends)
      for (const end of ends.filter((last) => last >= start))
        expect((await decrypt(file, size, { start, end })).equals(plain.subarray(start, end + 1))).toBe(true)
    expect(encryptedRange({ start: 0, end: size - 1 }, size)).toEqual({ start: 0, end: file.length - 1 })
  })
  test('is refused if a bit differs, and if its end is missing', async () => {
    const file = await encrypt(plain)
    const whole = { start: 0, end: size - 1 }
    const changed = Buffer.from(file)
    changed[Math.floor(size / 2)]! ^= 1
    await expect(decrypt(changed, size, whole)).rejects.toThrow(DAMAGED)
    await expect(decrypt(file.subarray(0, -1), size, whole)).rejects.toThrow(DAMAGED)
    if (size > CHUNK) await expect(decrypt(file.subarray(0, CHUNK + 16), size, whole)).rejects.toThrow(DAMAGED)
    if (size > CHUNK) await expect(decrypt(file.subarray(0, CHUNK + 16), CHUNK, { start: 0, end: CHUNK - 1 })).rejects.toThrow(DAMAGED)
  })
})
