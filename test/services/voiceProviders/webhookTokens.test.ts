import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { VOICE_ENGINES } from '../../../src/kernel/vocabulary/engines.ts'
import { MAX_ID } from '../../../src/kernel/db/rows.ts'
import { setKeys, setRootSecret } from '../../../src/kernel/crypto/keyring.ts'
import { verifyWebhookToken, formatOwner, parseOwner, webhookSecretOf, webhookTokenOf, type WebhookOwner } from '../../../src/kernel/crypto/webhookTokens.ts'

const ROOT = new Uint8Array(32).fill(7)
beforeAll(() => setRootSecret(ROOT))

const id = fc.integer({ min: 1, max: MAX_ID })
const owner: fc.Arbitrary<WebhookOwner> = fc.record({ kind: fc.constantFrom('agent', 'number'), workspaceId: id, id })
const engine = fc.constantFrom(...VOICE_ENGINES)

test('a token identifies its agent or number and workspace, and is short enough for any URL', () => {
  fc.assert(
    fc.property(engine, owner, (name, target) => {
      const token = webhookTokenOf(name, target)
      expect(verifyWebhookToken(name, token)).toEqual(target)
      expect(parseOwner(formatOwner(target))).toEqual(target)
      expect(token.length).toBeLessThanOrEqual(46)
      expect(encodeURIComponent(token)).toBe(token)
    }),
  )
})

test('a token with any changed, removed, added or swapped part is invalid', () => {
  fc.assert(
    fc.property(engine, owner, owner, fc.nat(), fc.string({ minLength: 1, maxLength: 3 }), (name, target, second, position, text) => {
      const token = webhookTokenOf(name, target)
      const cut = position % token.length
      const forgeries = [
        token.slice(0, cut) + text + token.slice(cut + text.length),
        token.slice(0, cut) + text + token.slice(cut),
        token.slice(0, cut),
        token.slice(cut + 1),
        `${formatOwner(second)}.${token.split('.')[1]}`,
        formatOwner({ ...target, kind: target.kind === 'agent' ? 'number' : 'agent' }) + token.slice(token.indexOf('.')),
        formatOwner({ ...target, workspaceId: target.id, id: target.workspaceId }) + token.slice(token.indexOf('.')),
        `0${token}`,
        token.toUpperCase(),
        `${token}\n`,
      ]
      for (const forged of forgeries) if (forged !== token) expect([forged, verifyWebhookToken(name, forged)]).toEqual([forged, null])
      expect(verifyWebhookToken(name === 'retell' ? 'vapi' : 'retell', token)).toBeNull()
    }),
  )
})

test('any other text is an invalid token', () => {
  fc.assert(
    fc.property(engine, fc.oneof(fc.string({ maxLength: 80 }), fc.stringMatching(/^\d{1,12}[an]\d{1,12}\.[\w-]{24}$/)), (name, text) => {
      expect(verifyWebhookToken(name, text)).toBeNull()
    }),
  )
})

test('a secret belongs to one agent or number at one engine, and is not part of its URL', () => {
  fc.assert(
    fc.property(owner, owner, (first, second) => {
      fc.pre(formatOwner(first) !== formatOwner(second))
      const secrets = [
        webhookSecretOf('vapi', first),
        webhookSecretOf('vapi', second),
        webhookSecretOf('retell', first),
        ...[first, second].map((each) => webhookTokenOf('vapi', each).split('.')[1]),
      ]
      expect(new Set(secrets).size).toBe(secrets.length)
    }),
  )
})

test('tokens stay valid after a key rotation, and end with the root secret', () => {
  const target: WebhookOwner = { kind: 'agent', workspaceId: 12, id: 5 }
  setKeys([new Uint8Array(32).fill(1)])
  const token = webhookTokenOf('retell', target)
  setKeys([new Uint8Array(32).fill(2), new Uint8Array(32).fill(1)])
  expect(verifyWebhookToken('retell', token)).toEqual(target)
  setRootSecret(new Uint8Array(32).fill(8))
  expect(verifyWebhookToken('retell', token)).toBeNull()
  setRootSecret(ROOT)
})
