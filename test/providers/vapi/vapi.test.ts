import { describe, expect, test } from 'vitest'
import type { Problem, ProblemCause } from '../../../src/providers/problem.ts'
import type { AgentConfig, AnalysisItem } from '../../../src/providers/provider.ts'
import { createVapiProvider } from '../../../src/providers/vapi/vapi.ts'
import { toAssistant } from '../../../src/providers/vapi/agent.ts'
import { CONFIG } from '../adapterKit.ts'

const vapi = createVapiProvider({ apiKey: 'key', baseUrl: 'http://127.0.0.1:9', listLagMs: 0 })
const config: AgentConfig = { ...CONFIG, voiceId: 'Elliot' }
const failOnProblem = (field: string, { reason }: ProblemCause) => expect.unreachable(`${field}: ${reason}`)
const assistantOf = (changes: Partial<AgentConfig> = {}) => toAssistant({ ...config, ...changes }, failOnProblem)
const findProblems = (changes: Partial<AgentConfig>): Problem[] => vapi.findProblems({ ...config, ...changes })
const onlyProblem = (field: string, reason: string) => [expect.objectContaining({ field, reason: expect.stringContaining(reason) })]

test('a configuration that Vapi supports has no problems', () => expect(findProblems({})).toEqual([]))

test('all problems are listed at once with public field names', () => {
  const foundProblems = findProblems({
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
  expect(foundProblems.map(({ field }) => field).sort()).toEqual([
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
  ])('%s is %j', (voiceId, voice) => expect(assistantOf({ voiceId }).voice).toEqual(voice))

  test.each([null, '', '11labs:', ':sarah'])('%j counts as a missing voice', (voiceId) =>
    expect(findProblems({ voiceId })).toEqual(onlyProblem('voice_id', 'A voice is required to publish, such as Elliot')),
  )

  test.each([
    ['retell-Cimo', 'retell-Cimo is a Retell voice. Use a Vapi voice'],
    ['11labs-Adrian', 'as in 11labs:id'],
    ['openai-Nobody', 'as in openai:id'],
    ['nobody:x', 'Vapi has no voices of nobody. Use provider:voice with one of 11labs'],
    ['custom-voice:x', 'Vapi has no voices of custom-voice'],
  ])('%s is rejected with the correct format', (voiceId, reason) => expect(findProblems({ voiceId })).toEqual(onlyProblem('voice_id', reason)))
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
  ])('%s is provider %s with model %s', (modelName, provider, model) => expect(assistantOf({ model: modelName }).model).toMatchObject({ provider, model }))

  test.each(['llama-9', 'gpt-99', 'gemini-3.6-flash', 'nobody:x', 'groq:', 'toString'])('%s is rejected by name', (model) =>
    expect(findProblems({ model })).toEqual(onlyProblem('model', `Vapi has no model ${model}`)),
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
  ])('%s is %s at Vapi', (language, vapiLanguage) => {
    expect(assistantOf({ language }).transcriber).toMatchObject({ provider: 'deepgram', language: vapiLanguage })
    expect(vapi.supportsLanguage(language)).toBe(true)
  })

  test.each(['eo', 'ka-GE', 'not a tag'])('%s, which the transcriber does not support, is rejected', (language) => {
    expect(findProblems({ language })).toEqual(onlyProblem('lang', `does not support the language ${language}`))
    expect(vapi.supportsLanguage(language)).toBe(false)
  })
})

test('the system message has the instructions and the hints of the tools', () => {
  expect(assistantOf().model).toMatchObject({ messages: [{ role: 'system', content: config.systemPrompt }], tools: [{ type: 'endCall' }] })
  const tools = [{ type: 'end_call', name: 'bye', description: 'When all is said' }]
  const content = `${config.systemPrompt}\n\nHow to use the tools:\n- endCall: When all is said`
  expect(assistantOf({ tools }).model).toMatchObject({ messages: [{ role: 'system', content }] })
})

describe('messages, limits and recording', () => {
  test('the agent says the first message, and the model begins without one', () => {
    expect(assistantOf({ firstMessage: 'Buongiorno' })).toMatchObject({ firstMessage: 'Buongiorno', firstMessageMode: 'assistant-speaks-first' })
    expect(assistantOf()).toMatchObject({ firstMessageMode: 'assistant-speaks-first-with-model-generated-message' })
    expect(assistantOf()).not.toHaveProperty('firstMessage')
  })

  test('voicemail detection is always on, and the agent leaves the voicemail message if there is one', () => {
    expect(assistantOf({ voicemailMessage: 'A presto' })).toMatchObject({ voicemailMessage: 'A presto', voicemailDetection: { provider: 'vapi' } })
    expect(assistantOf()).toMatchObject({ voicemailDetection: { provider: 'vapi' } })
    expect(assistantOf()).not.toHaveProperty('voicemailMessage')
  })

  test.each([10, 600, 43_200])('a maximum duration of %i seconds is accepted', (maxDurationSeconds) =>
    expect(assistantOf({ maxDurationSeconds }).maxDurationSeconds).toBe(maxDurationSeconds),
  )
  test.each([9, 43_201])('a maximum duration of %i seconds is rejected', (maxDurationSeconds) =>
    expect(findProblems({ maxDurationSeconds })).toEqual(onlyProblem('max_duration_seconds', 'Vapi accepts 10 to 43,200 seconds')),
  )

  test('a voicemail message of more than 1,000 characters and a ring timeout are rejected', () => {
    expect(findProblems({ voicemailMessage: 'x'.repeat(1_001) })).toEqual(onlyProblem('voicemail_message', 'Vapi accepts at most 1,000 characters'))
    const reason = 'With Vapi, the phone network decides how long it rings. Leave this at 30 seconds'
    expect(findProblems({ ringTimeoutSeconds: 45 })).toEqual(onlyProblem('ring_timeout_seconds', reason))
  })

  test('names are truncated to 40 characters without splitting a character', () => {
    expect(assistantOf({ name: 'x'.repeat(60) }).name).toHaveLength(40)
    expect(assistantOf({ name: `${'x'.repeat(39)}😀` }).name).toBe('x'.repeat(39))
  })

  test('turning recording off also turns packet captures off', () => {
    expect(assistantOf({ recordingEnabled: false }).artifactPlan).toEqual({ recordingEnabled: false, pcapEnabled: false, videoRecordingEnabled: false })
  })

  test('a live call can be listened to and ended', () => expect(assistantOf().monitorPlan).toMatchObject({ listenEnabled: true, controlEnabled: true }))
})

describe('analysis', () => {
  const schemaOf = (item: AnalysisItem) => assistantOf({ analysis: [item] }).analysisPlan!.structuredDataPlan!.schema!.properties![item.name]

  test("outcome and language are extracted in addition to the agent's items", () => {
    const { properties } = assistantOf({ analysis: [{ name: 'age', type: 'number', description: '' }] }).analysisPlan!.structuredDataPlan!.schema!
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
  ])('%j becomes the schema %j', (item, schema) => expect(schemaOf(item)).toEqual(schema))

  test.each<[AnalysisItem[], string, string]>([
    [[{ name: ' ', type: 'string', description: '' }], 'post_call_analysis_data[0].name', 'A name is required'],
    [
      [
        { name: 'a', type: 'string', description: '' },
        { name: 'a', type: 'number', description: '' },
      ],
      'post_call_analysis_data[1].name',
      'Another item already has the name a',
    ],
    [[{ name: 'a', type: 'enum', description: '', choices: [] }], 'post_call_analysis_data[0].choices', 'An enum must have choices'],
  ])('%j has a problem in %s', (analysis, field, reason) => expect(findProblems({ analysis })).toEqual(onlyProblem(field, reason)))
})

describe('defaults of variables', () => {
  const defaultVariables = { company: 'Rossi', day: 'any "good" day }} {% if \\', empty: '' }
  test('are written into every word of the assistant, unless the text has its own', () => {
    const assistant = assistantOf({
      defaultVariables,
      firstMessage: 'From {{company}}, {{ company | upcase }} or {{company | default: "us"}}, {{name}}{{empty}}.',
      voicemailMessage: 'On {{- day -}}.',
      systemPrompt: 'You work for {{company}}, not {{company.parent}}.',
      tools: [{ type: 'apiRequest', name: 'x', method: 'GET', description: 'Of {{company}}', url: 'https://x.example/{{company}}' }],
      analysis: [{ name: 'met', type: 'boolean', description: 'Did they meet {{company}}?' }],
    })
    expect(assistant.firstMessage).toBe(
      'From {{company | default: "Rossi"}}, {{ company | default: "Rossi" | upcase }} or {{company | default: "us"}}, {{name}}{{empty}}.',
    )
    expect(assistant.voicemailMessage).toBe(String.raw`On {{- day | default: "any \u0022good\u0022 day \u007d\u007d \u007b\u0025 if \u005c" -}}.`)
    expect(assistant.model).toMatchObject({
      messages: [{ content: 'You work for {{company | default: "Rossi"}}, not {{company.parent}}.' }],
      tools: [{ description: 'Of {{company | default: "Rossi"}}', url: 'https://x.example/{{company}}' }],
    })
    expect(JSON.stringify(assistant.analysisPlan)).toContain(String.raw`Did they meet {{company | default: \"Rossi\"}}?`)
  })

  test('add a bounded number of characters', () =>
    expect(findProblems({ defaultVariables: { a: 'x'.repeat(10_000) }, systemPrompt: '{{a}}'.repeat(20_000) })).toEqual(
      onlyProblem('default_variables', 'at most 200,000 characters'),
    ))
})
