import { describe, expect, test } from 'vitest'
import type { CallOptions } from '../../../src/providers/provider.ts'
import { createVapiProvider } from '../../../src/providers/vapi/vapi.ts'
import { REF, WEBHOOK } from '../adapterKit.ts'
import { type Body, useVapiWire } from './vapiWireKit.ts'

const wire = useVapiWire()
const { requests } = wire

const OPTIONS: CallOptions = {
  ref: REF,
  agent: { providerAgentId: 'assistant-1', version: 'v3', refs: {} },
  recording: true,
  variables: { first_name: 'Luca' },
  metadata: {},
}
async function placeCall(changes: Partial<CallOptions> = {}): Promise<Body> {
  const from = { webhook: WEBHOOK, e164: '+14155550100', providerNumberId: 'number-1' }
  await wire.vapi.placeCall({ ...OPTIONS, ...changes, from, to: '+390212340100', timeoutMs: 2_000 })
  return requests.at(-1)!.body!
}

describe('call options', () => {
  test('a call without overrides uses the published agent', async () => {
    expect(await placeCall()).toEqual({
      name: REF,
      assistantId: 'assistant-1',
      assistantVersion: 'v3',
      phoneNumberId: 'number-1',
      customer: { number: '+390212340100', externalId: REF },
      assistantOverrides: { metadata: { callwright_ref: REF }, variableValues: { first_name: 'Luca' } },
    })
  })

  test("the customer's metadata is sent with our reference and never replaces it", async () => {
    const { assistantOverrides } = await placeCall({ metadata: { order: 7, callwright_ref: 'mine' } })
    expect(assistantOverrides.metadata).toEqual({ order: 7, callwright_ref: REF })
  })

  test.each([
    ['auto', 'multi'],
    ['de-DE', 'de'],
    ['eo', 'multi'],
  ])('the language %s is transcribed as %s', async (language, transcriberLanguage) => {
    expect((await placeCall({ language })).assistantOverrides.transcriber).toEqual({ provider: 'deepgram', model: 'nova-3', language: transcriberLanguage })
  })

  test('turning recording off turns all audio off', async () => {
    expect((await placeCall({ recording: false })).assistantOverrides.artifactPlan).toEqual({
      recordingEnabled: false,
      pcapEnabled: false,
      videoRecordingEnabled: false,
    })
  })

  test('the analysis items of a call replace the whole plan and use the output language', async () => {
    const analysis = [
      { name: 'mood', type: 'string' as const, description: 'Mood' },
      { name: 'size', type: 'enum' as const, description: 'Size', choices: ['s'] },
    ]
    const { analysisPlan: plain } = (await placeCall({ analysis })).assistantOverrides
    expect(plain.summaryPlan).toEqual({ enabled: true })
    const { analysisPlan } = (await placeCall({ analysis, outputLanguage: 'it-IT' })).assistantOverrides
    expect(analysisPlan.successEvaluationPlan).toEqual({ enabled: true, rubric: 'PassFail' })
    expect(analysisPlan.summaryPlan.messages[0].content).toContain('Write it in Italian (Italy)')
    expect(analysisPlan.summaryPlan.messages[1].content).toContain('{{transcript}}')
    const { properties } = analysisPlan.structuredDataPlan.schema
    expect(Object.keys(properties)).toEqual(['mood', 'size', 'detected_language', 'call_outcome'])
    expect(properties.mood.description).toContain('Write it in Italian')
    expect(JSON.stringify([properties.size, properties.detected_language, properties.call_outcome])).not.toContain('Italian')
  })

  test('an inbound call has the same overrides', async () => {
    const options = { ...OPTIONS, recording: false, language: 'auto', metadata: { a: 1 }, outputLanguage: 'fr', analysis: [] }
    const { assistantOverrides } = await placeCall(options)
    expect(wire.vapi.answerInbound(options)).toEqual({ assistantId: 'assistant-1', assistantOverrides })
    expect(wire.vapi.rejectInbound('We are closed.')).toEqual({ error: 'We are closed.' })
  })
})

describe('listening', () => {
  const monitor = { listenUrl: 'wss://vapi.example/c1/listen', controlUrl: 'https://vapi.example/c1/control' }
  test.each<[string, unknown, unknown]>([
    ['a call in progress', { id: 'c1', status: 'in-progress', monitor }, { kind: 'websocket', url: monitor.listenUrl }],
    ['a forwarded call', { id: 'c1', status: 'forwarding', monitor }, { kind: 'websocket', url: monitor.listenUrl }],
    ['a call in progress without the URL', { id: 'c1', status: 'in-progress' }, null],
    ['a ringing call', { id: 'c1', status: 'ringing', monitor }, null],
    ['an ended call', { id: 'c1', status: 'ended', monitor }, null],
    ['a call that Vapi does not know', undefined, null],
  ])('live audio is available only while a call is in progress: %s', async (_name, call, audio) => {
    wire.resources['/call/c1'] = call
    expect(await wire.vapi.listen('c1')).toEqual(audio)
  })
})

test('deleting a recording deletes the call at Vapi, and can be repeated', async () => {
  wire.resources['/call/c1'] = { id: 'c1' }
  await wire.vapi.deleteRecording('c1')
  await wire.vapi.deleteRecording('c1')
  expect(requests).toEqual(Array.from({ length: 2 }, () => ({ method: 'DELETE', path: '/call/c1', body: {} })))
})

test('the concurrency of Vapi is unknown', async () => {
  expect(await wire.vapi.getConcurrency()).toBeNull()
  expect(requests).toEqual([])
})

test('after repeated failures, requests to Vapi are not sent', async () => {
  const unreachable = createVapiProvider({ apiKey: 'key', baseUrl: `${wire.base}/down`, listLagMs: 0, cooldownMs: 60_000 })
  for (let n = 0; n < 8; n++)
    await unreachable.placeCall({ ...OPTIONS, from: { e164: '+1', providerNumberId: 'n' }, to: '+1', timeoutMs: 2_000 }).catch(() => {})
  const requestCount = requests.length
  await expect(unreachable.getCall('c1')).rejects.toMatchObject({ kind: 'unavailable', info: { code: 'circuit_open' } })
  expect(requests).toHaveLength(requestCount)
})
