import { expect, test } from 'vitest'
import { redactText } from '../../../src/services/redaction/redaction.ts'

test.each(['4111 1111 1111 1111 12 28 123', '4111 1111 1111 1111 12 2028 12', '3782 822463 10005 12 28 1234', '3782 822463 10005 1228 1234'])(
  'the expiry date and the security code after a card number are masked with it: %s',
  (text) => expect(redactText(text, ['payment_card'])).toMatch(/^\[card ••••\d{4}\]$/),
)
