import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { countWebhooks, deliver, ENGINES, signedHeadersOf, callStartedBody, inboundCallBody, retellSignature, webhookSecretsOf } from './vendors.ts'

// Without jobs, stored events stay unchanged.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let secrets: ReturnType<typeof webhookSecretsOf>
beforeAll(() => {
  secrets = webhookSecretsOf(testServer())
})

const BODY = callStartedBody('retell', 'call_forged')
const countStoredEvents = () => anyWorkspace.providerEvent.count()
const MINUTE = 60_000

type Headers = Record<string, string>
/** Forged variants of a Retell webhook: the headers, and the body if it differs from the signed one. */
const RETELL: [name: string, forge: () => { headers: Headers; raw?: string }, result?: string][] = [
  ['no header', () => ({ headers: {} })],
  ['an empty header', () => ({ headers: { 'X-Retell-Signature': '' } })],
  ['a wrong key', () => ({ headers: { 'X-Retell-Signature': retellSignature(`${secrets.retell}x`, BODY) } })],
  ['an empty key', () => ({ headers: { 'X-Retell-Signature': retellSignature('', BODY) } })],
  ["the other vendor's secret as key", () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.vapi, BODY) } })],
  ['a body changed by one byte', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY) }, raw: BODY.replace('call_f', 'call_g') })],
  ['one more space', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY) }, raw: `${BODY} ` })],
  ['the same JSON with other white space', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY) }, raw: BODY.replace(':', ': ') })],
  ['the signature of another body', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, callStartedBody('retell', 'call_other')) } })],
  ['a truncated signature', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY).slice(0, -1) } })],
  ['a signature with an added character', () => ({ headers: { 'X-Retell-Signature': `${retellSignature(secrets.retell, BODY)}0` } })],
  ['upper-case hex', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY).replace(/d=.*/, (hex) => hex.toUpperCase()) } })],
  [
    'a time other than the signed one',
    () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY).replace(/v=\d+/, `v=${Date.now() + 1_000}`) } }),
  ],
  ['a digest without its time', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY).replace(/v=\d+,/, '') } })],
  ['two headers', () => ({ headers: { 'X-Retell-Signature': [1, 2].map(() => retellSignature(secrets.retell, BODY)).join(', ') } })],
  ["the other vendor's header", () => ({ headers: { 'X-Vapi-Secret': secrets.vapi } })],
  ['a time six minutes ago', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY, Date.now() - 6 * MINUTE) } }), 'stale'],
  ['a time six minutes ahead', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY, Date.now() + 6 * MINUTE) } }), 'stale'],
]

const VAPI: [name: string, forge: () => Headers][] = [
  ['no header', () => ({})],
  ['an empty secret', () => ({ 'X-Vapi-Secret': '' })],
  ['a wrong secret', () => ({ 'X-Vapi-Secret': 'x'.repeat(64) })],
  ['a truncated secret', () => ({ 'X-Vapi-Secret': secrets.vapi.slice(0, -1) })],
  ['a secret with an added character', () => ({ 'X-Vapi-Secret': `${secrets.vapi}0` })],
  ['one character changed', () => ({ 'X-Vapi-Secret': (secrets.vapi.startsWith('A') ? 'B' : 'A') + secrets.vapi.slice(1) })],
  ['upper case', () => ({ 'X-Vapi-Secret': secrets.vapi.toUpperCase() })],
  ['two headers', () => ({ 'X-Vapi-Secret': `${secrets.vapi}, ${secrets.vapi}` })],
  ['the secret as a bearer token', () => ({ Authorization: `Bearer ${secrets.vapi}` })],
  ["the other vendor's secret", () => ({ 'X-Vapi-Secret': secrets.retell })],
  ["the other vendor's header", () => ({ 'X-Retell-Signature': retellSignature(secrets.retell, callStartedBody('vapi', 'forged')) })],
  ['the word undefined', () => ({ 'X-Vapi-Secret': 'undefined' })],
]

describe('refuses a forged webhook without a response body, counts it and stores nothing', () => {
  test.each(RETELL)('retell: %s', async (_name, forge, result = 'bad_signature') => {
    const { headers, raw = BODY } = forge()
    const before = [await countStoredEvents(), await countWebhooks('retell', result)]
    expect(await deliver(testServer(), 'retell', raw, { headers })).toMatchObject({ status: 401, text: '' })
    expect([await countStoredEvents(), await countWebhooks('retell', result)]).toEqual([before[0], before[1]! + 1])
  })

  test.each(VAPI)('vapi: %s', async (_name, forge) => {
    const before = [await countStoredEvents(), await countWebhooks('vapi', 'bad_signature')]
    expect(await deliver(testServer(), 'vapi', callStartedBody('vapi', 'forged'), { headers: forge() })).toMatchObject({ status: 401, text: '' })
    expect([await countStoredEvents(), await countWebhooks('vapi', 'bad_signature')]).toEqual([before[0], before[1]! + 1])
  })

  test.each(ENGINES)('%s: a request for the agent of an inbound call', async (engine) => {
    const acme = await testServer().workspace()
    const to = (await (await acme.key()).get('/phone-numbers')).body.items[0].phone_number
    expect(await deliver(testServer(), engine, inboundCallBody(engine, { from: '+12125550100', to }), { headers: {} })).toMatchObject({ status: 401, text: '' })
    expect(await anyWorkspace.call.count({ where: { workspaceId: acme.id } })).toBe(0)
  })
})

describe.each(ENGINES)('%s: a genuine webhook', (engine) => {
  test('is stored once; replays are acknowledged, counted and ignored', async () => {
    const raw = callStartedBody(engine, `genuine-${engine}`)
    const headers = signedHeadersOf(testServer(), engine, raw)
    const before = [await countWebhooks(engine, 'stored'), await countWebhooks(engine, 'repeated')]
    const [first, ...others] = [
      await deliver(testServer(), engine, raw, { headers }),
      await deliver(testServer(), engine, raw, { headers }),
      await deliver(testServer(), engine, raw, { headers }),
    ]
    expect([first!.status, ...others.map(({ status }) => status)]).toEqual([204, 204, 204])
    expect(
      await anyWorkspace.providerEvent.count({
        where: { body: { path: engine === 'retell' ? ['call', 'call_id'] : ['message', 'call', 'id'], equals: `genuine-${engine}` } },
      }),
    ).toBe(1)
    expect([await countWebhooks(engine, 'stored'), await countWebhooks(engine, 'repeated')]).toEqual([before[0]! + 1, before[1]! + 2])
  })

  test('of an unneeded type is acknowledged and counted as ignored', async () => {
    const raw = JSON.stringify(engine === 'retell' ? { event: 'agent_sneezed', call: { call_id: 'x' } } : { message: { type: 'hang', call: { id: 'x' } } })
    const before = [await countStoredEvents(), await countWebhooks(engine, 'ignored')]
    expect((await deliver(testServer(), engine, raw)).status).toBe(204)
    expect([await countStoredEvents(), await countWebhooks(engine, 'ignored')]).toEqual([before[0], before[1]! + 1])
  })
})
