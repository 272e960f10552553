import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { useWorld } from '../kit/world.ts'
import { counted, deliver, ENGINES, headersOf, news, question, retellSignature, secretsOf } from './vendors.ts'

// No jobs: what is stored stays as it was stored.
const world = useWorld({ env: { ROLE: 'api' } })
let secrets: ReturnType<typeof secretsOf>
beforeAll(() => {
  secrets = secretsOf(world())
})

const BODY = news('retell', 'call_forged')
const stored = () => anyWorkspace.providerEvent.count()
const MINUTE = 60_000

type Headers = Record<string, string>
/** A variant of a genuine Retell webhook: the headers, and the bytes where they are others than those that were signed. */
const RETELL: [name: string, forge: () => { headers: Headers; raw?: string }, result?: string][] = [
  ['no header', () => ({ headers: {} })],
  ['an empty header', () => ({ headers: { 'X-Retell-Signature': '' } })],
  ['a wrong key', () => ({ headers: { 'X-Retell-Signature': retellSignature(`${secrets.retell}x`, BODY) } })],
  ['an empty key', () => ({ headers: { 'X-Retell-Signature': retellSignature('', BODY) } })],
  ["the other vendor's secret as key", () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.vapi, BODY) } })],
  ['a body changed by one byte', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY) }, raw: BODY.replace('call_f', 'call_g') })],
  ['one more space', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY) }, raw: `${BODY} ` })],
  ['the same JSON written otherwise', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY) }, raw: BODY.replace(':', ': ') })],
  ['the signature of another body', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, news('retell', 'call_other')) } })],
  ['a signature cut short', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY).slice(0, -1) } })],
  ['a signature with more behind', () => ({ headers: { 'X-Retell-Signature': `${retellSignature(secrets.retell, BODY)}0` } })],
  ['upper-case hex', () => ({ headers: { 'X-Retell-Signature': retellSignature(secrets.retell, BODY).replace(/d=.*/, (hex) => hex.toUpperCase()) } })],
  [
    'another time than was signed',
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
  ['a secret cut short', () => ({ 'X-Vapi-Secret': secrets.vapi.slice(0, -1) })],
  ['a secret with more behind', () => ({ 'X-Vapi-Secret': `${secrets.vapi}0` })],
  ['one character changed', () => ({ 'X-Vapi-Secret': (secrets.vapi.startsWith('A') ? 'B' : 'A') + secrets.vapi.slice(1) })],
  ['upper case', () => ({ 'X-Vapi-Secret': secrets.vapi.toUpperCase() })],
  ['two headers', () => ({ 'X-Vapi-Secret': `${secrets.vapi}, ${secrets.vapi}` })],
  ['the secret as a bearer token', () => ({ Authorization: `Bearer ${secrets.vapi}` })],
  ["the other vendor's secret", () => ({ 'X-Vapi-Secret': secrets.retell })],
  ["the other vendor's header", () => ({ 'X-Retell-Signature': retellSignature(secrets.retell, news('vapi', 'forged')) })],
  ['the word undefined', () => ({ 'X-Vapi-Secret': 'undefined' })],
]

describe('a forged webhook is refused without a word, counted, and leaves nothing', () => {
  test.each(RETELL)('retell: %s', async (_name, forge, result = 'bad_signature') => {
    const { headers, raw = BODY } = forge()
    const before = [await stored(), await counted('retell', result)]
    expect(await deliver(world(), 'retell', raw, { headers })).toMatchObject({ status: 401, text: '' })
    expect([await stored(), await counted('retell', result)]).toEqual([before[0], before[1]! + 1])
  })

  test.each(VAPI)('vapi: %s', async (_name, forge) => {
    const before = [await stored(), await counted('vapi', 'bad_signature')]
    expect(await deliver(world(), 'vapi', news('vapi', 'forged'), { headers: forge() })).toMatchObject({ status: 401, text: '' })
    expect([await stored(), await counted('vapi', 'bad_signature')]).toEqual([before[0], before[1]! + 1])
  })

  test.each(ENGINES)('%s: the question who answers is no exception', async (engine) => {
    const acme = await world().workspace()
    const to = (await (await acme.key()).get('/phone-numbers')).body.items[0].phone_number
    expect(await deliver(world(), engine, question(engine, { from: '+12125550100', to }), { headers: {} })).toMatchObject({ status: 401, text: '' })
    expect(await anyWorkspace.call.count({ where: { workspaceId: acme.id } })).toBe(0)
  })
})

describe.each(ENGINES)('%s: a genuine webhook', (engine) => {
  test('is stored once; replayed it is acknowledged, counted, and changes nothing', async () => {
    const raw = news(engine, `genuine-${engine}`)
    const headers = headersOf(world(), engine, raw)
    const before = [await counted(engine, 'stored'), await counted(engine, 'repeated')]
    const [first, ...others] = [
      await deliver(world(), engine, raw, { headers }),
      await deliver(world(), engine, raw, { headers }),
      await deliver(world(), engine, raw, { headers }),
    ]
    expect([first!.status, ...others.map(({ status }) => status)]).toEqual([204, 204, 204])
    expect(await anyWorkspace.providerEvent.count({ where: { dedupeKey: { contains: `genuine-${engine}` } } })).toBe(1)
    expect([await counted(engine, 'stored'), await counted(engine, 'repeated')]).toEqual([before[0]! + 1, before[1]! + 2])
  })

  test('of a kind that nobody here needs is acknowledged and counted as ignored', async () => {
    const raw = JSON.stringify(engine === 'retell' ? { event: 'agent_sneezed', call: { call_id: 'x' } } : { message: { type: 'hang', call: { id: 'x' } } })
    const before = [await stored(), await counted(engine, 'ignored')]
    expect((await deliver(world(), engine, raw)).status).toBe(204)
    expect([await stored(), await counted(engine, 'ignored')]).toEqual([before[0], before[1]! + 1])
  })
})
