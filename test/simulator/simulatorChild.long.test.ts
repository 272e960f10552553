import { once } from 'node:events'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { forkModule } from '../../src/kernel/threads/fork.ts'
import { freshDatabase } from '../kit/server/postgres.ts'
import { KEYS } from '../providers/adapterKit.ts'
import { createClients, createRetellAgent, startReceiver } from './simulatorKit.ts'

const simulatorModule = new URL('../../src/simulator/simulator.ts', import.meta.url).href

async function forkSimulator(databaseUrl: string) {
  const { ready, child, stop } = await forkModule<{ url: string }>(simulatorModule, 'child', { databaseUrl, speed: 20, ...KEYS })
  onTestFinished(stop)
  return { child, stop, ...createClients({ url: ready.url, close: stop }) }
}

/** Every test here starts one or two simulator processes from TypeScript. The first test also waits for a simulated call to end. */
it('a new process continues the calls of a killed one without losing events', async () => {
  const receiver = await startReceiver()
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const first = await forkSimulator(database.url)
  const { agent, place } = await createRetellAgent(first.retell, receiver.url)
  const { call_id } = await place('+390212340007', { metadata: { ref: 'r' } })
  await receiver.waitForWebhook(call_id, 'transcript_updated')
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')

  const second = await forkSimulator(database.url)
  await receiver.waitForWebhook(call_id, 'call_analyzed')
  expect(receiver.namesOf(call_id).slice(-2)).toEqual(['call_ended', 'call_analyzed'])
  const lines = receiver
    .webhooksOf(call_id)
    .filter(({ name }) => name === 'transcript_updated')
    .map(({ body }) => (body.call as { transcript_object: unknown[] }).transcript_object.length)
  expect(new Set(lines)).toEqual(new Set([1, 2, 3, 4]))
  expect((await second.retell.agent.retrieve(agent.agent_id)).is_published).toBe(true)
  expect((await second.retell.call.retrieve(call_id)).metadata).toEqual({ ref: 'r' })
})

it('the process ends when its parent disconnects, and ignores Ctrl-C', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const { child, stop, retell } = await forkSimulator(database.url)
  child.kill('SIGINT')
  expect((await retell.concurrency.retrieve()).current_concurrency).toBe(0)
  expect(child.exitCode).toBeNull()
  await stop()
  expect(child.exitCode).toBe(0)
})

it('once another process takes over, the earlier one refuses calls and ends, so no call is known to only one of them', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const first = await forkSimulator(database.url)
  const { place } = await createRetellAgent(first.retell, 'http://127.0.0.1:1')
  const before = await place('+390212340001')
  const second = await forkSimulator(database.url)
  await expect(place('+390212340001')).rejects.toThrow('Connection error')
  if (first.child.exitCode === null) await once(first.child, 'exit')
  const known = await second.retell.call.list({})
  expect(known.items!.map(({ call_id }) => call_id)).toEqual([before.call_id])
})

it('a call is stored even if the database connection has just broken', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  onTestFinished(() => admin.end())
  const { retell } = await forkSimulator(database.url)
  const { place } = await createRetellAgent(retell, 'http://127.0.0.1:1')
  await place('+390212340001')
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  await place('+390212340001')
  const { rows } = await admin.query(`select 1 from simulator_records where kind = 'call'`)
  expect(rows.length).toBe(2)
})
