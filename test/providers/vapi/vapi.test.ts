import { describe, expect, test } from 'vitest'
import type { AgentConfig, AnalysisItem, Problem } from '../../../src/providers/provider.ts'
import { vapiProvider } from '../../../src/providers/vapi/vapi.ts'
import { toAssistant } from '../../../src/providers/vapi/agent.ts'
import { CONFIG } from '../adapterKit.ts'

const vapi = vapiProvider({ apiKey: 'key', baseUrl: 'http://127.0.0.1:9', listLagMs: 0 })
const config: AgentConfig = { ...CONFIG, voiceId: 'Elliot' }
const nothing = (field: string, reason: string) => expect.unreachable(`${field}: ${reason}`)
const body = (changes: Partial<AgentConfig> = {}) => toAssistant({ ...config, ...changes }, nothing)
const problems = (changes: Partial<AgentConfig>): Problem[] => vapi.findProblems({ ...config, ...changes })
const only = (field: string, reason: string) => [{ field, reason: expect.stringContaining(reason) }]

test('an agent that Vapi can express has no problems', () => expect(problems({})).toEqual([]))

test('everything that cannot be expressed is told at once, by its public name', () => {
  const found = problems({
    voiceId: null,
    language: 'eo',
    model: 'llama-9',
    voicemailMessage: 'x'.repeat(1001),
    maxDurationSeconds: 9,
    ringTimeoutSeconds: 31,
    tools: [
      { type: 'end_call', name: 'bye' },
      { type: 'agent_swap', name: 'swap' },
    ],
    analysis: [{ name: '', type: 'string', description: '' }],
  })
  expect(found.map(({ field }) => field).sort()).toEqual([
    'general_tools[1].type',
    'lang',
    'max_duration_seconds',
    'model',
    'post_call_analysis_data[0].name',
    'ring_timeout_seconds',
    'voice_id',
    'voicemail_message',
  ])
})

describe('the voice', () => {
  test.each([
    ['Elliot', { provider: 'vapi', voiceId: 'Elliot' }],
    ['voice-1', { provider: 'vapi', voiceId: 'voice-1' }],
    ['11labs:sarah', { provider: '11labs', voiceId: 'sarah' }],
    ['azure:it:IT', { provider: 'azure', voiceId: 'it:IT' }],
    ['openai:alloy', { provider: 'openai', voiceId: 'alloy' }],
    ['openai-Alloy', { provider: 'openai', voiceId: 'alloy' }],
    ['sesame:maya', { provider: 'sesame', voiceId: 'maya', model: 'csm-1b' }],
    ['neuphonic:x', { provider: 'neuphonic', voiceId: 'x', language: 'it' }],
  ])('%s is %j', (voiceId, voice) => expect(body({ voiceId }).voice).toEqual(voice))

  test.each([null, '', '11labs:', ':sarah'])('%j is missing', (voiceId) => expect(problems({ voiceId })).toEqual(only('voice_id', 'required to publish')))

  test.each([
    ['retell-Cimo', 'retell-Cimo is a Retell voice. Use a Vapi voice'],
    ['11labs-Adrian', 'as in 11labs:id'],
    ['openai-Nobody', 'as in openai:id'],
    ['nobody:x', 'Vapi has no voices of nobody. Use provider:voice with one of 11labs'],
    ['custom-voice:x', 'Vapi has no voices of custom-voice'],
  ])('%s is refused, with what to write instead', (voiceId, reason) => expect(problems({ voiceId })).toEqual(only('voice_id', reason)))
})

describe('the model', () => {
  test.each([
    ['gpt-4.1-mini', 'openai', 'gpt-4.1-mini'],
    ['o3-mini', 'openai', 'o3-mini'],
    ['gpt-4.1:australiaeast', 'openai', 'gpt-4.1:australiaeast'],
    ['claude-sonnet-4-6', 'anthropic', 'claude-sonnet-4-6'],
    ['claude-4.6-sonnet', 'anthropic', 'claude-sonnet-4-6'],
    ['claude-4.5-haiku', 'anthropic', 'claude-haiku-4-5-20251001'],
    ['gemini-3.5-flash', 'google', 'gemini-3.5-flash'],
    ['gemini-3.0-flash', 'google', 'gemini-3-flash-preview'],
    ['groq:llama-3.3-70b-versatile', 'groq', 'llama-3.3-70b-versatile'],
    ['openai:gpt-6', 'openai', 'gpt-6'],
  ])("%s is %s's %s", (given, provider, model) => expect(body({ model: given }).model).toMatchObject({ provider, model }))

  test.each(['llama-9', 'gpt-99', 'gemini-3.6-flash', 'nobody:x', 'groq:', 'toString'])('%s is refused by name', (model) =>
    expect(problems({ model })).toEqual(only('model', `Vapi has no model ${model}`)),
  )
})

describe('the language', () => {
  test.each([
    ['it-IT', 'it'],
    ['en-GB', 'en-GB'],
    ['en-CA', 'en'],
    ['pt-BR', 'pt-BR'],
    ['nb-NO', 'no'],
    ['fil-PH', 'tl'],
    ['zh-Hant-HK', 'zh-HK'],
    ['zh-Hant', 'zh-Hant'],
    ['yue', 'zh-HK'],
  ])('%s is %s there', (language, known) => {
    expect(body({ language }).transcriber).toMatchObject({ provider: 'deepgram', language: known })
    expect(vapi.supportsLanguage(language)).toBe(true)
  })

  test.each(['eo', 'ka-GE', 'not a tag'])('%s, which would not be understood, is refused', (language) => {
    expect(problems({ language })).toEqual(only('lang', `does not support the language ${language}`))
    expect(vapi.supportsLanguage(language)).toBe(false)
  })
})

test('the prompt is the system message, with what the tools have no field for', () => {
  expect(body().model).toMatchObject({ messages: [{ role: 'system', content: config.systemPrompt }], tools: [{ type: 'endCall' }] })
  const tools = [{ type: 'end_call', name: 'bye', description: 'When all is said' }]
  const content = `${config.systemPrompt}\n\nHow to use the tools:\n- endCall: When all is said`
  expect(body({ tools }).model).toMatchObject({ messages: [{ role: 'system', content }] })
})

describe('what is said and for how long', () => {
  test('the first message is spoken as it is; without one the model begins', () => {
    expect(body({ firstMessage: 'Buongiorno' })).toMatchObject({ firstMessage: 'Buongiorno', firstMessageMode: 'assistant-speaks-first' })
    expect(body()).toMatchObject({ firstMessageMode: 'assistant-speaks-first-with-model-generated-message' })
    expect(body()).not.toHaveProperty('firstMessage')
  })

  test('an answering machine hears the message for it, and is recognised in any case', () => {
    expect(body({ voicemailMessage: 'A presto' })).toMatchObject({ voicemailMessage: 'A presto', voicemailDetection: { provider: 'vapi' } })
    expect(body()).toMatchObject({ voicemailDetection: { provider: 'vapi' } })
    expect(body()).not.toHaveProperty('voicemailMessage')
  })

  test.each([10, 600, 43_200])('%i seconds can be the longest call', (maxDurationSeconds) =>
    expect(body({ maxDurationSeconds }).maxDurationSeconds).toBe(maxDurationSeconds),
  )
  test.each([9, 43_201])('%i seconds cannot, and are not bent to what could', (maxDurationSeconds) =>
    expect(problems({ maxDurationSeconds })).toEqual(only('max_duration_seconds', '10 to 43200')),
  )

  test('names are cut to what Vapi takes, between characters', () => {
    expect(body({ name: 'x'.repeat(60) }).name).toHaveLength(40)
    expect(body({ name: `${'x'.repeat(39)}😀` }).name).toBe('x'.repeat(39))
  })

  test('recording off leaves no audio, packet captures included', () => {
    expect(body({ recordingEnabled: false }).artifactPlan).toEqual({ recordingEnabled: false, pcapEnabled: false, videoRecordingEnabled: false })
  })

  test('a live call can be listened to and ended', () => expect(body().monitorPlan).toMatchObject({ listenEnabled: true, controlEnabled: true }))
})

describe('what is found out', () => {
  const schemaOf = (item: AnalysisItem) => body({ analysis: [item] }).analysisPlan!.structuredDataPlan!.schema!.properties![item.name]

  test('the outcome and the language are asked for with the rest', () => {
    const { properties } = body({ analysis: [{ name: 'age', type: 'number', description: '' }] }).analysisPlan!.structuredDataPlan!.schema!
    expect(Object.keys(properties!)).toEqual(['age', 'detected_language', 'call_outcome'])
  })

  test.each<[AnalysisItem, object]>([
    [
      { name: 'size', type: 'enum', description: 'Size', choices: ['s', 'm'] },
      { type: 'string', enum: ['s', 'm'], description: 'Size' },
    ],
    [
      { name: 'age', type: 'number', description: '' },
      { type: 'number', description: 'age' },
    ],
    [
      { name: 'age', type: 'number', description: 'Age', schema: { type: 'integer', minimum: 1 } },
      { type: 'integer', description: 'Age\nAs JSON Schema: {"minimum":1}' },
    ],
    [
      { name: 'mail', type: 'string', description: 'Mail', schema: { type: ['null', 'string'], format: 'email', pattern: '@' } },
      { type: 'string', description: 'Mail', format: 'email', pattern: '@' },
    ],
    [
      { name: 'items', type: 'json', description: 'Items', schema: { type: 'array', items: { properties: { sku: { enum: [1, 2] } }, required: ['sku'] } } },
      {
        type: 'array',
        description: 'Items',
        items: { type: 'object', properties: { sku: { type: 'string', description: 'As JSON Schema: {"enum":[1,2]}' } }, required: ['sku'] },
      },
    ],
    [
      { name: 'any', type: 'json', description: 'Any' },
      { type: 'string', description: 'Any\nAnswer with JSON.' },
    ],
  ])('%j is asked for as %j', (item, schema) => expect(schemaOf(item)).toEqual(schema))

  test.each<[AnalysisItem[], string, string]>([
    [[{ name: ' ', type: 'string', description: '' }], 'post_call_analysis_data[0].name', 'required'],
    [
      [
        { name: 'a', type: 'string', description: '' },
        { name: 'a', type: 'number', description: '' },
      ],
      'post_call_analysis_data[1].name',
      'another item',
    ],
    [[{ name: 'a', type: 'enum', description: '', choices: [] }], 'post_call_analysis_data[0].choices', 'at least one'],
  ])('%j is refused at %s', (analysis, field, reason) => expect(problems({ analysis })).toEqual(only(field, reason)))
})
