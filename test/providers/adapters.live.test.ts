import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { VOICE_ENGINES } from '../../src/kernel/vocabulary/engines.ts'
import type { CallSnapshot, CallOptions, JsonObject, ProviderEvent, ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { receiver } from '../kit/receiver.ts'
import { until } from '../kit/until.ts'
import { CONFIG, KEYS, PLACE, WEBHOOK, providersAt, saveNothing } from './adapterKit.ts'

type Inbound = Extract<ProviderEvent, { type: 'inbound' }>

const trunk = { e164: '+14155550100', tag: randomUUID(), label: 'Main', sip: { terminationUri: '203.0.113.7' } }
const events: ProviderEvent[] = []
let simulator: Awaited<ReturnType<typeof startSimulator>>
/** Slow enough to act while a call is going on. */
let slowSimulator: typeof simulator
let providers: Record<ProviderName, VoiceProvider>
let slowProviders: typeof providers
let hooks: Awaited<ReturnType<typeof receiver>>
/** What is answered to the question who takes a call. */
let answerTo: (provider: VoiceProvider, question: Inbound) => JsonObject

beforeAll(async () => {
  simulator = await startSimulator({ store: memoryStore(), speed: 250, ...KEYS })
  slowSimulator = await startSimulator({ store: memoryStore(), speed: 6, ...KEYS })
  hooks = await receiver((response, _nth, { path, raw, headers, body }) => {
    const provider = providers[path.split('/').at(-1) as ProviderName]
    provider.verifyWebhook(raw, headers, 'hook-secret')
    const event = provider.parseEvent(body)
    events.push(event)
    if (event.type !== 'inbound') return void response.writeHead(204).end()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerTo(provider, event)))
  })
  providers = providersAt(simulator.url)
  slowProviders = providersAt(slowSimulator.url)
})
afterAll(async () => {
  await simulator.close()
  await slowSimulator.close()
  await hooks.close()
})
beforeEach(() => {
  events.length = 0
})

const hookOf = (name: ProviderName) => ({ url: `${hooks.url}/${name}`, secret: WEBHOOK.secret })
const snapshotsOf = (id: string): CallSnapshot[] => events.flatMap((event) => (event.type === 'call' && event.call.providerCallId === id ? [event.call] : []))
const finalOf = (id: string) => until(`the end of ${id}`, () => snapshotsOf(id).find((call) => call.final))

async function ready(name: ProviderName, among = providers) {
  const provider = among[name]
  const agent = await provider.publishAgent({ ...CONFIG, language: 'en-US' }, { ...PLACE, tag: randomUUID(), webhook: hookOf(name) }, saveNothing)
  const from = { webhook: hookOf(name), e164: trunk.e164, providerNumberId: await provider.importNumber({ ...trunk, webhook: hookOf(name) }) }
  const terms = (): CallOptions => ({ ref: randomUUID(), agent, recording: true, variables: {}, metadata: {} })
  const place = (to: string, changes: Partial<CallOptions> = {}) => provider.placeCall({ ...terms(), ...changes, from, to, timeoutMs: 10_000 })
  return { provider, terms, place }
}

async function somebodyCalls(provider: ProviderName, from?: string): Promise<{ id: string; answered: boolean }> {
  const body = JSON.stringify({ provider, from, to: trunk.e164 })
  const answer = await fetch(`${simulator.url}/simulator/inbound`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { id: string; answered: boolean }
}

const wishes = {
  analysis: [{ name: 'email', type: 'string' as const, description: 'Their e-mail address' }],
  outputLanguage: 'it-IT',
}

describe.each(VOICE_ENGINES)('%s', (name) => {
  test('a call from outside is held on the terms that we answer with', async () => {
    const { terms } = await ready(name)
    const own = { ...terms(), ...wishes, recording: false, metadata: { order: 7 } }
    answerTo = (provider) => provider.answerInbound(own)
    const { id, answered } = await somebodyCalls(name, '+390212340100')
    expect(answered).toBe(true)
    expect(events.find(({ type }) => type === 'inbound')).toMatchObject({ callerNumber: '+390212340100', calledNumber: trunk.e164 })
    const final = await finalOf(id)
    expect(final).toMatchObject({ ref: own.ref, direction: 'inbound', toNumber: trunk.e164, state: 'completed', hasRecording: false, outcome: 'success' })
    expect(Object.keys(final.analysis!.structuredData)).toEqual(['email'])
  })

  test('a caller who withholds the number can be turned away', async () => {
    await ready(name)
    answerTo = (provider) => provider.rejectInbound('We are closed.')
    expect(await somebodyCalls(name)).toMatchObject({ answered: false })
    expect(events.find(({ type }) => type === 'inbound')).toMatchObject({ callerNumber: null, calledNumber: trunk.e164 })
  })

  test('a call is analysed as it asks for, in the language it asks for, whatever is spoken', async () => {
    const { place } = await ready(name)
    const { providerCallId } = await place('+14155550100', { ...wishes, language: 'auto' })
    const final = await finalOf(providerCallId)
    expect(Object.keys(final.analysis!.structuredData)).toEqual(['email'])
    expect(final.detectedLanguage).toMatch(/^en/)
    expect(final.analysis!.summary).toMatch(/\b(chiamata|persona|conversazione|ha|è)\b/)
  })

  test('a call can be heard while it lasts, and not afterwards', async () => {
    const { provider, place } = await ready(name, slowProviders)
    const { providerCallId } = await place('+390212340011')
    const audio = await until('the call to be heard', () => provider.listen(providerCallId))
    if (audio.kind === 'webrtc') expect(audio).toMatchObject({ token: expect.any(String), room: expect.any(String), expiresAt: expect.any(Date) })
    else {
      const socket = new WebSocket(audio.url)
      const sound = until('some sound', async () => {
        const [data, isBinary] = (await once(socket, 'message')) as [Buffer, boolean]
        return isBinary && data.length
      })
      expect(await sound).toBeGreaterThan(0)
      const closed = once(socket, 'close')
      await provider.endCall(providerCallId)
      await closed
    }
    await provider.endCall(providerCallId)
    await until('the call to be over', async () => (await provider.getCall(providerCallId))?.state === 'canceled')
    expect(await provider.listen(providerCallId)).toBeNull()
    expect(await provider.listen(name === 'retell' ? 'call_unknown' : randomUUID())).toBeNull()
  })

  test('a recording is gone once it is deleted, and may be deleted again', async () => {
    const { provider, place } = await ready(name)
    const { providerCallId } = await place('+390212340100')
    await finalOf(providerCallId)
    const audio = await provider.openRecording(providerCallId)
    expect((await fetch(audio!.url)).status).toBe(200)
    await provider.deleteRecording(providerCallId)
    await provider.deleteRecording(providerCallId)
    expect(await provider.openRecording(providerCallId)).toBeNull()
    expect((await fetch(audio!.url)).status).toBe(404)
  })
})
