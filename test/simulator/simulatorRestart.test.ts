import { expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore, type Store } from '../../src/simulator/wire/store.ts'
import { HOUR, MINUTE } from '../kit/waiting/clock.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { KEYS } from '../providers/adapterKit.ts'
import { createClients, toObject, type Webhook, createRetellAgent, startReceiver, startVendors, createVapiAgent } from './simulatorKit.ts'

const linesIn = ({ body }: Webhook) => (toObject(body.call).transcript_object as unknown[]).length
const isLine = ({ name }: Webhook) => name === 'transcript_updated'

async function copyOf(store: Store): Promise<Store> {
  const copy = memoryStore()
  for (const { kind, id, body } of await store.load()) await copy.put(kind, id, body)
  return copy
}

/** Moves a call's placement this far into the past. */
async function ageCall(store: Store, callId: string, ms: number) {
  const { body } = (await store.load()).find(({ id }) => id === callId)!
  await store.put('call', callId, { ...toObject(body), createdAt: (toObject(body).createdAt as number) - ms })
}

async function restart(store: Store, speed = 20) {
  const simulator = await startSimulator({ store, speed, ...KEYS })
  onTestFinished(() => simulator.close())
  return { simulator, ...createClients(simulator) }
}

/** Waits for two simulated calls to end, more than a second at this speed. */
it('after a restart, a call continues with exactly its remaining events at both vendors', async () => {
  const store = memoryStore()
  const receiver = await startReceiver()
  const first = await startVendors({ speed: 20, store })
  const { place: placeAtRetell } = await createRetellAgent(first.retell, receiver.url)
  const { place: placeAtVapi } = await createVapiAgent(
    first.vapi,
    { url: receiver.url },
    { serverMessages: ['status-update', 'end-of-call-report', 'transcript[transcriptType="final"]'] },
  )
  const { call_id } = await placeAtRetell('+390212340009', { metadata: { ref: 'r' } })
  const { id } = await placeAtVapi('+390212340009')
  await waitFor('a few lines at both', () => receiver.webhooksOf(call_id).filter(isLine).length >= 2 && receiver.webhooksOf(id).length >= 4)
  await first.simulator.close()
  const before = [receiver.webhooksOf(call_id).length, receiver.webhooksOf(id).length]

  const second = await restart(store)
  expect((await second.retell.call.retrieve(call_id)).call_status).toBe('ongoing')
  await Promise.all([receiver.waitForWebhook(call_id, 'call_analyzed'), receiver.waitForWebhook(id, 'end-of-call-report')])
  expect(before[0]).toBeLessThan(receiver.webhooksOf(call_id).length - 2)
  expect(receiver.namesOf(call_id).filter((name) => name !== 'transcript_updated')).toEqual(['call_started', 'call_ended', 'call_analyzed'])
  const lines = receiver.webhooksOf(call_id).filter(isLine).map(linesIn)
  expect(lines).toEqual(lines.map((_, index) => index + 1))
  expect(toObject(receiver.webhooksOf(call_id).at(-1)!.body.call)).toMatchObject({ metadata: { ref: 'r' }, call_analysis: { call_successful: true } })

  const report = toObject(receiver.webhooksOf(id).at(-1)!.body.message)
  const transcript = receiver
    .webhooksOf(id)
    .filter(({ name }) => name.startsWith('transcript'))
    .map(({ body }) => toObject(body.message).transcript)
  expect(transcript).toEqual((toObject(report.artifact).messages as JsonObject[]).map(({ message }) => message))
  expect(receiver.namesOf(id).filter((name) => name.startsWith('status'))).toEqual([
    'status-update ringing',
    'status-update in-progress',
    'status-update ended',
  ])
})

it('after a kill, no event is lost and only the latest ones are sent again', async () => {
  const store = memoryStore()
  const receiver = await startReceiver()
  const first = await startVendors({ speed: 20, store })
  const { place } = await createRetellAgent(first.retell, receiver.url)
  const { call_id } = await place('+390212340007')
  await waitFor('two lines', () => receiver.webhooksOf(call_id).filter(isLine).length >= 2)
  const copy = await copyOf(store)
  await first.simulator.close()
  const linesBefore = receiver.webhooksOf(call_id).filter(isLine).map(linesIn)

  await restart(copy)
  await receiver.waitForWebhook(call_id, 'call_analyzed')
  const lines = receiver.webhooksOf(call_id).filter(isLine).map(linesIn)
  const linesAfter = lines.slice(linesBefore.length)
  expect(linesAfter).toEqual(linesAfter.map((_, index) => linesAfter[0]! + index))
  expect(linesAfter[0]).toBeLessThanOrEqual(linesBefore.at(-1)! + 1)
  expect(new Set(lines)).toEqual(new Set([1, 2, 3, 4]))
  expect(receiver.namesOf(call_id).slice(-2)).toEqual(['call_ended', 'call_analyzed'])
})

it('events that were due while the simulator was down are sent after it restarts', async () => {
  const store = memoryStore()
  const receiver = await startReceiver()
  const first = await startVendors({ speed: 1, store })
  const { place } = await createRetellAgent(first.retell, receiver.url, { webhook_events: ['call_started', 'call_ended', 'call_analyzed'] })
  const { call_id } = await place('+390212340007')
  await first.simulator.close()
  await ageCall(store, call_id, 5 * MINUTE)
  expect(receiver.namesOf(call_id)).toEqual([])
  await restart(store, 1)
  await waitFor('three webhooks', () => receiver.namesOf(call_id).length === 3)
  expect(receiver.namesOf(call_id)).toEqual(['call_started', 'call_ended', 'call_analyzed'])
})

it('agents, numbers and finished calls survive a restart, and no event is sent twice', async () => {
  const store = memoryStore()
  const receiver = await startReceiver()
  const first = await startVendors({ store })
  const { agent, llm } = await createRetellAgent(first.retell, receiver.url)
  const { assistant, number } = await createVapiAgent(first.vapi, { url: receiver.url })
  const from = '+14155550100'
  const call = { from_number: from, to_number: '+390212340001', override_agent_id: agent.agent_id, override_agent_version: agent.version }
  const { call_id } = await first.retell.call.createPhoneCall(call)
  await waitFor('the end of the call', async () => (await store.load()).some(({ id, body }) => id === call_id && toObject(body).finished))
  const webhookCount = receiver.received.length
  await first.simulator.close()

  const { retell, vapi } = await restart(store)
  expect((await retell.agent.retrieve(agent.agent_id)).is_published).toBe(true)
  expect((await retell.llm.retrieve(llm.llm_id)).general_prompt).toContain('Ada')
  expect((await retell.phoneNumber.retrieve(from)).phone_number).toBe(from)
  expect((await vapi.assistants.get({ id: assistant.id })).name).toBe('Sales')
  expect((await vapi.phoneNumbers.get({ id: number.id })).number).toBe(from)
  expect((await retell.call.retrieve(call_id)).disconnection_reason).toBe('dial_busy')
  expect((await retell.call.createPhoneCall(call)).call_id).not.toBe(call_id)
  expect(receiver.received).toHaveLength(webhookCount)
})

it('a creation is answered only once it is stored', async () => {
  const store = memoryStore()
  let release = () => {}
  let gateOpened = Promise.resolve()
  const slowStore: Store = {
    ...store,
    put: async (...record) => {
      await gateOpened
      await store.put(...record)
    },
  }
  const { retell } = await startVendors({ store: slowStore })
  gateOpened = new Promise<void>((resolve) => {
    release = resolve
  })
  let isAnswered = false
  const creation = retell.llm.create({ general_prompt: 'x' }).then((llm) => {
    isAnswered = true
    return llm
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isAnswered).toBe(false)
  release()
  const { llm_id } = await creation
  expect((await store.load()).map(({ id }) => id)).toContain(llm_id)
})

it('finished calls are deleted after a day, others stay', async () => {
  const store = memoryStore()
  const first = await startVendors({ store })
  const { place } = await createRetellAgent(first.retell, 'http://127.0.0.1:9/', { webhook_url: null })
  const [oldCall, recent] = [await place('+390212340001'), await place('+390212340001')]
  await waitFor('the end of both calls', async () => (await store.load()).filter(({ kind, body }) => kind === 'call' && toObject(body).finished).length === 2)
  await first.simulator.close()
  await ageCall(store, oldCall.call_id, 25 * HOUR)
  const { retell } = await restart(store)
  await waitFor('the old call to be deleted', async () => !(await store.load()).some(({ id }) => id === oldCall.call_id))
  await expect(retell.call.retrieve(oldCall.call_id)).rejects.toMatchObject({ status: 422 })
  expect((await retell.call.retrieve(recent.call_id)).call_status).toBe('not_connected')
})

it('calls that an earlier version stored are still complete', async () => {
  const store = memoryStore()
  const first = await startVendors({ store })
  const receiver = await startReceiver()
  const { call_id } = await (await createRetellAgent(first.retell, receiver.url)).place('+390212340007')
  const { id } = await (await createVapiAgent(first.vapi, { url: receiver.url })).place('+390212340007')
  await Promise.all([receiver.waitForWebhook(call_id, 'call_analyzed'), receiver.waitForWebhook(id, 'end-of-call-report')])
  const before = [await first.retell.call.retrieve(call_id), await first.vapi.calls.get({ id })].map(withoutAddress)
  await first.simulator.close()
  for (const { kind, id: key, body } of await store.load()) {
    if (kind !== 'call') continue
    const { direction: _direction, ringTimeoutSeconds: _ringSeconds, ...row } = toObject(body)
    const { spoken: _spoken, written: _written, ...conversation } = toObject(row.conversation)
    const { monitor: _monitor, ...wire } = toObject(row.wire)
    await store.put(kind, key, { ...row, conversation, wire })
  }
  const { retell, vapi } = await restart(store)
  expect([await retell.call.retrieve(call_id), await vapi.calls.get({ id })].map(withoutAddress)).toEqual(before)
})

/** A vendor's report of a call without the simulator's address, which changes with a restart. */
const withoutAddress = (call: object) => JSON.parse(JSON.stringify(call).replace(/127\.0\.0\.1:\d+/g, '')) as unknown

it('a port in use is an error, or replaced by a free one where that is allowed', async () => {
  const { simulator } = await restart(memoryStore())
  const port = Number(new URL(simulator.url).port)
  const startAt = (canUseOtherPort: boolean) => startSimulator({ store: memoryStore(), speed: 20, ...KEYS, port, canUseOtherPort })
  await expect(startAt(false)).rejects.toThrow('EADDRINUSE')
  const other = await startAt(true)
  onTestFinished(() => other.close())
  expect(new URL(other.url).port).not.toBe(String(port))
})
