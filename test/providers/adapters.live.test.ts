import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { VOICE_ENGINES } from '../../src/kernel/vocabulary/engines.ts'
import type { CallSnapshot, CallOptions, JsonObject, ProviderEvent, ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { startReceiver } from '../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { CONFIG, KEYS, PUBLISH_TARGET, WEBHOOK, providersAt, saveNothing } from './adapterKit.ts'

type InboundEvent = Extract<ProviderEvent, { type: 'inbound' }>

const number = { e164: '+14155550100', tag: randomUUID(), label: 'Main', sip: { terminationUri: '203.0.113.7' } }
const events: ProviderEvent[] = []
let simulator: Awaited<ReturnType<typeof startSimulator>>
/** Slow enough to act during a call. */
let slowSimulator: typeof simulator
let providers: Record<ProviderName, VoiceProvider>
let slowProviders: typeof providers
let webhookServer: Awaited<ReturnType<typeof startReceiver>>
/** Returns the response to an inbound call. */
let respondTo: (provider: VoiceProvider, event: InboundEvent) => JsonObject

beforeAll(async () => {
  simulator = await startSimulator({ store: memoryStore(), speed: 250, ...KEYS })
  slowSimulator = await startSimulator({ store: memoryStore(), speed: 6, ...KEYS })
  webhookServer = await startReceiver((response, _nth, { path, raw, headers, body }) => {
    const provider = providers[path.split('/').at(-1) as ProviderName]
    provider.verifyWebhook(raw, headers, 'hook-secret')
    const event = provider.parseEvent(body)
    events.push(event)
    if (event.type !== 'inbound') return void response.writeHead(204).end()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(respondTo(provider, event)))
  })
  providers = providersAt(simulator.url)
  slowProviders = providersAt(slowSimulator.url)
})
afterAll(async () => {
  await simulator.close()
  await slowSimulator.close()
  await webhookServer.close()
})
beforeEach(() => {
  events.length = 0
})

const webhookOf = (name: ProviderName) => ({ url: `${webhookServer.url}/${name}`, secret: WEBHOOK.secret })
const snapshotsOf = (id: string): CallSnapshot[] => events.flatMap((event) => (event.type === 'call' && event.call.providerCallId === id ? [event.call] : []))
const waitForFinal = (id: string) => waitFor(`the end of ${id}`, () => snapshotsOf(id).find((call) => call.final))

async function setUp(name: ProviderName, providerSet = providers) {
  const provider = providerSet[name]
  const agent = await provider.publishAgent({ ...CONFIG, language: 'en-US' }, { ...PUBLISH_TARGET, tag: randomUUID(), webhook: webhookOf(name) }, saveNothing)
  const from = { webhook: webhookOf(name), e164: number.e164, providerNumberId: await provider.importNumber({ ...number, webhook: webhookOf(name) }) }
  const newOptions = (): CallOptions => ({ ref: randomUUID(), agent, recording: true, variables: {}, metadata: {} })
  const placeCall = (to: string, changes: Partial<CallOptions> = {}) => provider.placeCall({ ...newOptions(), ...changes, from, to, timeoutMs: 10_000 })
  return { provider, newOptions, placeCall }
}

async function placeInboundCall(provider: ProviderName, from?: string): Promise<{ id: string; answered: boolean }> {
  const body = JSON.stringify({ provider, from, to: number.e164 })
  const response = await fetch(`${simulator.url}/simulator/inbound`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(response.status).toBe(201)
  return (await response.json()) as { id: string; answered: boolean }
}

const ANALYSIS_OPTIONS = {
  analysis: [{ name: 'email', type: 'string' as const, description: 'Their email address' }],
  outputLanguage: 'it-IT',
}

describe.each(VOICE_ENGINES)('%s', (name) => {
  test('an inbound call uses the options of our response', async () => {
    const { newOptions } = await setUp(name)
    const options = { ...newOptions(), ...ANALYSIS_OPTIONS, recording: false, metadata: { order: 7 } }
    respondTo = (provider) => provider.answerInbound(options)
    const { id, answered } = await placeInboundCall(name, '+390212340100')
    expect(answered).toBe(true)
    expect(events.find(({ type }) => type === 'inbound')).toMatchObject({ callerNumber: '+390212340100', calledNumber: number.e164 })
    const finalCall = await waitForFinal(id)
    expect(finalCall).toMatchObject({
      ref: options.ref,
      direction: 'inbound',
      toNumber: number.e164,
      state: 'completed',
      hasRecording: false,
      outcome: 'success',
    })
    expect(Object.keys(finalCall.analysis!.structuredData)).toEqual(['email'])
  })

  test('an inbound call with a withheld number can be rejected', async () => {
    await setUp(name)
    respondTo = (provider) => provider.rejectInbound('We are closed.')
    expect(await placeInboundCall(name)).toMatchObject({ answered: false })
    expect(events.find(({ type }) => type === 'inbound')).toMatchObject({ callerNumber: null, calledNumber: number.e164 })
  })

  test('the analysis uses the items and the output language of the call, whatever language is spoken', async () => {
    const { placeCall } = await setUp(name)
    const { providerCallId } = await placeCall('+14155550100', { ...ANALYSIS_OPTIONS, language: 'auto' })
    const finalCall = await waitForFinal(providerCallId)
    expect(Object.keys(finalCall.analysis!.structuredData)).toEqual(['email'])
    expect(finalCall.detectedLanguage).toMatch(/^en/)
    expect(finalCall.analysis!.summary).toMatch(/\b(chiamata|persona|conversazione|ha|è)\b/)
  })

  test('live audio is available during the call and not afterwards', async () => {
    const { provider, placeCall } = await setUp(name, slowProviders)
    const { providerCallId } = await placeCall('+390212340011')
    const audio = await waitFor('the live audio', () => provider.listen(providerCallId))
    if (audio.kind === 'webrtc') expect(audio).toMatchObject({ token: expect.any(String), room: expect.any(String), expiresAt: expect.any(Date) })
    else {
      const socket = new WebSocket(audio.url)
      const receivedBytes = waitFor('audio data', async () => {
        const [data, isBinary] = (await once(socket, 'message')) as [Buffer, boolean]
        return isBinary && data.length
      })
      expect(await receivedBytes).toBeGreaterThan(0)
      const closed = once(socket, 'close')
      await provider.endCall(providerCallId)
      await closed
    }
    await provider.endCall(providerCallId)
    await waitFor('the call to be over', async () => (await provider.getCall(providerCallId))?.state === 'canceled')
    expect(await provider.listen(providerCallId)).toBeNull()
    expect(await provider.listen(name === 'retell' ? 'call_unknown' : randomUUID())).toBeNull()
  })

  test('a deleted recording is gone, and deleting it again is not an error', async () => {
    const { provider, placeCall } = await setUp(name)
    const { providerCallId } = await placeCall('+390212340100')
    await waitForFinal(providerCallId)
    const audio = await provider.openRecording(providerCallId)
    expect((await fetch(audio!.url)).status).toBe(200)
    await provider.deleteRecording(providerCallId)
    await provider.deleteRecording(providerCallId)
    expect(await provider.openRecording(providerCallId)).toBeNull()
    expect((await fetch(audio!.url)).status).toBe(404)
  })
})
