import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VOICE_ENGINES } from '../../src/kernel/vocabulary/engines.ts'
import type { AgentConfig, CallOptions, CarrierAccount, JsonObject, PublishTarget, ProviderName, VoiceProvider } from '../../src/providers/provider.ts'
import { startSimulator } from '../../src/simulator/simulator.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'
import { CONFIG, KEYS, WEBHOOK, uploadKnowledge, providersAt, saveNothing } from './adapterKit.ts'
import { areDocumentsMissing } from '../kit/runner/vendorFolder.ts'
import { vendorDocument } from './vendorDocuments.ts'

interface LoggedRequest {
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
    { name: 'email', type: 'string', description: 'Email' },
    { name: 'size', type: 'enum', description: 'Size', choices: ['s', 'm'] },
    { name: 'age', type: 'number', description: 'Age', schema: { type: 'integer', minimum: 0 } },
    { name: 'agreed', type: 'boolean', description: '' },
    { name: 'items', type: 'json', description: 'Items', schema: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } } },
  ],
  recordingEnabled: false,
}

/** Fields that the vendor's SDK has and the older document lacks. */
const NEWER_FIELDS = /\/general_tools\/\d+\/max_retry is not known to the vendor$/

/** Requests that only the SDKs describe. */
const UNDOCUMENTED_REQUESTS: Record<ProviderName, RegExp> = {
  retell:
    /^(POST \/v2\/list-agents|GET \/v2\/list-retell-llms|GET \/list-agent-versions\/[^/]+|POST \/v2\/listen-live-call\/[^/]+|GET \/v2\/list-phone-numbers|POST \/create-knowledge-base|GET \/list-knowledge-bases|(GET|DELETE) \/(get|delete)-knowledge-base\/[^/]+)$/,
  vapi: /^((GET|POST|DELETE) \/credential(\/[^/]+)?|(GET|POST) \/file|(GET|DELETE) \/file\/[^/]+|POST \/live\/[^/]+\/control)$/,
}

/** Requests that the documents describe. The test sends all of them. */
const DOCUMENTED_REQUESTS: Record<ProviderName, string[]> = {
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

/** Carrier accounts with each kind of credentials. */
const ACCOUNTS: CarrierAccount[] = [
  { carrier: 'twilio', accountSid: `AC${'a'.repeat(32)}`, authToken: 'a-token' },
  { carrier: 'twilio', accountSid: `AC${'b'.repeat(32)}`, apiKey: `SK${'b'.repeat(32)}`, apiSecret: 'a-secret' },
  { carrier: 'vonage', apiKey: 'abcd1234', apiSecret: 'a-secret' },
]

describe.skipIf(areDocumentsMissing)("conformance of requests to the vendors' documents", () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>
  let providers: Record<ProviderName, VoiceProvider>
  beforeAll(async () => {
    simulator = await startSimulator({ store: memoryStore(), speed: 250, ...KEYS })
    providers = providersAt(simulator.url)
  })
  afterAll(() => simulator.close())

  /** Calls every method of an adapter so that it sends every kind of request. Returns the options of the calls placed. */
  async function sendEveryRequest(provider: VoiceProvider): Promise<CallOptions[]> {
    const target: PublishTarget = { tag: randomUUID(), refs: {}, mayHaveOrphans: true, webhook: WEBHOOK }
    const knowledge = [await uploadKnowledge(provider)]
    const first = await provider.publishAgent({ ...config, knowledge }, target, saveNothing)
    const changes = { recordingEnabled: true, firstMessage: null, voicemailMessage: null }
    const agent = await provider.publishAgent({ ...config, ...changes }, { ...target, refs: first }, saveNothing)
    const sip = { terminationUri: 'sip:rossi.pstn.example.com:5061;transport=tls', username: 'u', password: 'p' }
    const number = { webhook: WEBHOOK, e164: '+14155550100', tag: randomUUID(), label: 'Main', sip }
    const from = { webhook: WEBHOOK, e164: number.e164, tag: number.tag, providerNumberId: await provider.importNumber(number) }
    await provider.importNumber(number)
    await provider.routeInbound(from)
    for (const [index, account] of ACCOUNTS.filter(({ carrier }) => provider.nativeCarriers.includes(carrier)).entries())
      await provider.importNumber({ webhook: WEBHOOK, e164: `+1415555012${index}`, tag: randomUUID(), label: null, account })
    const plainOptions: CallOptions = { ref: randomUUID(), agent, recording: true, variables: { first_name: 'Luca' }, metadata: { order: 7 } }
    const overriddenOptions = { ...plainOptions, ref: randomUUID(), recording: false, language: 'auto', outputLanguage: 'de-DE', analysis: config.analysis }
    const fixedLanguageOptions = { ...plainOptions, ref: randomUUID(), language: 'de-DE', analysis: [] }
    const knowledgeOptions = { ...plainOptions, ref: randomUUID(), knowledge: [await uploadKnowledge(provider)] }
    for (const options of [plainOptions, overriddenOptions, fixedLanguageOptions, knowledgeOptions])
      await provider.placeCall({ ...options, from, to: '+390212340100', timeoutMs: 2_000 })
    const call = (await provider.findCall({ ref: plainOptions.ref, agent, since: new Date() }))!
    await provider.listen(call.providerCallId)
    await provider.endCall(call.providerCallId)
    await provider.getCall(call.providerCallId)
    await provider.openRecording(call.providerCallId)
    await provider.deleteRecording(call.providerCallId)
    await provider.getConcurrency()
    await provider.releaseNumber(from)
    await provider.deleteAgent({ ...target, refs: agent })
    for (const { refs } of [...knowledge, ...knowledgeOptions.knowledge]) await provider.deleteKnowledge({ tag: randomUUID(), refs, mayHaveOrphans: true })
    return [plainOptions, overriddenOptions, fixedLanguageOptions, knowledgeOptions]
  }

  /** Validates everything that an adapter sends against the schemas of the vendor's document. */
  test.each(VOICE_ENGINES)('every request to %s is documented and has only documented fields', async (name) => {
    const document = vendorDocument(name)
    const placedOptions = await sendEveryRequest(providers[name])
    const requests = (await (await fetch(`${simulator.url}/simulator/requests`)).json()) as LoggedRequest[]
    const sentOperations = new Set<string>()
    const violations: string[] = []
    for (const { method, path, body } of requests.filter((request) => request.path.startsWith(`/${name}/`))) {
      const [endpoint, query] = path.slice(name.length + 1).split('?') as [string, string?]
      const operation = document.request(method, decodeURIComponent(endpoint))
      const requestLine = `${method} ${decodeURIComponent(endpoint)}`
      if (!operation && !UNDOCUMENTED_REQUESTS[name].test(requestLine)) violations.push(`${requestLine} is not in the document`)
      if (!operation) continue
      sentOperations.add(operation.template)
      for (const key of new URLSearchParams(query).keys())
        if (!operation.queries.includes(key)) violations.push(`${requestLine}: the query ${key} is not in the document`)
      violations.push(...(operation.body?.(body ?? {}) ?? []).map((violation) => `${requestLine}: ${violation}`))
    }
    if (name === 'vapi') {
      const validateResponse = document.schema('ServerMessageResponseAssistantRequest')
      for (const options of placedOptions) violations.push(...validateResponse(providers.vapi.answerInbound(options)))
      violations.push(...validateResponse(providers.vapi.rejectInbound('Closed')))
      const trunkRequest = requests.find(({ method, path }) => method === 'POST' && path === '/vapi/credential')
      violations.push(...document.schema('CreateByoSipTrunkCredentialDTO')(trunkRequest!.body))
      const vonageRequest = requests.find(({ method, path, body }) => method === 'POST' && path === '/vapi/credential' && body!.provider === 'vonage')
      violations.push(...document.schema('CreateVonageCredentialDTO')(vonageRequest!.body))
    }
    expect(violations.filter((violation) => name === 'vapi' || !NEWER_FIELDS.test(violation))).toEqual([])
    expect([...sentOperations]).toEqual(expect.arrayContaining(DOCUMENTED_REQUESTS[name]))
  })

  test('the validation finds invalid values and unknown fields', () => {
    const validate = (name: ProviderName, path: string, body: unknown) => vendorDocument(name).request('POST', path)!.body!(body)
    expect(validate('retell', '/create-agent', { voice_id: 'x' })).not.toEqual([])
    expect(validate('vapi', '/assistant', { maxDurationSeconds: 'long' })).not.toEqual([])
    expect(validate('vapi', '/assistant', { name: 'Ada', nickname: 'A' })).toEqual(['/nickname is not known to the vendor'])
    expect(validate('vapi', '/assistant', { voice: { provider: 'vapi', voiceId: 'Elliot', stability: 1 } })).toEqual([
      '/voice/stability is not known to the vendor',
    ])
    const llm = { type: 'retell-llm', llm_id: 'l', mood: 'good' }
    expect(validate('retell', '/create-agent', { voice_id: 'x', response_engine: llm })).toEqual(['/response_engine/mood is not known to the vendor'])
  })
})
