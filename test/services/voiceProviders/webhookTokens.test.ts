import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { VOICE_ENGINES } from '../../../src/kernel/vocabulary/engines.ts'
import { MAX_ID } from '../../../src/kernel/db/rows.ts'
import { setKeys, setRootSecret } from '../../../src/kernel/crypto/encryption.ts'
import { verifyWebhookToken, formatOwner, parseOwner, webhookSecretOf, webhookTokenOf, type WebhookOwner } from '../../../src/kernel/crypto/webhookTokens.ts'

const ROOT = new Uint8Array(32).fill(7)
beforeAll(() => setRootSecret(ROOT))

const id = fc.integer({ min: 1, max: MAX_ID })
const owner: fc.Arbitrary<WebhookOwner> = fc.record({ kind: fc.constantFrom('agent', 'number'), workspaceId: id, id })
const engine = fc.constantFrom(...VOICE_ENGINES)

test('a token names the agent or number and workspace that it was made for, and is short enough for any address', () => {
  fc.assert(
    fc.property(engine, owner, (at, whose) => {
      const token = webhookTokenOf(at, whose)
      expect(verifyWebhookToken(at, token)).toEqual(whose)
      expect(parseOwner(formatOwner(whose))).toEqual(whose)
      expect(token.length).toBeLessThanOrEqual(46)
      expect(encodeURIComponent(token)).toBe(token)
    }),
  )
})

test('a token in which anything was changed, left out, added or swapped is nobody’s', () => {
  fc.assert(
    fc.property(engine, owner, owner, fc.nat(), fc.string({ minLength: 1, maxLength: 3 }), (at, whose, other, place, text) => {
      const token = webhookTokenOf(at, whose)
      const cut = place % token.length
      const forgeries = [
        token.slice(0, cut) + text + token.slice(cut + text.length),
        token.slice(0, cut) + text + token.slice(cut),
        token.slice(0, cut),
        token.slice(cut + 1),
        `${formatOwner(other)}.${token.split('.')[1]}`,
        formatOwner({ ...whose, kind: whose.kind === 'agent' ? 'number' : 'agent' }) + token.slice(token.indexOf('.')),
        formatOwner({ ...whose, workspaceId: whose.id, id: whose.workspaceId }) + token.slice(token.indexOf('.')),
        `0${token}`,
        token.toUpperCase(),
        `${token}\n`,
      ]
      for (const forged of forgeries) if (forged !== token) expect([forged, verifyWebhookToken(at, forged)]).toEqual([forged, null])
      expect(verifyWebhookToken(at === 'retell' ? 'vapi' : 'retell', token)).toBeNull()
    }),
  )
})

test('whatever else is sent as a token is nobody’s', () => {
  fc.assert(
    fc.property(engine, fc.oneof(fc.string({ maxLength: 80 }), fc.stringMatching(/^\d{1,12}[an]\d{1,12}\.[\w-]{24}$/)), (at, text) => {
      expect(verifyWebhookToken(at, text)).toBeNull()
    }),
  )
})

test('a secret is of one agent or number at one engine, and is not part of its address', () => {
  fc.assert(
    fc.property(owner, owner, (one, other) => {
      fc.pre(formatOwner(one) !== formatOwner(other))
      const secrets = [
        webhookSecretOf('vapi', one),
        webhookSecretOf('vapi', other),
        webhookSecretOf('retell', one),
        ...[one, other].map((each) => webhookTokenOf('vapi', each).split('.')[1]),
      ]
      expect(new Set(secrets).size).toBe(secrets.length)
    }),
  )
})

test('tokens outlive a change of the encryption key, and end with the root secret', () => {
  const whose: WebhookOwner = { kind: 'agent', workspaceId: 12, id: 5 }
  setKeys([new Uint8Array(32).fill(1)])
  const token = webhookTokenOf('retell', whose)
  setKeys([new Uint8Array(32).fill(2), new Uint8Array(32).fill(1)])
  expect(verifyWebhookToken('retell', token)).toEqual(whose)
  setRootSecret(new Uint8Array(32).fill(8))
  expect(verifyWebhookToken('retell', token)).toBeNull()
  setRootSecret(ROOT)
})
