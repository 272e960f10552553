import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VOICE_ENGINES } from '../../src/kernel/vocabulary/engines.ts'
import type { AgentConfig, CallOptions, CarrierAccount, JsonObject, PublishTarget, ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { CONFIG, KEYS, WEBHOOK, bring, providersAt, saveNothing } from './adapterKit.ts'
import { withoutDocuments } from '../kit/vendorFolder.ts'
import { vendorDocument } from './vendorDocuments.ts'

interface Logged {
  method: string
  path: string
  body: JsonObject | null
}

const config: AgentConfig = {
  ...CONFIG,
  voiceId: 'Elliot',
  name: 'Ada of Rossi Bikes, who calls about the spring offer',
  firstMessage: 'Buongiorno, sono Ada.',
  voicemailMessage: 'Richiamo domani.',
  tools: [
    { type: 'end_call', name: 'end_call', description: 'When all is said', speak_during_execution: false },
    { type: 'press_digit', name: 'press' },
    {
      type: 'transfer_call',
      name: 'to_sales',
      description: 'For offers',
      transfer_destination: { type: 'predefined', number: '+14155550199', extension: '12' },
      transfer_option: { type: 'cold_transfer', cold_transfer_mode: 'sip_invite', show_transferee_as_caller: true, transfer_ring_duration_ms: 20_000 },
    },
    {
      type: 'custom',
      name: 'book',
      description: 'Books',
      url: 'https://x.example/book',
      speak_during_execution: true,
      execution_message_type: 'static_text',
      execution_message_description: 'Un momento',
      speak_after_execution: true,
      max_retry: 2,
      timeout_ms: 20_000,
      parameters: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
      response_variables: { booking: 'data.id' },
    },
    { type: 'code', name: 'add', description: 'Adds', code: 'return 1', speak_during_execution: false, speak_after_execution: true, timeout_ms: 5_000 },
    { type: 'send_sms', name: 'text', sms_content: { type: 'inferred', prompt: 'A greeting' } },
  ],
  analysis: [
    { name: 'email', type: 'string', description: 'E-mail' },
    { name: 'size', type: 'enum', description: 'Size', choices: ['s', 'm'] },
    { name: 'age', type: 'number', description: 'Age', schema: { type: 'integer', minimum: 0 } },
    { name: 'agreed', type: 'boolean', description: '' },
    { name: 'items', type: 'json', description: 'Items', schema: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } } },
  ],
  recordingEnabled: false,
}

/** Fields that the vendor's SDK knows and the document, which is older, does not. */
const NEWER = /\/general_tools\/\d+\/max_retry is not known to the vendor$/

/** Requests that the documents do not describe; the SDKs do. */
const UNDESCRIBED: Record<ProviderName, RegExp> = {
  retell:
    /^(POST \/v2\/list-agents|GET \/v2\/list-retell-llms|GET \/list-agent-versions\/[^/]+|POST \/v2\/listen-live-call\/[^/]+|GET \/v2\/list-phone-numbers|POST \/create-knowledge-base|GET \/list-knowledge-bases|(GET|DELETE) \/(get|delete)-knowledge-base\/[^/]+)$/,
  vapi: /^((GET|POST|DELETE) \/credential(\/[^/]+)?|(GET|POST) \/file|(GET|DELETE) \/file\/[^/]+|POST \/live\/[^/]+\/control)$/,
}

/** What the document is known to say of each vendor's requests: all of these are sent here. */
const EXPECTED: Record<ProviderName, string[]> = {
  retell: [
    'DELETE /delete-agent/{agent_id}',
    'DELETE /delete-phone-number/{phone_number}',
    'DELETE /delete-retell-llm/{llm_id}',
    'DELETE /v2/delete-call/{call_id}',
    'GET /get-concurrency',
    'GET /get-phone-number/{phone_number}',
    'GET /get-retell-llm/{llm_id}',
    'GET /v2/get-call/{call_id}',
    'PATCH /update-agent/{agent_id}',
    'PATCH /update-phone-number/{phone_number}',
    'PATCH /update-retell-llm/{llm_id}',
    'POST /create-agent',
    'POST /create-agent-version/{agent_id}',
    'POST /create-retell-llm',
    'POST /import-phone-number',
    'POST /publish-agent-version/{agent_id}',
    'POST /v2/create-phone-call',
    'POST /v2/stop-call/{call_id}',
    'POST /v3/list-calls',
  ],
  vapi: [
    'DELETE /assistant/{id}',
    'DELETE /call/{id}',
    'DELETE /phone-number/{id}',
    'GET /assistant',
    'GET /call',
    'GET /call/{id}',
    'GET /call/{id}/mono-recording',
    'GET /phone-number',
    'GET /phone-number/{id}',
    'PATCH /assistant/{id}',
    'PATCH /phone-number/{id}',
    'POST /assistant',
    'POST /call',
    'POST /phone-number',
  ],
}

/** Accounts that a provider may reach numbers by, with every proof there is. */
const ACCOUNTS: CarrierAccount[] = [
  { carrier: 'twilio', accountSid: `AC${'a'.repeat(32)}`, authToken: 'a-token' },
  { carrier: 'twilio', accountSid: `AC${'b'.repeat(32)}`, apiKey: `SK${'b'.repeat(32)}`, apiSecret: 'a-secret' },
  { carrier: 'vonage', apiKey: 'abcd1234', apiSecret: 'a-secret' },
]

describe.skipIf(withoutDocuments)("requests against the vendors' own documents", () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>
  let providers: Record<ProviderName, VoiceProvider>
  beforeAll(async () => {
    simulator = await startSimulator({ store: memoryStore(), speed: 250, ...KEYS })
    providers = providersAt(simulator.url)
  })
  afterAll(() => simulator.close())

  /** Everything an adapter can do, so that it sends everything it can send. */
  async function doEverything(provider: VoiceProvider): Promise<CallOptions[]> {
    const place: PublishTarget = { tag: randomUUID(), refs: {}, mayHaveOrphans: true, webhook: WEBHOOK }
    const knowledge = [await bring(provider)]
    const first = await provider.publishAgent({ ...config, knowledge }, place, saveNothing)
    const changes = { recordingEnabled: true, firstMessage: null, voicemailMessage: null }
    const agent = await provider.publishAgent({ ...config, ...changes }, { ...place, refs: first }, saveNothing)
    const sip = { terminationUri: 'sip:rossi.pstn.example.com:5061;transport=tls', username: 'u', password: 'p' }
    const main = { webhook: WEBHOOK, e164: '+14155550100', tag: randomUUID(), label: 'Main', sip }
    const from = { webhook: WEBHOOK, e164: main.e164, tag: main.tag, providerNumberId: await provider.importNumber(main) }
    await provider.importNumber(main)
    await provider.routeInbound(from)
    for (const [index, account] of ACCOUNTS.filter(({ carrier }) => provider.nativeCarriers.includes(carrier)).entries())
      await provider.importNumber({ webhook: WEBHOOK, e164: `+1415555012${index}`, tag: randomUUID(), label: null, account })
    const plain: CallOptions = { ref: randomUUID(), agent, recording: true, variables: { first_name: 'Luca' }, metadata: { order: 7 } }
    const own = { ...plain, ref: randomUUID(), recording: false, language: 'auto', outputLanguage: 'de-DE', analysis: config.analysis }
    const fixed = { ...plain, ref: randomUUID(), language: 'de-DE', analysis: [] }
    const knowing = { ...plain, ref: randomUUID(), knowledge: [await bring(provider)] }
    for (const terms of [plain, own, fixed, knowing]) await provider.placeCall({ ...terms, from, to: '+390212340100', timeoutMs: 2_000 })
    const call = (await provider.findCall({ ref: plain.ref, agent, since: new Date() }))!
    await provider.listen(call.providerCallId)
    await provider.endCall(call.providerCallId)
    await provider.getCall(call.providerCallId)
    await provider.openRecording(call.providerCallId)
    await provider.deleteRecording(call.providerCallId)
    await provider.getConcurrency()
    await provider.releaseNumber(from)
    await provider.deleteAgent({ ...place, refs: agent })
    for (const { refs } of [...knowledge, ...knowing.knowledge]) await provider.deleteKnowledge({ tag: randomUUID(), refs, mayHaveOrphans: true })
    return [plain, own, fixed, knowing]
  }

  /** Compiles the schemas of the vendor's document, and holds everything that an adapter sends against them. */
  test.each(VOICE_ENGINES)('every request sent to %s is one it knows, with nothing in it that it does not know', async (name) => {
    const document = vendorDocument(name)
    const held = await doEverything(providers[name])
    const log = (await (await fetch(`${simulator.url}/simulator/requests`)).json()) as Logged[]
    const checked = new Set<string>()
    const complaints: string[] = []
    for (const { method, path, body } of log.filter((one) => one.path.startsWith(`/${name}/`))) {
      const [bare, query] = path.slice(name.length + 1).split('?') as [string, string?]
      const known = document.request(method, decodeURIComponent(bare))
      const line = `${method} ${decodeURIComponent(bare)}`
      if (!known && !UNDESCRIBED[name].test(line)) complaints.push(`${line} is not in the document`)
      if (!known) continue
      checked.add(known.template)
      for (const key of new URLSearchParams(query).keys()) if (!known.queries.includes(key)) complaints.push(`${line}: the query ${key} is not in the document`)
      complaints.push(...(known.body?.(body ?? {}) ?? []).map((complaint) => `${line}: ${complaint}`))
    }
    if (name === 'vapi') {
      const answer = document.schema('ServerMessageResponseAssistantRequest')
      for (const terms of held) complaints.push(...answer(providers.vapi.answerInbound(terms)))
      complaints.push(...answer(providers.vapi.rejectInbound('Closed')))
      const trunk = log.find(({ method, path }) => method === 'POST' && path === '/vapi/credential')
      complaints.push(...document.schema('CreateByoSipTrunkCredentialDTO')(trunk!.body))
      const vonage = log.find(({ method, path, body }) => method === 'POST' && path === '/vapi/credential' && body!.provider === 'vonage')
      complaints.push(...document.schema('CreateVonageCredentialDTO')(vonage!.body))
    }
    expect(complaints.filter((complaint) => name === 'vapi' || !NEWER.test(complaint))).toEqual([])
    expect([...checked]).toEqual(expect.arrayContaining(EXPECTED[name]))
  })

  test('a wrong body would be noticed, and one that says too much', () => {
    const create = (name: ProviderName, path: string, body: unknown) => vendorDocument(name).request('POST', path)!.body!(body)
    expect(create('retell', '/create-agent', { voice_id: 'x' })).not.toEqual([])
    expect(create('vapi', '/assistant', { maxDurationSeconds: 'long' })).not.toEqual([])
    expect(create('vapi', '/assistant', { name: 'Ada', nickname: 'A' })).toEqual(['/nickname is not known to the vendor'])
    expect(create('vapi', '/assistant', { voice: { provider: 'vapi', voiceId: 'Elliot', stability: 1 } })).toEqual([
      '/voice/stability is not known to the vendor',
    ])
    const llm = { type: 'retell-llm', llm_id: 'l', mood: 'good' }
    expect(create('retell', '/create-agent', { voice_id: 'x', response_engine: llm })).toEqual(['/response_engine/mood is not known to the vendor'])
  })
})
