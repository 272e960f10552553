import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VOICE_ENGINES } from '../../src/engines.ts'
import type { AgentConfig, CallSnapshot, PlaceCall, ProviderError, ProviderEvent, ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { retellProvider } from '../../src/providers/retell.ts'
import { startSimulator } from '../../src/providers/simulator/simulator.ts'
import { memoryStore } from '../../src/providers/simulator/store.ts'
import { vapiProvider } from '../../src/providers/vapi.ts'

const keys = { retellApiKey: 'key_sim_retell', vapiApiKey: 'key_sim_vapi' }
const store = memoryStore()
const events: ProviderEvent[] = []
const forged: string[] = []
let simulator: Awaited<ReturnType<typeof startSimulator>>
/** Slow enough to act while a call is going on. */
let slowSimulator: typeof simulator
let providers: Record<ProviderName, VoiceProvider>
let slowProviders: typeof providers

const listen = (server: http.Server) =>
  new Promise<string>((resolve) => server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)))

async function readAll(stream: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const receiver = http.createServer(async (req, res) => {
  const name = req.url!.slice(1) as ProviderName
  const raw = await readAll(req)
  try {
    providers[name].verifyWebhook(raw, req.headers)
    events.push(providers[name].parseEvent(JSON.parse(raw.toString())))
  } catch {
    forged.push(req.url!)
  }
  res.writeHead(204).end()
})

beforeAll(async () => {
  simulator = await startSimulator({ store, speed: 250, ...keys })
  slowSimulator = await startSimulator({ store: memoryStore(), speed: 20, ...keys })
  const hooks = await listen(receiver)
  const providersAt = (url: string) => ({
    retell: retellProvider({ apiKey: keys.retellApiKey, baseUrl: `${url}/retell`, webhookUrl: `${hooks}/retell`, listLagMs: 0 }),
    vapi: vapiProvider({ apiKey: keys.vapiApiKey, baseUrl: `${url}/vapi`, webhookUrl: `${hooks}/vapi`, webhookSecret: 'hook-secret', listLagMs: 0 }),
  })
  providers = providersAt(simulator.url)
  slowProviders = providersAt(slowSimulator.url)
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await simulator.close()
  await slowSimulator.close()
})

const config: AgentConfig = {
  agentId: '7',
  name: 'Ada',
  language: 'it-IT',
  voiceId: 'retell-Cimo',
  model: 'gpt-4.1-mini',
  systemPrompt: 'You are Ada of Rossi Bikes.',
  tools: [{ type: 'end_call', name: 'end_call' }],
  analysis: [{ name: 'email', type: 'string', description: 'Their e-mail address' }],
  recordingEnabled: true,
  maxDurationSeconds: 600,
  ringSeconds: 30,
}
const saveNothing = async () => {}
const trunk = { e164: '+14155550100', label: 'Main', sip: { terminationUri: 'rossi.pstn.example.com', username: 'u', password: 'p' } }
const count = async (kind: string) => (await store.load()).filter((record) => record.kind === kind).length

async function until<T>(found: () => T | undefined | false | null): Promise<T> {
  for (let waited = 0; waited < 10_000; waited += 10) {
    const value = found()
    if (value) return value
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('it did not come')
}

const snapshotsOf = (id: string): CallSnapshot[] => events.flatMap((event) => (event.type === 'call' && event.call.providerCallId === id ? [event.call] : []))
const finalOf = (id: string) => until(() => snapshotsOf(id).find((call) => call.final))

async function ready(name: ProviderName, among = providers) {
  const provider = among[name]
  const agent = await provider.publishAgent(config, null, saveNothing)
  const from = { e164: trunk.e164, providerNumberId: await provider.importNumber(trunk) }
  const placement = (to: string, changes: Partial<PlaceCall> = {}): PlaceCall => ({
    ref: randomUUID(),
    agent,
    from,
    to,
    recording: true,
    variables: { first_name: 'Luca' },
    timeoutMs: 800,
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
    const asked = placement(`+39021234${digits}`)
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

  test('a call can be hung up, more than once', async () => {
    const { provider, placement } = await ready(name, slowProviders)
    const { providerCallId } = await provider.placeCall(placement('+390212340100'))
    await until(() => snapshotsOf(providerCallId).some(({ state }) => state === 'in_progress'))
    await provider.endCall(providerCallId)
    expect((await finalOf(providerCallId)).state).toBe('canceled')
    await provider.endCall(providerCallId)
  })

  test('a call whose webhooks are lost can be asked for', async () => {
    const { provider, placement } = await ready(name)
    const { providerCallId } = await provider.placeCall(placement('+390212340113'))
    let call: CallSnapshot | null = null
    for (let tries = 0; tries < 100 && !call?.final; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      call = await provider.getCall(providerCallId)
    }
    expect(call).toMatchObject({ state: 'completed', outcome: 'success', final: true })
    expect(snapshotsOf(providerCallId)).toEqual([])
  })

  test('a call nobody knows is null, and importing a number twice is one number', async () => {
    const { provider } = await ready(name)
    expect(await provider.getCall(name === 'retell' ? 'call_unknown' : randomUUID())).toBeNull()
    expect(await provider.importNumber(trunk)).toBe(await provider.importNumber(trunk))
    expect(await count(name === 'retell' ? 'retell_number' : 'vapi_number')).toBe(1)
    expect(await count('vapi_credential')).toBeLessThanOrEqual(1)
  })
})
