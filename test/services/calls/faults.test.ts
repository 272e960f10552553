import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { EndedReason } from '../../../src/kernel/vocabulary/endedReasons.ts'
import { type ReceivedWebhook, startReceiver } from '../../kit/fakes/webhookReceiver.ts'
import { setSendTimeouts } from '../../kit/waiting/sendTimeouts.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { listPlacements, readWallet, createTenant } from './placementKit.ts'

/** Every provider failure, at both providers: the call ends as expected, is requested once, charged once, and has one event unless its request returned an error. */
const testServer = useTestServer({ speed: 100 })
let hook: Awaited<ReturnType<typeof startReceiver>>
const tenants: Record<string, Awaited<ReturnType<typeof createTenant>>> = {}
beforeAll(async () => {
  const restoreTimeouts = setSendTimeouts(3_000, 60_000)
  hook = await startReceiver()
  for (const engine of ['retell', 'vapi']) {
    tenants[engine] = await createTenant(testServer(), { engine, wallet: '1000' })
    await tenants[engine].key.put('/webhooks', { url: hook.url })
  }
  return () => {
    restoreTimeouts()
    return hook.close()
  }
})

const simulator = (path: string, body?: object) =>
  fetch(`${testServer().running.simulator!.url}/simulator/${path}`, body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'DELETE' })
afterEach(async () => void (await simulator('faults')))

let numbersUsed = 0
/** Returns a new number for each test. Its last four digits select the scenario. */
const newNumber = (digits: string) =>
  `+1${['212', '415', '310', '305', '202', '617', '312', '206', '512', '404'][(numbersUsed += 1) % 10]}${500 + numbersUsed}${digits}`

interface ExpectedEnd {
  /** The response status of POST /calls. */
  answer: number
  /** How the call ends. */
  status: string
  outcome: string
  /** The same at both providers. */
  reason?: EndedReason
}
const ACCEPTED: Omit<ExpectedEnd, 'status' | 'outcome'> = { answer: 202 }
const SUCCESS: ExpectedEnd = { ...ACCEPTED, status: 'completed', outcome: 'success', reason: 'agent_hangup' }
const REFUSED: ExpectedEnd = { answer: 502, status: 'failed', outcome: 'failed' }

const SCENARIOS: [fate: string, what: string, expected: ExpectedEnd][] = [
  ['0009', 'success', SUCCESS],
  ['0100', 'success', SUCCESS],
  ['0001', 'busy', { ...ACCEPTED, status: 'busy', outcome: 'busy', reason: 'busy' }],
  ['0002', 'no answer', { ...ACCEPTED, status: 'no_answer', outcome: 'no_answer', reason: 'no_answer' }],
  ['0003', 'voicemail', { ...ACCEPTED, status: 'voicemail', outcome: 'voicemail', reason: 'voicemail' }],
  ['0004', 'dialing fails', { ...ACCEPTED, status: 'failed', outcome: 'failed', reason: 'dial_failed' }],
  ['0005', 'no such destination', { ...ACCEPTED, status: 'failed', outcome: 'failed', reason: 'invalid_destination' }],
  ['0006', 'the provider fails during the call', { ...ACCEPTED, status: 'failed', outcome: 'failed', reason: 'error_provider' }],
  ['0007', 'not interested', { ...ACCEPTED, status: 'completed', outcome: 'not_interested', reason: 'user_hangup' }],
  ['0008', 'silence', { ...ACCEPTED, status: 'completed', outcome: 'unknown', reason: 'silence_timeout' }],
  ['0010', 'asks for a callback', { ...ACCEPTED, status: 'completed', outcome: 'callback', reason: 'agent_hangup' }],
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
  ['0114', 'the analysis never comes', { ...ACCEPTED, status: 'completed', outcome: 'unknown', reason: 'agent_hangup' }],
  ['0115', 'webhooks late', SUCCESS],
  ['0116', 'the provider loses the call', { ...ACCEPTED, status: 'failed', outcome: 'failed', reason: 'lost_by_provider' }],
]

const LOST = '0116'
/** Makes the call older than the maximum call duration and due for a check. */
const expireCall = (toNumber: string) =>
  anyWorkspace.call.updateMany({ where: { toNumber }, data: { createdAt: new Date(Date.now() - 3_600_000), nextCheckAt: new Date() } })

describe.each(['retell', 'vapi'])('%s', (engine) => {
  const waitForEnd = (to: string) =>
    waitFor(`the end of the call to ${to}`, async () => {
      const call = await anyWorkspace.call.findFirst({ where: { toNumber: to }, include: { hold: true } })
      return call?.finishedAt ? call : null
    })
  const eventsOf = (id: number) => hook.received.filter(({ body }: ReceivedWebhook) => body.id === String(id))

  /** Checks how the call to that number ended. Returns the call. */
  async function expectEnd(to: string, { answer, status, outcome, reason }: ExpectedEnd) {
    const call = await waitForEnd(to)
    expect({ status: call.status, outcome: call.outcome }).toEqual({ status, outcome })
    if (reason) expect(call.endedReason).toBe(reason)
    // A call that Callwright ended has no end reason of the provider.
    expect(call.providerEndedReason === null).toBe(answer === 502 || reason === 'lost_by_provider')
    expect(call.hold!.status).not.toBe('open')
    if (answer === 202) await waitFor('the webhook', () => eventsOf(call.id)[0])
    else expect(await anyWorkspace.webhookDelivery.count({ where: { eventType: 'call.completed', eventId: String(call.id) } })).toBe(0)
    return call
  }

  /**
   * Waits for the call to end; sixteen tests run at once. The reconciler closes call 0114 without its analysis only after the reported end, which is
   * as many real seconds after the answer as the conversation has simulated seconds: more than ten.
   */
  test.concurrent.each(SCENARIOS)('a call to …%s (%s) is requested once and ends as expected', async (digits, _what, expected) => {
    const to = newNumber(digits)
    const answer = await tenants[engine]!.place(to)
    expect(answer.status).toBe(expected.answer)
    if (digits === LOST) await expireCall(to)
    const call = await expectEnd(to, expected)
    expect(await listPlacements(testServer(), engine, to)).toHaveLength(1)
    expect(await anyWorkspace.call.count({ where: { toNumber: to } })).toBe(1)
    const events = eventsOf(call.id).map(({ body }) => body.data)
    const { status, outcome, reason } = expected
    expect(events).toMatchObject(expected.answer === 202 ? [{ status, outcome, ended_reason: reason }] : [])
    if (outcome === 'success') expect(Object.keys(events[0]!.analysis).sort()).toEqual(['in_voicemail', 'sentiment', 'structured_data', 'success', 'summary'])
  })

  test('after all these calls, nothing is reserved and every call was charged at most once', async () => {
    await waitFor('all calls to finish', async () => (await anyWorkspace.call.count({ where: { provider: engine, finishedAt: null } })) === 0)
    expect(Number((await readWallet(tenants[engine]!.key)).reserved)).toBe(0)
    const charges = await anyWorkspace.ledgerEntry.groupBy({ by: ['ref'], where: { type: 'call', workspaceId: tenants[engine]!.acme.id }, _count: true })
    for (const { _count } of charges) expect(_count).toBe(1)
  })

  /**
   * Waits for a call to end. Without an answer the server waits for one and a half seconds; after a 503 it looks up the call for two seconds, the
   * listing lag of the provider.
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
    ['an HTML page', { mode: 'malformed', placed: true }, SUCCESS],
    ['a truncated response', { mode: 'truncated', placed: true }, SUCCESS],
    ['a broken connection', { mode: 'reset', placed: true }, SUCCESS],
    ['no response', { mode: 'hang', placed: true }, SUCCESS],
  ] as [string | number, object, ExpectedEnd][])(
    'a placement answered with %s is not sent again, and ends as expected',
    { timeout: 60_000 },
    async (_name, fault, expected) => {
      const to = newNumber('0009')
      await simulator('faults', { provider: engine, operation: 'place_call', ...fault })
      expect((await tenants[engine]!.place(to)).status).toBe(expected.answer)
      await expectEnd(to, expected)
      expect(await listPlacements(testServer(), engine, to)).toHaveLength(1)
    },
  )

  test('lost or repeated webhooks and an unavailable provider do not change the final state', async () => {
    const to = newNumber('0009')
    await simulator('faults', { provider: engine, operation: 'webhook', mode: 'drop', times: 3 })
    await simulator('faults', { provider: engine, operation: 'webhook', mode: 'duplicate', times: 3 })
    await simulator('faults', { provider: engine, operation: 'get_call', mode: 'http503', times: 3 })
    expect((await tenants[engine]!.place(to)).status).toBe(202)
    await expectEnd(to, SUCCESS)
  })
})
