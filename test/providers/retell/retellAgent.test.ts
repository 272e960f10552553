import { describe, expect, test } from 'vitest'
import type { AgentConfig, AnalysisItem } from '../../../src/providers/provider.ts'
import { createRetellProvider } from '../../../src/providers/retell/retell.ts'
import { toAgentBody, toLlmBody } from '../../../src/providers/retell/agent.ts'
import { listAutoLanguages, toRetellLocale } from '../../../src/providers/retell/languages.ts'
import { toRetellVoice } from '../../../src/providers/retell/voices.ts'
import { CONFIG, WEBHOOK, saveNothing } from '../adapterKit.ts'

const TAG = '6f1c1f0e-3f3b-4c51-9a06-0d9a2a4f7b11'
const retell = createRetellProvider({ apiKey: 'k', baseUrl: 'http://127.0.0.1:9', listLagMs: 0 })
const agentBody = (changes: Partial<AgentConfig> = {}) => toAgentBody({ ...CONFIG, ...changes }, { tag: TAG, webhook: WEBHOOK })
const llmBody = (changes: Partial<AgentConfig> = {}) => toLlmBody({ ...CONFIG, ...changes }, { tag: TAG })
const findProblems = (changes: Partial<AgentConfig>) => retell.findProblems({ ...CONFIG, ...changes })
const problemFields = (changes: Partial<AgentConfig>) => findProblems(changes).map(({ field }) => field)
const newItem = (changes: Partial<AnalysisItem>): AnalysisItem => ({ name: 'email', type: 'string', description: '', ...changes })

describe('publishing', () => {
  test('sends the whole configuration, without relying on defaults', () => {
    expect(llmBody({ firstMessage: 'Buongiorno {{first_name}}' })).toEqual({
      model: 'gpt-4.1-mini',
      s2s_model: null,
      general_prompt: CONFIG.systemPrompt,
      general_tools: [{ type: 'end_call', name: 'end_call' }],
      start_speaker: 'agent',
      begin_message: 'Buongiorno {{first_name}}',
      knowledge_base_ids: null,
      default_dynamic_variables: { callwright_tag: TAG },
    })
    expect(agentBody({ voicemailMessage: 'Richiamo.' })).toEqual({
      agent_name: 'Ada [cw-6f1c1f0e3f3b]',
      version_description: `Callwright ${TAG}`,
      voice_id: 'openai-Alloy',
      language: 'it-IT',
      post_call_analysis_data: [
        { name: 'detected_language', type: 'string', description: expect.any(String) },
        { name: 'call_outcome', type: 'enum', description: expect.any(String), choices: ['success', 'not_interested', 'callback', 'do_not_call', 'unknown'] },
      ],
      data_storage_setting: 'everything',
      opt_in_signed_url: true,
      voicemail_option: { action: { type: 'static_text', text: 'Richiamo.' } },
      max_call_duration_ms: 600_000,
      ring_duration_ms: 30_000,
      webhook_url: 'https://callwright.example/hooks',
      webhook_timeout_ms: 10_000,
      webhook_events: ['call_started', 'call_ended', 'call_analyzed', 'transcript_updated'],
    })
  })

  test("stores the agent's defaults, so that an agent to which a call is handed over fills its own variables", () => {
    expect(llmBody({ defaultVariables: { company: 'Rossi', callwright_tag: 'x' } }).default_dynamic_variables).toEqual({
      company: 'Rossi',
      callwright_tag: TAG,
    })
  })

  test('lets the model begin without a first message, and hangs up without a voicemail message', () => {
    expect(llmBody().begin_message).toBeNull()
    expect(agentBody().voicemail_option).toEqual({ action: { type: 'hangup' } })
  })

  test('stores neither audio nor transcript at Retell if recording is off', () => {
    expect(agentBody({ recordingEnabled: false }).data_storage_setting).toBe('basic_attributes_only')
  })

  test('keeps the type of each analysis item, and requests lists and objects as JSON text', () => {
    const items = agentBody({
      analysis: [
        newItem({ name: 'email' }),
        newItem({ name: 'size', type: 'enum', description: 'Size', choices: ['s', 'm'] }),
        newItem({ name: 'bikes', type: 'json', description: 'Bikes owned', schema: { type: 'array', items: { type: 'string' } } }),
        newItem({ name: 'notes', type: 'json' }),
      ],
    }).post_call_analysis_data!
    expect(items.slice(0, 4)).toEqual([
      { name: 'email', type: 'string', description: 'email' },
      { name: 'size', type: 'enum', description: 'Size', choices: ['s', 'm'] },
      {
        name: 'bikes',
        type: 'string',
        description: 'Bikes owned\nAnswer with JSON text only, after this JSON Schema: {"type":"array","items":{"type":"string"}}.',
      },
      { name: 'notes', type: 'string', description: 'notes\nAnswer with JSON text only.' },
    ])
    expect(items.slice(4).map(({ name }) => name)).toEqual(['detected_language', 'call_outcome'])
  })

  test('uses an item of the agent instead of the reserved item with the same name', () => {
    const items = agentBody({ analysis: [newItem({ name: 'call_outcome', type: 'enum', description: 'o', choices: ['sold'] })] }).post_call_analysis_data!
    expect(items.map(({ name }) => name)).toEqual(['call_outcome', 'detected_language'])
  })
})

describe('languages', () => {
  test.each([
    ['it-IT', 'it-IT'],
    ['it', 'it-IT'],
    ['IT-it', 'it-IT'],
    ['it-CH', 'it-IT'],
    ['en', 'en-US'],
    ['en-ZA', 'en-US'],
    ['es-MX', 'es-419'],
    ['es', 'es-ES'],
    ['pt', 'pt-BR'],
    ['pt-AO', 'pt-PT'],
    ['nb', 'no-NO'],
    ['tl', 'fil-PH'],
    ['zh-Hans-SG', 'zh-CN'],
  ])('%s is %s at Retell', (tag, language) => {
    expect(toRetellLocale(tag)).toBe(language)
    expect(retell.supportsLanguage(tag)).toBe(true)
    expect(problemFields({ language: tag })).toEqual([])
  })

  test.each(['eo', 'multi', 'tlh', 'xx-YY'])('%s is rejected by name', (tag) => {
    expect(() => toRetellLocale(tag)).toThrow(`Retell does not support the language ${tag}`)
    expect(retell.supportsLanguage(tag)).toBe(false)
    expect(findProblems({ language: tag })).toMatchObject([{ field: 'lang', reason: `Retell does not support the language ${tag}` }])
  })

  test("automatic detection lists the agent's language first and no language twice", () => {
    expect(listAutoLanguages('pl-PL')).toEqual(['pl-PL', 'en-US', 'es-ES', 'fr-FR', 'de-DE', 'hi-IN', 'ru-RU', 'pt-PT', 'ja-JP', 'it-IT', 'nl-NL'])
    expect(listAutoLanguages('en-GB').filter((locale) => locale.startsWith('en'))).toEqual(['en-GB'])
    expect(listAutoLanguages(undefined)).toHaveLength(10)
    expect(listAutoLanguages('is-IS')).toEqual(['is-IS'])
  })
})

describe('models', () => {
  test.each([
    ['gpt-4.1-mini', { model: 'gpt-4.1-mini', s2s_model: null }],
    ['gpt-4.1-2025-04-14', { model: 'gpt-4.1', s2s_model: null }],
    ['claude-4.6-sonnet', { model: 'claude-4.6-sonnet', s2s_model: null }],
    ['claude-sonnet-4-6', { model: 'claude-4.6-sonnet', s2s_model: null }],
    ['claude-sonnet-4-5-20250929', { model: 'claude-4.5-sonnet', s2s_model: null }],
    ['claude-haiku-4-5-20251001', { model: 'claude-4.5-haiku', s2s_model: null }],
    ['claude-sonnet-5', { model: 'claude-5-sonnet', s2s_model: null }],
    ['gemini-3-flash-preview', { model: 'gemini-3.0-flash', s2s_model: null }],
    ['gpt-realtime-mini', { model: null, s2s_model: 'gpt-realtime-mini' }],
  ])('the model %s is supported', (name, model) => {
    expect(llmBody({ model: name })).toMatchObject(model)
    expect(problemFields({ model: name })).toEqual([])
  })

  test.each(['gpt-3', 'llama-3', 'claude', '', 'toString', 'gpt-4.1-minimal'])('%j is rejected with a list of the available models', (model) => {
    expect(findProblems({ model })).toMatchObject([
      { field: 'model', reason: expect.stringMatching(/^Retell has no model .*gpt-4\.1-mini, .*claude-4\.6-sonnet/) },
    ])
  })
})

describe('voices', () => {
  test.each([
    ...['retell-Cimo', '11labs-Adrian', 'openai-Alloy', 'custom_voice_1a2b', 'voice-1', 'Elliot'].map((id) => [id, id]),
    ['openai:alloy', 'openai-Alloy'],
    ['openai:Onyx', 'openai-Onyx'],
  ])('%s is %s at Retell', (id, voice) => {
    expect(toRetellVoice(id)).toBe(voice)
    expect(agentBody({ voiceId: id }).voice_id).toBe(voice)
    expect(problemFields({ voiceId: id })).toEqual([])
  })

  test.each(['11labs:sarah', 'vapi:Elliot', 'openai:marin', 'azure:emma', 'openai:', ':', 'openai:alloy:x'])('%s is rejected', (voiceId) => {
    expect(findProblems({ voiceId })).toMatchObject([{ field: 'voice_id', reason: expect.stringContaining(`${voiceId} is not a Retell voice`) }])
  })

  test('an agent without a voice cannot be published', () => {
    expect(findProblems({ voiceId: null })).toMatchObject([{ field: 'voice_id', reason: expect.stringContaining('A voice is required') }])
  })
})

describe('limits and analysis items', () => {
  test.each<[Partial<AgentConfig>, string[]]>([
    [{ maxDurationSeconds: 60, ringTimeoutSeconds: 5 }, []],
    [{ maxDurationSeconds: 7_200, ringTimeoutSeconds: 300 }, []],
    [{ maxDurationSeconds: 59 }, ['max_duration_seconds']],
    [{ maxDurationSeconds: 7_201 }, ['max_duration_seconds']],
    [{ ringTimeoutSeconds: 4 }, ['ring_timeout_seconds']],
    [{ ringTimeoutSeconds: 301 }, ['ring_timeout_seconds']],
    [{ maxDurationSeconds: Number.NaN }, ['max_duration_seconds']],
  ])('%j has problems in %j', (changes, expectedFields) => expect(problemFields(changes)).toEqual(expectedFields))

  test.each<[string, Partial<AnalysisItem>[], string[]]>([
    ['a missing name', [{ name: ' ' }], ['[0].name']],
    ['a duplicate name', [{ name: 'a' }, { name: 'b' }, { name: 'a' }], ['[2].name']],
    ["a name of Retell's own analysis", [{ name: 'call_summary' }], ['[0].name']],
    ['an enum without choices', [{ type: 'enum' }], ['[0].choices']],
    ['an empty choice', [{ type: 'enum', choices: ['a', ''] }], ['[0].choices']],
    ['a duplicate choice', [{ type: 'enum', choices: ['a', 'a'] }], ['[0].choices']],
    ['a number for the language', [{ name: 'detected_language', type: 'number' }], ['[0].type']],
    ['a list for the outcome', [{ name: 'call_outcome', type: 'json' }], ['[0].type']],
    ['names of object properties', [{ name: 'toString' }, { name: '__proto__' }], []],
  ])('analysis items with %s have the expected problems', (_title, items, expectedFields) =>
    expect(problemFields({ analysis: items.map(newItem) })).toEqual(expectedFields.map((path) => `post_call_analysis_data${path}`)),
  )

  test('all problems are listed at once, and no request is sent', async () => {
    const changes = {
      voiceId: null,
      language: 'eo',
      model: 'x',
      tools: [{ type: 'y' }],
      analysis: [newItem({ name: '' })],
      maxDurationSeconds: 1,
      ringTimeoutSeconds: 1,
    }
    const expectedProblems = findProblems(changes)
    expect(expectedProblems.map(({ field }) => field)).toEqual([
      'voice_id',
      'lang',
      'model',
      'general_tools[0].type',
      'post_call_analysis_data[0].name',
      'max_duration_seconds',
      'ring_timeout_seconds',
    ])
    const publish = retell.publishAgent({ ...CONFIG, ...changes }, { tag: TAG, refs: {}, mayHaveOrphans: true, webhook: WEBHOOK }, saveNothing)
    await expect(publish).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('lang: Retell does not support the language eo; '),
      info: { problems: expectedProblems },
    })
  })
})
