import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VOICE_ENGINES } from '../../src/kernel/vocabulary/engines.ts'
import type { AgentConfig, CallSnapshot, PlaceCallRequest, ProviderError, ProviderEvent, ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { type Received, receiver } from '../kit/receiver.ts'
import { until } from '../kit/until.ts'
import { CONFIG, KEYS, WEBHOOK, providersAt, saveNothing } from './adapterKit.ts'

const store = memoryStore()
const events: ProviderEvent[] = []
const forged: string[] = []
let simulator: Awaited<ReturnType<typeof startSimulator>>
/** Slow enough to act while a call is going on. */
let slowSimulator: typeof simulator
let providers: Record<ProviderName, VoiceProvider>
let slowProviders: typeof providers
let hooks: Awaited<ReturnType<typeof receiver>>

/** What a server of ours would take the webhook for; one that was not signed as agreed is noted. */
function take({ path, raw, headers, body }: Received) {
  const provider = providers[path.split('/').at(-1) as ProviderName]
  try {
    provider.verifyWebhook(raw, headers, 'hook-secret')
    events.push(provider.parseEvent(body))
  } catch {
    forged.push(path)
  }
}

beforeAll(async () => {
  simulator = await startSimulator({ store, speed: 250, ...KEYS })
  slowSimulator = await startSimulator({ store: memoryStore(), speed: 4, ...KEYS })
  hooks = await receiver((response, _nth, webhook) => {
    take(webhook)
    response.writeHead(204).end()
  })
  providers = providersAt(simulator.url)
  slowProviders = providersAt(slowSimulator.url)
})
afterAll(async () => {
  await simulator.close()
  await slowSimulator.close()
  await hooks.close()
})

const config: AgentConfig = { ...CONFIG, voiceId: 'Elliot', analysis: [{ name: 'email', type: 'string', description: 'Their e-mail address' }] }
const trunk = { e164: '+14155550100', tag: randomUUID(), label: 'Main', sip: { terminationUri: 'rossi.pstn.example.com', username: 'u', password: 'p' } }
const count = async (kind: string) => (await store.load()).filter((record) => record.kind === kind).length

const hookOf = (name: ProviderName) => ({ url: `${hooks.url}/${name}`, secret: WEBHOOK.secret })
const snapshotsOf = (id: string): CallSnapshot[] => events.flatMap((event) => (event.type === 'call' && event.call.providerCallId === id ? [event.call] : []))
const finalOf = (id: string) => until(`the end of ${id}`, () => snapshotsOf(id).find((call) => call.final))

async function ready(name: ProviderName, among = providers) {
  const provider = among[name]
  const agent = await provider.publishAgent(config, { tag: randomUUID(), refs: {}, mayHaveOrphans: false, webhook: hookOf(name) }, saveNothing)
  const from = { webhook: hookOf(name), e164: trunk.e164, providerNumberId: await provider.importNumber({ ...trunk, webhook: hookOf(name) }) }
  const placement = (to: string, changes: Partial<PlaceCallRequest> = {}): PlaceCallRequest => ({
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
  return { provider, agent, placement }
}

describe.each(VOICE_ENGINES)('calls on %s', (name) => {
  test('a call lives from dialing to its analysis', async () => {
    const { provider, agent, placement } = await ready(name)
    const since = new Date()
    const asked = placement('+390212340100')
    const placed = await provider.placeCall(asked)
    expect(name === 'retell' ? ['dialing'] : ['queued', 'ringing']).toContain(placed.state)
    const final = await finalOf(placed.providerCallId)
    expect(final).toMatchObject({
      providerCallId: placed.providerCallId,
      ref: asked.ref,
      state: 'completed',
      direction: 'outbound',
      toNumber: '+390212340100',
      hasRecording: true,
      outcome: 'success',
      final: true,
    })
    expect(final.detectedLanguage).toMatch(/^it/)
    expect(Object.keys(final.analysis!.structuredData)).toEqual(['email'])
    expect(final.analysis!.successEvaluation).toBe('true')
    expect(final.transcript!.map(({ role }) => role)).toEqual(expect.arrayContaining(['agent', 'user']))
    expect(final.transcript!.map(({ text }) => text).join(' ')).toContain(final.analysis!.structuredData.email)
    expect(final.durationSeconds).toBeGreaterThan(5)
    expect(Number.isInteger(final.providerCostMicros) && final.providerCostMicros! > 0).toBe(true)
    const states = snapshotsOf(placed.providerCallId).map(({ state }) => state)
    expect([...new Set(states)]).toEqual(name === 'retell' ? ['in_progress', 'completed'] : ['ringing', 'in_progress', 'completed'])
    expect(events.some((event) => event.type === 'transcript' && event.ref === asked.ref && event.lines.length > 0)).toBe(true)
    expect(await provider.getCall(placed.providerCallId)).toEqual(final)
    expect(await provider.findCall({ ref: asked.ref, agent, since })).toMatchObject({ providerCallId: placed.providerCallId, ref: asked.ref })
    const audio = await provider.openRecording(placed.providerCallId)
    const heard = await fetch(audio!.url, { headers: audio!.headers })
    expect([heard.status, heard.headers.get('content-type')]).toEqual([200, expect.stringContaining('audio')])
    await heard.arrayBuffer()
    expect(forged).toEqual([])
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
  ])('a call to …%s ends %s with the outcome %s', async (digits, state, outcome) => {
    const { provider, placement } = await ready(name)
    const { providerCallId } = await provider.placeCall(placement(`+39021234${digits}`))
    expect(await finalOf(providerCallId)).toMatchObject({ state, outcome })
  })

  test.each([
    ['0101', 'rejected', false],
    ['0102', 'throttled', false],
    ['0107', 'account', false],
    ['0103', 'unknown_outcome', false],
    ['0104', 'unknown_outcome', true],
    ['0105', 'unknown_outcome', true],
    ['0106', 'unknown_outcome', true],
  ])('a placement that fails as …%s is %s, sent once, and found again: %s', async (digits, kind, exists) => {
    const { provider, agent, placement } = await ready(name)
    const asked = placement(`+39021234${digits}`, digits === '0105' ? { timeoutMs: 800 } : {})
    const since = new Date()
    const error = await provider.placeCall(asked).then(
      () => null,
      (thrown: ProviderError) => thrown,
    )
    expect(error?.kind).toBe(kind)
    const log = (await (await fetch(`${simulator.url}/simulator/requests`)).json()) as { method: string; path: string; body: unknown }[]
    expect(
      log.filter(({ method, path, body }) => method === 'POST' && /create-phone-call$|\/call$/.test(path) && JSON.stringify(body).includes(asked.ref)),
    ).toHaveLength(1)
    const found = await provider.findCall({ ref: asked.ref, agent, since })
    expect(found !== null && found.ref === asked.ref).toBe(exists)
  })

  test('a call without recording has a transcript and no audio, ever', async () => {
    const { provider, agent, placement } = await ready(name)
    const asked = placement('+390212340100', { recording: false, language: 'de-DE' })
    const since = new Date()
    const { providerCallId } = await provider.placeCall(asked)
    const final = await finalOf(providerCallId)
    expect(final).toMatchObject({ hasRecording: false, ref: asked.ref })
    expect(final.transcript!.length).toBeGreaterThan(2)
    expect(final.detectedLanguage).toMatch(/^de/)
    expect(await provider.openRecording(providerCallId)).toBeNull()
    expect((await provider.findCall({ ref: asked.ref, agent, since }))?.providerCallId).toBe(providerCallId)
  })

  /** Waits for a simulated call to be answered and, once it is hung up, analyzed: some one and a half seconds at this speed. */
  test('a call can be hung up, more than once', async () => {
    const { provider, placement } = await ready(name, slowProviders)
    const { providerCallId } = await provider.placeCall(placement('+390212340100'))
    await until('the call to be under way', () => snapshotsOf(providerCallId).some(({ state }) => state === 'in_progress'))
    await provider.endCall(providerCallId)
    expect((await finalOf(providerCallId)).state).toBe('canceled')
    await provider.endCall(providerCallId)
  })

  test('a call whose webhooks are lost can be asked for', async () => {
    const { provider, placement } = await ready(name)
    const { providerCallId } = await provider.placeCall(placement('+390212340113'))
    const call = await until('the end to be told when asked', async () => {
      const now = await provider.getCall(providerCallId)
      return now?.final && now
    })
    expect(call).toMatchObject({ state: 'completed', outcome: 'success', final: true })
    expect(snapshotsOf(providerCallId)).toEqual([])
  })

  test('a call nobody knows is null, and importing a number twice is one number', async () => {
    const { provider } = await ready(name)
    expect(await provider.getCall(name === 'retell' ? 'call_unknown' : randomUUID())).toBeNull()
    expect(await provider.importNumber({ ...trunk, webhook: hookOf(name) })).toBe(await provider.importNumber({ ...trunk, webhook: hookOf(name) }))
    expect(await count(name === 'retell' ? 'retell_number' : 'vapi_number')).toBe(1)
    expect(await count('vapi_credential')).toBeLessThanOrEqual(1)
  })
})
