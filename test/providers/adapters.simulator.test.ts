import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VOICE_ENGINES } from '../../src/kernel/vocabulary/engines.ts'
import type { AgentConfig, CallSnapshot, PlaceCallRequest, ProviderError, ProviderEvent, ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { type ReceivedWebhook, startReceiver } from '../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { CONFIG, KEYS, WEBHOOK, providersAt, saveNothing } from './adapterKit.ts'

const store = memoryStore()
const events: ProviderEvent[] = []
const rejectedWebhooks: string[] = []
let simulator: Awaited<ReturnType<typeof startSimulator>>
/** Slow enough to act during a call. */
let slowSimulator: typeof simulator
let providers: Record<ProviderName, VoiceProvider>
let slowProviders: typeof providers
let webhookServer: Awaited<ReturnType<typeof startReceiver>>

/** Verifies and parses a webhook, as the server does. Records the path of a webhook with an invalid signature. */
function handleWebhook({ path, raw, headers, body }: ReceivedWebhook) {
  const provider = providers[path.split('/').at(-1) as ProviderName]
  try {
    provider.verifyWebhook(raw, headers, 'hook-secret')
    events.push(provider.parseEvent(body))
  } catch {
    rejectedWebhooks.push(path)
  }
}

beforeAll(async () => {
  simulator = await startSimulator({ store, speed: 250, ...KEYS })
  slowSimulator = await startSimulator({ store: memoryStore(), speed: 4, ...KEYS })
  webhookServer = await startReceiver((response, _nth, webhook) => {
    handleWebhook(webhook)
    response.writeHead(204).end()
  })
  providers = providersAt(simulator.url)
  slowProviders = providersAt(slowSimulator.url)
})
afterAll(async () => {
  await simulator.close()
  await slowSimulator.close()
  await webhookServer.close()
})

const config: AgentConfig = { ...CONFIG, voiceId: 'Elliot', analysis: [{ name: 'email', type: 'string', description: 'Their email address' }] }
const number = { e164: '+14155550100', tag: randomUUID(), label: 'Main', sip: { terminationUri: 'rossi.pstn.example.com', username: 'u', password: 'p' } }
const countStored = async (kind: string) => (await store.load()).filter((record) => record.kind === kind).length

const webhookOf = (name: ProviderName) => ({ url: `${webhookServer.url}/${name}`, secret: WEBHOOK.secret })
const snapshotsOf = (id: string): CallSnapshot[] => events.flatMap((event) => (event.type === 'call' && event.call.providerCallId === id ? [event.call] : []))
const waitForFinal = (id: string) => waitFor(`the end of ${id}`, () => snapshotsOf(id).find((call) => call.final))

async function setUp(name: ProviderName, providerSet = providers) {
  const provider = providerSet[name]
  const agent = await provider.publishAgent(config, { tag: randomUUID(), refs: {}, mayHaveOrphans: false, webhook: webhookOf(name) }, saveNothing)
  const from = { webhook: webhookOf(name), e164: number.e164, providerNumberId: await provider.importNumber({ ...number, webhook: webhookOf(name) }) }
  const requestFor = (to: string, changes: Partial<PlaceCallRequest> = {}): PlaceCallRequest => ({
    ref: randomUUID(),
    agent,
    from,
    to,
    recording: true,
    variables: { first_name: 'Luca' },
    metadata: {},
    timeoutMs: 10_000,
    ...changes,
  })
  return { provider, agent, requestFor }
}

describe.each(VOICE_ENGINES)('calls on %s', (name) => {
  test('a call is tracked from dialing to its analysis', async () => {
    const { provider, agent, requestFor } = await setUp(name)
    const since = new Date()
    const callRequest = requestFor('+390212340100')
    const newCall = await provider.placeCall(callRequest)
    expect(name === 'retell' ? ['dialing'] : ['queued', 'ringing']).toContain(newCall.state)
    const finalCall = await waitForFinal(newCall.providerCallId)
    expect(finalCall).toMatchObject({
      providerCallId: newCall.providerCallId,
      ref: callRequest.ref,
      state: 'completed',
      direction: 'outbound',
      toNumber: '+390212340100',
      hasRecording: true,
      outcome: 'success',
      final: true,
    })
    expect(finalCall.detectedLanguage).toMatch(/^it/)
    expect(Object.keys(finalCall.analysis!.structuredData)).toEqual(['email'])
    expect(finalCall.analysis!.successEvaluation).toBe('true')
    expect(finalCall.transcript!.map(({ role }) => role)).toEqual(expect.arrayContaining(['agent', 'user']))
    expect(finalCall.transcript!.map(({ text }) => text).join(' ')).toContain(finalCall.analysis!.structuredData.email)
    expect(finalCall.durationSeconds).toBeGreaterThan(5)
    expect(Number.isInteger(finalCall.providerCostMicros) && finalCall.providerCostMicros! > 0).toBe(true)
    const states = snapshotsOf(newCall.providerCallId).map(({ state }) => state)
    expect([...new Set(states)]).toEqual(name === 'retell' ? ['in_progress', 'completed'] : ['ringing', 'in_progress', 'completed'])
    expect(events.some((event) => event.type === 'transcript' && event.ref === callRequest.ref && event.spoken.lines.length > 0)).toBe(true)
    expect(await provider.getCall(newCall.providerCallId)).toEqual(finalCall)
    expect(await provider.findCall({ ref: callRequest.ref, agent, since })).toMatchObject({ providerCallId: newCall.providerCallId, ref: callRequest.ref })
    const audio = await provider.openRecording(newCall.providerCallId)
    const response = await fetch(audio!.url, { headers: audio!.headers })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('audio')])
    await response.arrayBuffer()
    expect(rejectedWebhooks).toEqual([])
  })

  test.each([
    ['0001', 'busy', null],
    ['0002', 'no_answer', null],
    ['0003', 'voicemail', null],
    ['0004', 'failed', null],
    ['0005', 'failed', null],
    ['0006', 'failed', null],
    ['0007', 'completed', 'not_interested'],
    ['0008', 'completed', 'unknown'],
    ['0111', 'completed', 'success'],
    ['0112', 'completed', 'success'],
  ])('a call to …%s ends as %s with the outcome %s', async (digits, state, outcome) => {
    const { provider, requestFor } = await setUp(name)
    const { providerCallId } = await provider.placeCall(requestFor(`+39021234${digits}`))
    expect(await waitForFinal(providerCallId)).toMatchObject({ state, outcome })
  })

  test.each([
    ['0101', 'rejected', false],
    ['0102', 'throttled', false],
    ['0107', 'account', false],
    ['0103', 'unknown_outcome', false],
    ['0104', 'unknown_outcome', true],
    ['0105', 'unknown_outcome', true],
    ['0106', 'unknown_outcome', true],
  ])('a call to …%s fails with %s, its request is sent once, and findCall finds the call: %s', async (digits, kind, exists) => {
    const { provider, agent, requestFor } = await setUp(name)
    const callRequest = requestFor(`+39021234${digits}`, digits === '0105' ? { timeoutMs: 800 } : {})
    const since = new Date()
    const error = await provider.placeCall(callRequest).then(
      () => null,
      (thrown: ProviderError) => thrown,
    )
    expect(error?.kind).toBe(kind)
    const requests = (await (await fetch(`${simulator.url}/simulator/requests`)).json()) as { method: string; path: string; body: unknown }[]
    expect(
      requests.filter(
        ({ method, path, body }) => method === 'POST' && /create-phone-call$|\/call$/.test(path) && JSON.stringify(body).includes(callRequest.ref),
      ),
    ).toHaveLength(1)
    const snapshot = await provider.findCall({ ref: callRequest.ref, agent, since })
    expect(snapshot !== null && snapshot.ref === callRequest.ref).toBe(exists)
  })

  test('a call without recording has a transcript and never has audio', async () => {
    const { provider, agent, requestFor } = await setUp(name)
    const callRequest = requestFor('+390212340100', { recording: false, language: 'de-DE' })
    const since = new Date()
    const { providerCallId } = await provider.placeCall(callRequest)
    const finalCall = await waitForFinal(providerCallId)
    expect(finalCall).toMatchObject({ hasRecording: false, ref: callRequest.ref })
    expect(finalCall.transcript!.length).toBeGreaterThan(2)
    expect(finalCall.detectedLanguage).toMatch(/^de/)
    expect(await provider.openRecording(providerCallId)).toBeNull()
    expect((await provider.findCall({ ref: callRequest.ref, agent, since }))?.providerCallId).toBe(providerCallId)
  })

  /** Waits until a simulated call is answered and then analyzed: about 1.5 seconds at this speed. */
  test('hanging up ends a call, and can be repeated', async () => {
    const { provider, requestFor } = await setUp(name, slowProviders)
    const { providerCallId } = await provider.placeCall(requestFor('+390212340100'))
    await waitFor('the call to be in progress', () => snapshotsOf(providerCallId).some(({ state }) => state === 'in_progress'))
    await provider.endCall(providerCallId)
    expect((await waitForFinal(providerCallId)).state).toBe('canceled')
    await provider.endCall(providerCallId)
  })

  test('getCall returns the final state of a call whose webhooks were lost', async () => {
    const { provider, requestFor } = await setUp(name)
    const { providerCallId } = await provider.placeCall(requestFor('+390212340113'))
    const call = await waitFor('the call to be final', async () => {
      const snapshot = await provider.getCall(providerCallId)
      return snapshot?.final && snapshot
    })
    expect(call).toMatchObject({ state: 'completed', outcome: 'success', final: true })
    expect(snapshotsOf(providerCallId)).toEqual([])
  })

  test('an unknown call is null, and importing a number twice creates one number', async () => {
    const { provider } = await setUp(name)
    expect(await provider.getCall(name === 'retell' ? 'call_unknown' : randomUUID())).toBeNull()
    expect(await provider.importNumber({ ...number, webhook: webhookOf(name) })).toBe(await provider.importNumber({ ...number, webhook: webhookOf(name) }))
    expect(await countStored(name === 'retell' ? 'retell_number' : 'vapi_number')).toBe(1)
    expect(await countStored('vapi_credential')).toBeLessThanOrEqual(1)
  })
})
