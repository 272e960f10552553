import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import type { VoiceEngine } from '../../src/kernel/vocabulary/engines.ts'
import { costOf, priceOf } from '../../src/services/billing/pricing.ts'
import { provider } from '../../src/services/voiceProviders/voiceProviders.ts'
import { waitForEvents } from '../kit/waiting/eventsProcessed.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { deliver, callEndedBody, ENGINES } from './vendors.ts'

const testServer = useTestServer()
const requestSimulator = (path: string, method: 'GET' | 'POST' | 'DELETE', body?: object) =>
  fetch(`${testServer().running.simulator!.url}/simulator/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
afterEach(async () => void (await requestSimulator('faults', 'DELETE')))

const getCall = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id }, include: { hold: true } })
const delayReconciliation = (id: number, ms: number) =>
  anyWorkspace.call.updateMany({ where: { id, finishedAt: null }, data: { nextCheckAt: new Date(Date.now() + ms) } })

/** Places a call that ends at its provider while all webhooks are lost. The reconciler would check it in an hour. */
async function placeUnreportedCall(engine: VoiceEngine, to: string) {
  await requestSimulator('faults', 'POST', { provider: engine, operation: 'webhook', mode: 'drop', times: 1_000 })
  const fixture = await createTenant(testServer(), { engine })
  const { body, status } = await fixture.place(to)
  expect(status).toBe(202)
  const id: number = body.id
  await waitFor('the call to be over at its provider', async () => {
    // Each check of an active call schedules an earlier next check.
    await delayReconciliation(id, 3_600_000)
    const { calls } = (await (await requestSimulator('state', 'GET')).json()) as { calls: { to: string; phase: string }[] }
    return calls.some((call) => call.to === to && call.phase === 'analyzed')
  })
  const call = await getCall(id)
  expect(call).toMatchObject({ endedAt: null, finishedAt: null, hold: { status: 'open' } })
  return { ...fixture, id, call, owner: { kind: 'agent' as const, workspaceId: fixture.acme.id, id: fixture.agentId } }
}

/** Waits for the call to be finished and expects the provider's figures and one charge. */
async function expectSettledOnce(engine: VoiceEngine, id: number) {
  const ended = await waitFor('the call to be finished', async () => ((await getCall(id)).finishedAt ? getCall(id) : null))
  const snapshot = (await provider(engine).getCall(ended.providerCallId!))!
  expect(snapshot.durationSeconds).toBeGreaterThan(60)
  expect(ended).toMatchObject({ durationSeconds: snapshot.durationSeconds, endedReason: 'agent_hangup', providerEndedReason: snapshot.providerEndedReason })
  expect(Number(ended.providerCostMicros)).toBe(snapshot.providerCostMicros)
  expect(ended.costMicros).toBe(costOf(snapshot.durationSeconds!, priceOf(ended.toNumber, ended.createdAt).perMinute))
  expect(ended.hold!.status).not.toBe('open')
  const where = { workspaceId: ended.workspaceId, ref: String(id), type: 'call' }
  expect(await anyWorkspace.ledgerEntry.count({ where })).toBe(1)
  return ended
}

describe.each(ENGINES)('%s', (engine) => {
  /** Waits for a simulated call of five minutes to end, 1.5 seconds at this speed, and for the reconciler, which runs twice a second. */
  test('a call whose end is reported while the provider’s API is unavailable stays open, and is settled with the API’s figures later', async () => {
    const { id, call, owner } = await placeUnreportedCall(engine, engine === 'retell' ? '+12125560011' : '+12125570011')
    await requestSimulator('faults', 'POST', { provider: engine, operation: 'get_call', mode: 'http503', times: 1_000 })
    await deliver(testServer(), engine, callEndedBody(engine, call.providerCallId!, call.ref), { owner })
    await waitForEvents()
    expect(await getCall(id)).toMatchObject({ endedAt: null, endedReason: null, finishedAt: null, durationSeconds: null, hold: { status: 'open' } })
    await requestSimulator('faults', 'DELETE')
    // The circuit breaker may block requests to the provider for some more seconds.
    await waitFor('the reconciler to finish the call', async () => (await delayReconciliation(id, 0), (await getCall(id)).finishedAt))
    await expectSettledOnce(engine, id)
  })

  /** Waits for a simulated call of five minutes to end, 1.5 seconds at this speed, and for the queue to retry the failed job after about 3 seconds. */
  test('a call whose settlement fails after the provider’s response is settled by the retry, with one charge and one webhook', async () => {
    const to = engine === 'retell' ? '+12125580011' : '+12125590011'
    const { id, call, owner, key } = await placeUnreportedCall(engine, to)
    await key.put('/webhooks', { url: 'http://127.0.0.1:9/' })
    const lockingClient = new pg.Client({ connectionString: testServer().databaseUrl })
    await lockingClient.connect()
    try {
      await lockingClient.query('begin')
      await lockingClient.query('select from calls where id = $1 for no key update', [id])
      await deliver(testServer(), engine, callEndedBody(engine, call.providerCallId!, call.ref), { owner })
      // When the settling transaction waits for the row, the provider has already responded.
      const pid = await waitFor('the settlement to wait for the call', async () => {
        const { rows } = await pool.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%calls.provider_agent%'`,
        )
        return rows[0]?.pid
      })
      await pool.query('select pg_terminate_backend($1)', [pid])
      await lockingClient.query('rollback')
    } finally {
      await lockingClient.end()
    }
    await expectSettledOnce(engine, id)
    await waitForEvents()
    expect(await anyWorkspace.webhookDelivery.count({ where: { eventType: 'call.completed', eventId: String(id) } })).toBe(1)
  })
})
