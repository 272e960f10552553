import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReceiver } from '../kit/fakes/webhookReceiver.ts'
import { startGate } from '../kit/server/gate.ts'
import { freshDatabase, superuserUrlOf } from '../kit/server/postgres.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { ENDED, expectExactBooks } from './books.ts'

const CALLS_A_ROUND = 6
/** The lock for which a transaction that charges a call waits when it commits, after all of its statements. */
const AT_COMMIT = 730_999

let server: Product
let hooks: Awaited<ReturnType<typeof startReceiver>>
let gate: Awaited<ReturnType<typeof startGate>>
let database: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = new pg.Client({ connectionString: superuserUrlOf(fresh.url) })
  await database.connect()
  await database.query(`
    create function wait_at_commit() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(${AT_COMMIT}); return null; end $$;
    create constraint trigger wait_at_commit after insert on ledger_entries deferrable initially deferred for each row execute function wait_at_commit()`)
  gate = await startGate(superuserUrlOf(fresh.url))
  server = await createProduct({ DATABASE_URL: gate.url, SIMULATOR_SPEED: '40' })
  hooks = await startReceiver()
  await server.start()
})
afterAll(async () => {
  gate.open()
  await server.end()
  await gate.stop()
  await database.end()
  await hooks.close()
  await drop()
})

const count = async (query: string) => Number((await database.query<{ count: string }>(query)).rows[0]!.count)
const countFinished = () => count('select count(*) from calls where finished_at is not null')
const countEvents = () => count('select count(*) from provider_events')
const WAITING = `from pg_locks where locktype = 'advisory' and objid = ${AT_COMMIT} and not granted`
const countWaiting = () => count(`select count(*) ${WAITING}`)

/** Kills the server three times, each time with calls at exactly this point, and starts it again. Every answered call has a cost, so its closing charges it. */
test('a server killed between storing events and acknowledging them, before the commit of what follows from them, and right after it, loses, doubles and forgets nothing', async () => {
  const key = server.client()
  await key.put('/webhooks', { url: hooks.url })
  const { id: agent_id } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', system_prompt: 'Ask for the name.' })).body
  expect((await key.post(`/agents/${agent_id}/publish`)).status).toBe(200)
  const place = async () => {
    const placed = await Promise.all(Array.from({ length: CALLS_A_ROUND }, () => key.post('/calls', { to_number: '+12125550009', agent_id })))
    expect(placed.map(({ status }) => status)).toEqual(placed.map(() => 202))
  }
  const killAtCommit = async () => {
    await place()
    await database.query(`select pg_advisory_lock(${AT_COMMIT})`)
    await waitFor('a transaction that closes calls to be about to commit', async () => (await countWaiting()) > 0)
    await server.kill('SIGKILL')
  }

  // Stored, not acknowledged: PostgreSQL commits the events, and the server doesn't hear of it.
  await place()
  await waitFor('the first events', async () => (await countEvents()) > 0)
  gate.hold()
  await waitFor('events that are stored and not acknowledged', () => gate.holdsAnswerTo('providerEvents.store'))
  await server.kill('SIGKILL')
  gate.open()
  await server.start()

  // Applied, not committed: all statements that close and count calls have run, and their transaction is rolled back.
  await killAtCommit()
  const before = await countFinished()
  await database.query(`select pg_terminate_backend(pid) ${WAITING}`)
  await waitFor('its end', async () => (await countWaiting()) === 0)
  await database.query(`select pg_advisory_unlock(${AT_COMMIT})`)
  expect(await countFinished()).toBe(before)
  await server.start()

  // Committed, and nothing that follows the commit: PostgreSQL commits what the dead server had asked for.
  await killAtCommit()
  const unfinished = await countFinished()
  await database.query(`select pg_advisory_unlock(${AT_COMMIT})`)
  await waitFor('its commit', async () => (await countFinished()) > unfinished)
  await server.start()

  await waitFor('every call to end', async () => (await countFinished()) === (await count('select count(*) from calls')))
  const calls = (await key.get('/calls?limit=100')).body.items as { id: number; status: string }[]
  expect(calls.filter(({ status }) => !ENDED.includes(status))).toEqual([])
  expect(calls).toHaveLength(3 * CALLS_A_ROUND)
  await waitFor('every event', () => calls.every(({ id }) => hooks.received.some(({ body }) => body.id === String(id))))
  for (const call of await expectExactBooks(server, { DATABASE_URL: gate.url }))
    expect(call).toMatchObject({ status: 'completed', ended_reason: 'agent_hangup' })
  await waitFor('all stored events to be processed', async () => (await count('select count(*) from pending_provider_events')) === 0)
  await waitFor('all calls to be searchable', async () => (await count('select count(*) from call_words')) === calls.length)
})
