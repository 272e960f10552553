import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { EndedReason } from '../../../src/kernel/vocabulary/endedReasons.ts'
import { timeouts } from '../../../src/services/calls/placing/callSends.ts'
import { type Received, receiver } from '../../kit/receiver.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { dialled, money, tenant } from './placementKit.ts'

/** Every way in which a provider can fail, at both of them: the call ends as it should, is asked for once, paid once, and has one event unless its request was answered with an error. */
const world = useWorld({ speed: 100 })
let hook: Awaited<ReturnType<typeof receiver>>
const tenants: Record<string, Awaited<ReturnType<typeof tenant>>> = {}
beforeAll(async () => {
  const usual = timeouts.answerMs
  timeouts.answerMs = 1_500
  hook = await receiver()
  for (const engine of ['retell', 'vapi']) {
    tenants[engine] = await tenant(world(), { engine, wallet: '1000' })
    await tenants[engine].key.put('/webhooks', { url: hook.url })
  }
  return () => {
    timeouts.answerMs = usual
    return hook.close()
  }
})

const simulator = (path: string, body?: object) =>
  fetch(`${world().running.simulator!.url}/simulator/${path}`, body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'DELETE' })
afterEach(async () => void (await simulator('faults')))

let lines = 0
/** A number of its own for each test, with the fate of its last four digits. */
const number = (fate: string) => `+1${['212', '415', '310', '305', '202', '617', '312', '206', '512', '404'][(lines += 1) % 10]}${500 + lines}${fate}`

interface Fate {
  /** What POST /calls answers. */
  answer: number
  /** How the call ends. */
  status: string
  outcome: string
  /** The same at both providers. */
  reason?: EndedReason
}
const TOOK: Omit<Fate, 'status' | 'outcome'> = { answer: 202 }
const SUCCESS: Fate = { ...TOOK, status: 'completed', outcome: 'success', reason: 'agent_hangup' }
const REFUSED: Fate = { answer: 502, status: 'failed', outcome: 'failed' }

const FATES: [fate: string, what: string, expected: Fate][] = [
  ['0009', 'success', SUCCESS],
  ['0100', 'success', SUCCESS],
  ['0001', 'busy', { ...TOOK, status: 'busy', outcome: 'busy', reason: 'busy' }],
  ['0002', 'no answer', { ...TOOK, status: 'no_answer', outcome: 'no_answer', reason: 'no_answer' }],
  ['0003', 'voicemail', { ...TOOK, status: 'voicemail', outcome: 'voicemail', reason: 'voicemail' }],
  ['0004', 'dialling fails', { ...TOOK, status: 'failed', outcome: 'failed', reason: 'dial_failed' }],
  ['0005', 'no such destination', { ...TOOK, status: 'failed', outcome: 'failed', reason: 'invalid_destination' }],
  ['0006', 'the provider fails in mid-call', { ...TOOK, status: 'failed', outcome: 'failed', reason: 'error_provider' }],
  ['0007', 'not interested', { ...TOOK, status: 'completed', outcome: 'not_interested', reason: 'user_hangup' }],
  ['0008', 'silence', { ...TOOK, status: 'completed', outcome: 'unknown', reason: 'silence_timeout' }],
  ['0010', 'asks to be called back', { ...TOOK, status: 'completed', outcome: 'callback', reason: 'agent_hangup' }],
  ['0101', '400', { ...REFUSED, reason: 'provider_rejected' }],
  ['0102', '429', { ...REFUSED, reason: 'provider_limit_reached' }],
  ['0103', '500, not placed', { ...REFUSED, reason: 'not_placed' }],
  ['0104', '500, placed', SUCCESS],
  ['0105', 'never answers, placed', SUCCESS],
  ['0106', 'the connection breaks, placed', SUCCESS],
  ['0107', '402', { ...REFUSED, reason: 'provider_account_error' }],
  ['0108', '401', { ...REFUSED, reason: 'provider_account_error' }],
  ['0109', '503 with a page, not placed', { ...REFUSED, reason: 'not_placed' }],
  ['0110', 'an unknown asset', { ...REFUSED, reason: 'provider_rejected' }],
  ['0111', 'every webhook twice', SUCCESS],
  ['0112', 'webhooks out of order', SUCCESS],
  ['0113', 'no webhooks', SUCCESS],
  ['0114', 'the analysis never comes', { ...TOOK, status: 'completed', outcome: 'unknown', reason: 'agent_hangup' }],
  ['0115', 'webhooks late', SUCCESS],
  ['0116', 'the provider loses the call', { ...TOOK, status: 'failed', outcome: 'failed', reason: 'lost_by_provider' }],
]

const LOST = '0116'
/** Makes the call older than any can become, and has it looked at. */
const age = (toNumber: string) =>
  anyWorkspace.call.updateMany({ where: { toNumber }, data: { createdAt: new Date(Date.now() - 3_600_000), checkAt: new Date() } })

describe.each(['retell', 'vapi'])('%s', (engine) => {
  const finished = (to: string) =>
    until(`the end of the call to ${to}`, async () => {
      const call = await anyWorkspace.call.findFirst({ where: { toNumber: to }, include: { hold: true } })
      return call?.finishedAt ? call : null
    })
  const told = (id: number) => hook.received.filter(({ body }: Received) => body.id === String(id))

  /** The call of that number as it must have ended; answers it. */
  async function expectEnd(to: string, { answer, status, outcome, reason }: Fate) {
    const call = await finished(to)
    expect({ status: call.status, outcome: call.outcome }).toEqual({ status, outcome })
    if (reason) expect(call.endedReason).toBe(reason)
    // What Callwright ended itself has no word of the provider's.
    expect(call.providerEndedReason === null).toBe(answer === 502 || reason === 'lost_by_provider')
    expect(call.hold!.state).not.toBe('open')
    if (answer === 202) await until('the webhook', () => told(call.id)[0])
    else expect(await anyWorkspace.webhookDelivery.count({ where: { eventType: 'call.completed', eventId: String(call.id) } })).toBe(0)
    return call
  }

  /**
   * Waits for its call to end, sixteen of them at once. The watchdog gives the analysis of 0114 up only after the end that the simulator
   * reports, which is as many real seconds after the answer as the conversation has simulated ones: more than ten.
   */
  test.concurrent.each(FATES)('a call to …%s (%s) is asked for once and ends as it should', async (fate, _what, expected) => {
    const to = number(fate)
    const answer = await tenants[engine]!.place(to)
    expect(answer.status).toBe(expected.answer)
    if (fate === LOST) await age(to)
    const call = await expectEnd(to, expected)
    expect(await dialled(world(), engine, to)).toHaveLength(1)
    expect(await anyWorkspace.call.count({ where: { toNumber: to } })).toBe(1)
    const events = told(call.id).map(({ body }) => body.data)
    const { status, outcome, reason } = expected
    expect(events).toMatchObject(expected.answer === 202 ? [{ status, outcome, ended_reason: reason }] : [])
    if (outcome === 'success') expect(Object.keys(events[0]!.analysis).sort()).toEqual(['in_voicemail', 'sentiment', 'structured_data', 'success', 'summary'])
  })

  test('when all of these are over, nothing is held and every call was charged at most once', async () => {
    await until('no call to be under way', async () => (await anyWorkspace.call.count({ where: { provider: engine, finishedAt: null } })) === 0)
    expect(Number((await money(tenants[engine]!.key)).reserved)).toBe(0)
    const charged = await anyWorkspace.ledgerEntry.groupBy({ by: ['ref'], where: { kind: 'call', workspaceId: tenants[engine]!.acme.id }, _count: true })
    for (const { _count } of charged) expect(_count).toBe(1)
  })

  /**
   * Waits for a call to end. Where no answer comes the server waits a second and a half for one; after a 503 it looks for the call for two
   * seconds, until the provider must have listed it.
   */
  test.each([
    [400, { status: 400 }, REFUSED],
    [403, { status: 403 }, REFUSED],
    [404, { status: 404 }, REFUSED],
    [409, { status: 409 }, REFUSED],
    [422, { status: 422 }, REFUSED],
    [500, { status: 500, placed: true }, SUCCESS],
    [502, { status: 502, placed: true }, SUCCESS],
    [503, { status: 503 }, { ...REFUSED, reason: 'not_placed' }],
    ['a page instead of JSON', { mode: 'malformed', placed: true }, SUCCESS],
    ['half an answer', { mode: 'truncated', placed: true }, SUCCESS],
    ['a broken connection', { mode: 'reset', placed: true }, SUCCESS],
    ['silence', { mode: 'hang', placed: true }, SUCCESS],
  ] as [string | number, object, Fate][])(
    'a placement answered with %s is not sent again, and ends as it should',
    { timeout: 60_000 },
    async (_name, fault, expected) => {
      const to = number('0009')
      await simulator('faults', { provider: engine, operation: 'place_call', ...fault })
      expect((await tenants[engine]!.place(to)).status).toBe(expected.answer)
      await expectEnd(to, expected)
      expect(await dialled(world(), engine, to)).toHaveLength(1)
    },
  )

  test('webhooks that are lost or come twice, and a provider that cannot be asked meanwhile, change nothing in the end', async () => {
    const to = number('0009')
    await simulator('faults', { provider: engine, operation: 'webhook', mode: 'drop', times: 3 })
    await simulator('faults', { provider: engine, operation: 'webhook', mode: 'duplicate', times: 3 })
    await simulator('faults', { provider: engine, operation: 'get_call', mode: 'http503', times: 3 })
    expect((await tenants[engine]!.place(to)).status).toBe(202)
    await expectEnd(to, SUCCESS)
  })
})
