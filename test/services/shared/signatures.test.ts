import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { SIGNATURE_HEADER, signedHeaders } from '../../../src/services/shared/signatures.ts'

test.each(['{}', ' {"a": 1}\n', 'x'.repeat(200_000), '{"name":"Zoë 🎉"}'])(
  'the signature is over every byte of the body, whatever its length (row %#)',
  (body) => {
    const expected = `sha256=${createHmac('sha256', 'secret').update(Buffer.from(body)).digest('hex')}`
    expect(signedHeaders('call.completed', body, 'secret')[SIGNATURE_HEADER]).toBe(expected)
  },
)

test('without a secret nothing is signed', () => {
  expect(signedHeaders('call.completed', '{}', null)).not.toHaveProperty(SIGNATURE_HEADER)
})
