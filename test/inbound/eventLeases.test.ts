import { afterEach, describe, expect, test } from 'vitest'
import { formatOwner, type WebhookOwner } from '../../src/kernel/crypto/webhookTokens.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import * as eventQueue from '../../src/services/calls/progress/eventQueue.ts'
import * as eventStore from '../../src/services/calls/progress/eventStore.ts'
import * as providerEvents from '../../src/services/calls/progress/providerEvents.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { advanceClock, MINUTE } from '../kit/waiting/clock.ts'
import { settle } from '../kit/waiting/settle.ts'
import { listProcessed } from '../kit/waiting/eventsProcessed.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { callEndedBody, callStartedBody, deliver, ENGINES } from './vendors.ts'

// In real time, because the tests send the webhooks themselves.
const testServer = useTestServer({ speed: 1 })
const requestFaults = (method: 'POST' | 'DELETE', body?: object) =>
  fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method, ...(body && { body: JSON.stringify(body) }) })
const resume = () => eventQueue.start(providerEvents.processEvents)
afterEach(async () => {
  resume()
  await requestFaults('DELETE')
})

/** Places a call whose webhooks are all lost. */
async function placeSilentCall(engine: (typeof ENGINES)[number]) {
  const fixture = await createTenant(testServer(), { engine })
  const { body } = await fixture.place('+12125550113')
  const call = await anyWorkspace.call.findUniqueOrThrow({ where: { id: body.id } })
  return { call, owner: { kind: 'agent' as const, workspaceId: fixture.acme.id, id: fixture.agentId } }
}
const statusOf = async (id: number) => (await anyWorkspace.call.findUniqueOrThrow({ where: { id } })).status
/** Lists what waits of an agent's or a number's events. Other tests may leave events that wait. */
async function listPending(owner: WebhookOwner) {
  const events = await anyWorkspace.providerEvent.findMany({ where: { owner: formatOwner(owner) } })
  return anyWorkspace.pendingProviderEvent.findMany({ where: { eventId: { in: events.map(({ id }) => id) } } })
}

describe.each(ENGINES)('%s', (engine) => {
  test('a webhook that its process has stored and not applied is applied by another, once', async () => {
    const { call, owner } = await placeSilentCall(engine)
    await settle()
    const before = await statusOf(call.id)
    await eventQueue.stop()
    const body = callStartedBody(engine, call.providerCallId!)
    for (let n = 0; n < 2; n++) expect((await deliver(testServer(), engine, body, { owner })).status).toBeLessThan(300)
    expect([await statusOf(call.id), (await listPending(owner)).length, await listProcessed(call.id)]).toEqual([before, 1, []])
    resume()
    await settle()
    expect([await statusOf(call.id), (await listProcessed(call.id)).length]).toEqual(['in_progress', 1])
    expect(await listPending(owner)).toEqual([])
  })

  test('a webhook whose process has claimed it and died waits for the end of its lease', async () => {
    const { call, owner } = await placeSilentCall(engine)
    await settle()
    const before = await statusOf(call.id)
    await eventQueue.stop()
    await deliver(testServer(), engine, callStartedBody(engine, call.providerCallId!), { owner })
    expect(await eventStore.claim(10)).toMatchObject([{ owner }])
    resume()
    await eventQueue.claimDue()
    expect(eventQueue.isIdle()).toBe(true)
    expect(await statusOf(call.id)).toBe(before)
    advanceClock(MINUTE)
    await settle()
    expect(await listProcessed(call.id)).toHaveLength(1)
  })

  test('a webhook that cannot be applied yet is tried again later, and does not hold up those of other calls', async () => {
    const [first, second] = [await placeSilentCall(engine), await placeSilentCall(engine)]
    await requestFaults('POST', { provider: engine, operation: 'get_call', mode: 'http503', times: 1_000 })
    // An unknown ID is looked up at the provider, which does not answer.
    await deliver(testServer(), engine, callEndedBody(engine, 'another-id', first.call.ref), { owner: first.owner })
    await deliver(testServer(), engine, callStartedBody(engine, second.call.providerCallId!), { owner: second.owner })
    await expect.poll(() => statusOf(second.call.id)).toBe('in_progress')
    await waitFor('the first attempt', async () => (await listPending(first.owner)).some(({ attempts }) => attempts > 0))
    await requestFaults('DELETE')
    // The circuit breaker may block requests to the provider for some more seconds.
    await waitFor('the webhook to be applied', async () => {
      advanceClock(MINUTE)
      await settle()
      return (await listPending(first.owner)).length === 0
    })
  })
})
