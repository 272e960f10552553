import { expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore, type Store } from '../../src/simulator/wire/store.ts'
import { HOUR, MINUTE } from '../kit/clock.ts'
import { until } from '../kit/until.ts'
import { KEYS } from '../providers/adapterKit.ts'
import { clientsOf, object, type Webhook, retellAgent, startReceiver, startVendors, vapiAgent } from './simulatorKit.ts'

const linesIn = ({ body }: Webhook) => (object(body.call).transcript_object as unknown[]).length
const isLine = ({ name }: Webhook) => name === 'transcript_updated'

async function copyOf(store: Store): Promise<Store> {
  const copy = memoryStore()
  for (const { kind, id, body } of await store.load()) await copy.put(kind, id, body)
  return copy
}

/** As if the call had been placed so much earlier. */
async function age(store: Store, callId: string, ms: number) {
  const { body } = (await store.load()).find(({ id }) => id === callId)!
  await store.put('call', callId, { ...object(body), createdAt: (object(body).createdAt as number) - ms })
}

async function startAgain(store: Store, speed = 20) {
  const simulator = await startSimulator({ store, speed, ...KEYS })
  onTestFinished(() => simulator.close())
  return { simulator, ...clientsOf(simulator) }
}

/** Waits for two simulated calls to end: they last more than a second at this speed. */
it('after a restart in mid-call exactly the remaining life happens, at either vendor', async () => {
  const store = memoryStore()
  const receiver = await startReceiver()
  const first = await startVendors({ speed: 20, store })
  const { place: placeAtRetell } = await retellAgent(first.retell, receiver.url)
  const { place: placeAtVapi } = await vapiAgent(
    first.vapi,
    { url: receiver.url },
    { serverMessages: ['status-update', 'end-of-call-report', 'transcript[transcriptType="final"]'] },
  )
  const { call_id } = await placeAtRetell('+390212340009', { metadata: { ref: 'r' } })
  const { id } = await placeAtVapi('+390212340009')
  await until('a few lines at both', () => receiver.of(call_id).filter(isLine).length >= 2 && receiver.of(id).length >= 4)
  await first.simulator.close()
  const before = [receiver.of(call_id).length, receiver.of(id).length]

  const second = await startAgain(store)
  expect((await second.retell.call.retrieve(call_id)).call_status).toBe('ongoing')
  await Promise.all([receiver.heard(call_id, 'call_analyzed'), receiver.heard(id, 'end-of-call-report')])
  expect(before[0]).toBeLessThan(receiver.of(call_id).length - 2)
  expect(receiver.names(call_id).filter((name) => name !== 'transcript_updated')).toEqual(['call_started', 'call_ended', 'call_analyzed'])
  const lines = receiver.of(call_id).filter(isLine).map(linesIn)
  expect(lines).toEqual(lines.map((_, index) => index + 1))
  expect(object(receiver.of(call_id).at(-1)!.body.call)).toMatchObject({ metadata: { ref: 'r' }, call_analysis: { call_successful: true } })

  const report = object(receiver.of(id).at(-1)!.body.message)
  const said = receiver
    .of(id)
    .filter(({ name }) => name.startsWith('transcript'))
    .map(({ body }) => object(body.message).transcript)
  expect(said).toEqual((object(report.artifact).messages as JsonObject[]).map(({ message }) => message))
  expect(receiver.names(id).filter((name) => name.startsWith('status'))).toEqual(['status-update ringing', 'status-update in-progress', 'status-update ended'])
})

it('after a kill nothing is lost, and only the latest moments are told again', async () => {
  const store = memoryStore()
  const receiver = await startReceiver()
  const first = await startVendors({ speed: 20, store })
  const { place } = await retellAgent(first.retell, receiver.url)
  const { call_id } = await place('+390212340007')
  await until('two lines', () => receiver.of(call_id).filter(isLine).length >= 2)
  const left = await copyOf(store)
  await first.simulator.close()
  const toldBefore = receiver.of(call_id).filter(isLine).map(linesIn)

  await startAgain(left)
  await receiver.heard(call_id, 'call_analyzed')
  const lines = receiver.of(call_id).filter(isLine).map(linesIn)
  const toldAfter = lines.slice(toldBefore.length)
  expect(toldAfter).toEqual(toldAfter.map((_, index) => toldAfter[0]! + index))
  expect(toldAfter[0]).toBeLessThanOrEqual(toldBefore.at(-1)! + 1)
  expect(new Set(lines)).toEqual(new Set([1, 2, 3, 4]))
  expect(receiver.names(call_id).slice(-2)).toEqual(['call_ended', 'call_analyzed'])
})

it('what happened while the simulator was down is told when it is back', async () => {
  const store = memoryStore()
  const receiver = await startReceiver()
  const first = await startVendors({ speed: 1, store })
  const { place } = await retellAgent(first.retell, receiver.url, { webhook_events: ['call_started', 'call_ended', 'call_analyzed'] })
  const { call_id } = await place('+390212340007')
  await first.simulator.close()
  await age(store, call_id, 5 * MINUTE)
  expect(receiver.names(call_id)).toEqual([])
  await startAgain(store, 1)
  await until('three webhooks', () => receiver.names(call_id).length === 3)
  expect(receiver.names(call_id)).toEqual(['call_started', 'call_ended', 'call_analyzed'])
})

it('agents, numbers and finished calls are still there after a restart, and nothing is told twice', async () => {
  const store = memoryStore()
  const receiver = await startReceiver()
  const first = await startVendors({ store })
  const { agent, llm } = await retellAgent(first.retell, receiver.url)
  const { assistant, number } = await vapiAgent(first.vapi, { url: receiver.url })
  const from = '+14155550100'
  const call = { from_number: from, to_number: '+390212340001', override_agent_id: agent.agent_id, override_agent_version: agent.version }
  const { call_id } = await first.retell.call.createPhoneCall(call)
  await until('the end of the call', async () => (await store.load()).some(({ id, body }) => id === call_id && object(body).finished))
  const told = receiver.received.length
  await first.simulator.close()

  const { retell, vapi } = await startAgain(store)
  expect((await retell.agent.retrieve(agent.agent_id)).is_published).toBe(true)
  expect((await retell.llm.retrieve(llm.llm_id)).general_prompt).toContain('Ada')
  expect((await retell.phoneNumber.retrieve(from)).phone_number).toBe(from)
  expect((await vapi.assistants.get({ id: assistant.id })).name).toBe('Sales')
  expect((await vapi.phoneNumbers.get({ id: number.id })).number).toBe(from)
  expect((await retell.call.retrieve(call_id)).disconnection_reason).toBe('dial_busy')
  expect((await retell.call.createPhoneCall(call)).call_id).not.toBe(call_id)
  expect(receiver.received).toHaveLength(told)
})

it('no creation is answered before it is in the store', async () => {
  const store = memoryStore()
  let open = () => {}
  let gate = Promise.resolve()
  const slow: Store = {
    ...store,
    put: async (...record) => {
      await gate
      await store.put(...record)
    },
  }
  const { retell } = await startVendors({ store: slow })
  gate = new Promise<void>((resolve) => {
    open = resolve
  })
  let answered = false
  const creation = retell.llm.create({ general_prompt: 'x' }).then((llm) => {
    answered = true
    return llm
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(answered).toBe(false)
  open()
  const { llm_id } = await creation
  expect((await store.load()).map(({ id }) => id)).toContain(llm_id)
})

it('finished calls older than a day are forgotten, others are kept', async () => {
  const store = memoryStore()
  const first = await startVendors({ store })
  const { place } = await retellAgent(first.retell, 'http://127.0.0.1:9/', { webhook_url: null })
  const [old, young] = [await place('+390212340001'), await place('+390212340001')]
  await until('the end of both calls', async () => (await store.load()).filter(({ kind, body }) => kind === 'call' && object(body).finished).length === 2)
  await first.simulator.close()
  await age(store, old.call_id, 25 * HOUR)
  const { retell } = await startAgain(store)
  await until('the old call to be forgotten', async () => !(await store.load()).some(({ id }) => id === old.call_id))
  await expect(retell.call.retrieve(old.call_id)).rejects.toMatchObject({ status: 422 })
  expect((await retell.call.retrieve(young.call_id)).call_status).toBe('not_connected')
})

it('calls that an earlier version stored are still known, with all that was said', async () => {
  const store = memoryStore()
  const first = await startVendors({ store })
  const receiver = await startReceiver()
  const { call_id } = await (await retellAgent(first.retell, receiver.url)).place('+390212340007')
  const { id } = await (await vapiAgent(first.vapi, { url: receiver.url })).place('+390212340007')
  await Promise.all([receiver.heard(call_id, 'call_analyzed'), receiver.heard(id, 'end-of-call-report')])
  const before = [await first.retell.call.retrieve(call_id), await first.vapi.calls.get({ id })].map(told)
  await first.simulator.close()
  for (const { kind, id: key, body } of await store.load()) {
    if (kind !== 'call') continue
    const { direction: _direction, ringTimeoutSeconds: _ringSeconds, ...row } = object(body)
    const { spoken: _spoken, written: _written, ...conversation } = object(row.conversation)
    const { monitor: _monitor, ...wire } = object(row.wire)
    await store.put(kind, key, { ...row, conversation, wire })
  }
  const { retell, vapi } = await startAgain(store)
  expect([await retell.call.retrieve(call_id), await vapi.calls.get({ id })].map(told)).toEqual(before)
})

/** What a vendor tells of a call, without the simulator's address, which is another one now. */
const told = (call: object) => JSON.parse(JSON.stringify(call).replace(/127\.0\.0\.1:\d+/g, '')) as unknown
