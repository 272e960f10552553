import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import type { VoiceEngine } from '../../src/kernel/vocabulary/engines.ts'
import { costOf, priceOf } from '../../src/services/billing/pricing.ts'
import { provider } from '../../src/services/voiceProviders/voiceProviders.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'
import { tenant } from '../services/calls/placementKit.ts'
import { deliver, ending, ENGINES } from './vendors.ts'

const world = useWorld()
const simulator = (path: string, method: 'GET' | 'POST' | 'DELETE', body?: object) =>
  fetch(`${world().running.simulator!.url}/simulator/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
afterEach(async () => void (await simulator('faults', 'DELETE')))

const row = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id }, include: { hold: true } })
const later = (id: number, ms: number) => anyWorkspace.call.updateMany({ where: { id, finishedAt: null }, data: { checkAt: new Date(Date.now() + ms) } })
const worked = () => until('the webhooks to be worked on', async () => (await anyWorkspace.providerEvent.count({ where: { processedAt: null } })) === 0)

/** A call that is over at its provider, of which nothing has been heard here; the watchdog asks about it in an hour. */
async function unheard(engine: VoiceEngine, to: string) {
  await simulator('faults', 'POST', { provider: engine, operation: 'webhook', mode: 'drop', times: 1_000 })
  const made = await tenant(world(), { engine })
  const { body, status } = await made.place(to)
  expect(status).toBe(202)
  const id: number = body.id
  await until('the call to be over at its provider', async () => {
    // What the watchdog sees of a call that goes on brings its next look forward.
    await later(id, 3_600_000)
    const { calls } = (await (await simulator('state', 'GET')).json()) as { calls: { to: string; phase: string }[] }
    return calls.some((one) => one.to === to && one.phase === 'analyzed')
  })
  const call = await row(id)
  expect(call).toMatchObject({ endedAt: null, finishedAt: null, hold: { state: 'open' } })
  return { ...made, id, call, owner: { kind: 'agent' as const, workspaceId: made.acme.id, id: made.agentId } }
}

/** The call as it is once settled: with the figures that its provider's API has, charged and told once. */
async function expectSettledOnce(engine: VoiceEngine, id: number) {
  const ended = await until('the call to be finished', async () => ((await row(id)).finishedAt ? row(id) : null))
  const truth = (await provider(engine).getCall(ended.providerCallId!))!
  expect(truth.durationSeconds).toBeGreaterThan(60)
  expect(ended).toMatchObject({ durationSeconds: truth.durationSeconds, endedReason: 'agent_hangup', providerEndedReason: truth.providerEndedReason })
  expect(Number(ended.providerCostMicros)).toBe(truth.providerCostMicros)
  expect(ended.costMicros).toBe(costOf(truth.durationSeconds!, priceOf(ended.toNumber, ended.createdAt).perMinute))
  expect(ended.hold!.state).not.toBe('open')
  const about = { workspaceId: ended.workspaceId, ref: String(id), kind: 'call' }
  expect(await anyWorkspace.ledgerEntry.count({ where: about })).toBe(1)
  return ended
}

describe.each(ENGINES)('%s', (engine) => {
  /** Waits for a simulated call of five minutes to end, a second and a half at this speed, and for the watchdog, which looks twice a second. */
  test('a call whose end is told while the provider’s API is away stays open, and is settled by the API’s figures once it answers', async () => {
    const { id, call, owner } = await unheard(engine, engine === 'retell' ? '+12125560011' : '+12125570011')
    await simulator('faults', 'POST', { provider: engine, operation: 'get_call', mode: 'http503', times: 1_000 })
    await deliver(world(), engine, ending(engine, call.providerCallId!, call.ref), { owner })
    await worked()
    expect(await row(id)).toMatchObject({ endedAt: null, endedReason: null, finishedAt: null, durationSeconds: null, hold: { state: 'open' } })
    await simulator('faults', 'DELETE')
    // The breaker may leave the provider alone for some seconds yet.
    await until('the watchdog to have asked', async () => (await later(id, 0), (await row(id)).finishedAt))
    await expectSettledOnce(engine, id)
  })

  /**
   * Waits for a simulated call of five minutes to end, a second and a half at this speed, and for the job that broke off to be tried again:
   * the queue does that some three seconds later.
   */
  test('a call whose settlement breaks off after the provider has answered is settled by the next try, and charged and told once', async () => {
    const to = engine === 'retell' ? '+12125580011' : '+12125590011'
    const { id, call, owner, key } = await unheard(engine, to)
    await key.put('/webhooks', { url: 'http://127.0.0.1:9/' })
    const other = new pg.Client({ connectionString: world().databaseUrl })
    await other.connect()
    try {
      await other.query('begin')
      await other.query('select from calls where id = $1 for no key update', [id])
      await deliver(world(), engine, ending(engine, call.providerCallId!, call.ref), { owner })
      // The provider has been asked once the transaction that settles waits for the row.
      const pid = await until('the settlement to wait for the call', async () => {
        const { rows } = await pool.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%redactions%for update of c%'`,
        )
        return rows[0]?.pid
      })
      await pool.query('select pg_terminate_backend($1)', [pid])
      await other.query('rollback')
    } finally {
      await other.end()
    }
    await expectSettledOnce(engine, id)
    await worked()
    expect(await anyWorkspace.webhookDelivery.count({ where: { eventType: 'call.completed', eventId: String(id) } })).toBe(1)
  })
})
