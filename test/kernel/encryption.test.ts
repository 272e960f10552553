import { createCipheriv, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  decryptSecret,
  encryptForRow,
  encryptSecret,
  inspectSecret,
  joinKeyId,
  keyIdOf,
  rewrapSecret,
  useEarlierFormats,
} from '../../src/kernel/crypto/encryption.ts'
import { keyIds, setKeys } from '../../src/kernel/crypto/keyring.ts'
import { LEGACY_KEY, LEGACY_KEY_ID, readAsVersion01, SEALED_WEBHOOK_SECRET, SEALED_WITH_MARKER, TRUNK_ENVELOPE } from '../kit/fixtures/legacySecrets.ts'

const [KEY, NEXT_KEY] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
const AAD = 'webhook_settings:4242'
const TRUNK_AAD = 'phone_numbers.trunk:4242:+14155550142'
const TRUNK = '{"terminationUri":"sip.example.com"}'
const UNREADABLE = 'None of the encryption keys can decrypt the secret'
/** The version, the key's ID, and the data key with IV and tag. */
const HEAD_BYTES = 1 + 8 + 60
const stored = (sealed: Uint8Array, keyId: string | null = null) => ({ sealed, keyId })

beforeEach(() => setKeys([KEY, LEGACY_KEY], () => null))

describe('a secret', () => {
  test('of any text is 97 bytes longer, names its key, and is read with its AAD only', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 })
    fc.assert(
      fc.property(text, fc.string(), fc.string(), (secretText, aad, otherAad) => {
        const secret = encryptSecret(secretText, aad)
        expect([secret.length, secret[0], keyIdOf(secret)]).toEqual([Buffer.byteLength(secretText) + 97, 1, keyIds()[0]])
        expect(decryptSecret(secret, aad)).toBe(secretText)
        if (aad !== otherAad) expect(() => decryptSecret(secret, otherAad)).toThrow(UNREADABLE)
      }),
    )
  })

  test('with a flipped bit, a missing or an additional byte is refused, wherever it is', () => {
    const secret = encryptSecret('secret', AAD)
    for (let bit = 0; bit < secret.length * 8; bit++) {
      const changed = Uint8Array.from(secret)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => decryptSecret(changed, AAD)).toThrow(UNREADABLE)
    }
    for (let length = 0; length < secret.length; length++) expect(() => decryptSecret(secret.subarray(0, length), AAD)).toThrow(UNREADABLE)
    expect(() => decryptSecret(Buffer.concat([secret, Buffer.alloc(1)]), AAD)).toThrow(UNREADABLE)
  })

  test('of random bytes is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isMarked) => {
        const secret = isMarked ? Buffer.concat([Buffer.from(`01${keyIds()[0]}`, 'hex'), bytes]) : bytes
        expect(() => decryptSecret(secret, AAD)).toThrow(UNREADABLE)
        expect(inspectSecret(stored(secret), AAD)).toBeNull()
      }),
    )
  })

  test('has a data key and IVs of its own, also if the text is the same', () => {
    const [one, other] = [encryptSecret('secret', AAD), encryptSecret('secret', AAD)]
    for (let at = 9; at + 8 <= one.length; at++) expect(Buffer.from(other).includes(Buffer.from(one.subarray(at, at + 8)))).toBe(false)
  })

  test('that is rewrapped keeps the ciphertext of its text, and needs only the current key', () => {
    const before = encryptSecret('secret', AAD)
    setKeys([NEXT_KEY, KEY])
    const after = rewrapSecret(stored(before), AAD)
    expect(after.subarray(HEAD_BYTES)).toEqual(before.subarray(HEAD_BYTES))
    expect(inspectSecret(stored(after), AAD)).toEqual({ keyId: keyIds()[0], isLegacy: false })
    setKeys([NEXT_KEY])
    expect(decryptSecret(after, AAD)).toBe('secret')
    expect(() => decryptSecret(before, AAD)).toThrow(UNREADABLE)
    expect(() => rewrapSecret(stored(before), AAD)).toThrow(UNREADABLE)
  })

  test('of a key that the server does not have yet is read after the keys are read again', () => {
    setKeys([NEXT_KEY])
    const secret = encryptSecret('secret', AAD)
    let reads = 0
    setKeys([KEY], () => {
      reads += 1
      return [NEXT_KEY, KEY]
    })
    expect([decryptSecret(secret, AAD), reads]).toEqual(['secret', 1])
    setKeys([KEY], () => null)
    expect(() => decryptSecret(secret, AAD)).toThrow(UNREADABLE)
  })
})

describe('a secret of version 0.1', () => {
  test.each([
    ['sealed with the server key', stored(SEALED_WEBHOOK_SECRET), AAD, 'hook secret'],
    ['sealed with the server key, with the first byte of the new format', stored(SEALED_WITH_MARKER), AAD, 'hook secret'],
    ['with the key ID in a column', stored(TRUNK_ENVELOPE, LEGACY_KEY_ID), TRUNK_AAD, TRUNK],
  ])('%s is read and converted', (_name, old, aad, text) => {
    expect(decryptSecret(joinKeyId(old), aad)).toBe(text)
    expect(inspectSecret(old, aad)).toEqual({ keyId: LEGACY_KEY_ID, isLegacy: true })
    const converted = stored(rewrapSecret(old, aad))
    setKeys([KEY])
    expect(inspectSecret(converted, aad)).toEqual({ keyId: keyIds()[0], isLegacy: false })
    expect(decryptSecret(converted.sealed, aad)).toBe(text)
  })

  test.each([
    ['sealed with the server key', stored(SEALED_WEBHOOK_SECRET), AAD],
    ['with the key ID in a column', stored(TRUNK_ENVELOPE, LEGACY_KEY_ID), TRUNK_AAD],
  ])('%s is refused with another AAD, a flipped bit or another key ID', (_name, old, aad) => {
    expect(inspectSecret(old, `${aad}0`)).toBeNull()
    for (let bit = 0; bit < old.sealed.length * 8; bit++) {
      const changed = Uint8Array.from(old.sealed)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(inspectSecret(stored(changed, old.keyId), aad)).toBeNull()
    }
    for (const keyId of [keyIds()[0]!, 'none', '']) expect(inspectSecret(stored(old.sealed, keyId), aad)).toBeNull()
    setKeys([KEY], () => null)
    expect(inspectSecret(old, aad)).toBeNull()
  })

  test('that begins by chance like the new format, even with the ID of a key, is told by decrypting it', () => {
    const iv = Buffer.from(`01${LEGACY_KEY_ID}abcdef`, 'hex')
    const sealKey = new Uint8Array(hkdfSync('sha256', LEGACY_KEY, '', 'seal', 32))
    const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(AAD))
    const text = 'long enough to have room for a data key and a text of the new format'
    const ciphertext = Buffer.concat([cipher.update(text), cipher.final()])
    const old = Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
    expect(decryptSecret(old, AAD)).toBe(text)
    expect(inspectSecret(stored(old), AAD)).toEqual({ keyId: LEGACY_KEY_ID, isLegacy: true })
    expect(decryptSecret(rewrapSecret(stored(old), AAD), AAD)).toBe(text)
  })
})

test.each([
  ['sealed with the server key', SEALED_WEBHOOK_SECRET, null, AAD, 'hook secret'],
  ['with the key ID in a column', TRUNK_ENVELOPE, LEGACY_KEY_ID, TRUNK_AAD, TRUNK],
])('the reader of version 0.1 in these tests reads what that version stored: %s', (_name, sealed, keyId, aad, text) => {
  expect(readAsVersion01({ sealed, keyId }, aad)).toBe(text)
})

describe('while servers of version 0.1 may run, a secret', () => {
  beforeEach(() => {
    setKeys([LEGACY_KEY], () => null)
    useEarlierFormats(true)
    onTestFinished(() => useEarlierFormats(false))
  })

  test('of any text is read by them, and by this version', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string(), (text, aad) => {
        for (const secret of [stored(encryptSecret(text, aad)), encryptForRow(text, aad)]) {
          expect(readAsVersion01(secret, aad)).toBe(text)
          expect(decryptSecret(joinKeyId(secret), aad)).toBe(text)
          expect(inspectSecret(secret, aad)).toEqual({ keyId: LEGACY_KEY_ID, isLegacy: true })
        }
      }),
    )
  })

  test('is rewrapped into the new format, which they cannot read', () => {
    for (const secret of [stored(encryptSecret('secret', AAD)), encryptForRow('secret', AAD)]) {
      const converted = stored(rewrapSecret(secret, AAD))
      expect(inspectSecret(converted, AAD)).toEqual({ keyId: LEGACY_KEY_ID, isLegacy: false })
      expect(() => readAsVersion01(converted, AAD)).toThrow('unable to authenticate')
    }
  })
})

test('a secret for a row is in one piece, without a key ID beside it', () => {
  expect(encryptForRow('secret', AAD)).toEqual({ sealed: expect.any(Uint8Array), keyId: null })
})
